"""The score sheet as a PDF, and its fonts."""

import io
import re
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.companion_web.played import ENGLISH, TILE_GAME, game_of, laid, long_game, plain, played, renamed, sheet_of
from tileye.companion_web.languages import words
from tileye.companion_web.sheets import fonts, pdf
from tileye.companion_web.sheets.layout import lay_out
from tileye.rules.events import Laid
from tileye.rules.game import Game
from tileye.rules.rulesets import RULE_SETS, TILES, RuleSet


def read(data: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(data))


def test_the_document_has_a_title_and_its_points() -> None:
    found = read(pdf.render(sheet_of(TILE_GAME), words("de")).data)
    assert found.metadata
    assert found.metadata.title == "Qwirkle · Punktezettel · Spiel mit Steinen · 18. November 2025"
    (page,) = found.pages
    assert (round(page.mediabox.width), round(page.mediabox.height)) == (595, 842)
    written = plain(page.extract_text())
    for expected in ("2 + 2 + 2 = 6", "tauscht 2 Steine", "-1,0→", "Bester Zug", "Ada gewinnt: 18 Punkte."):
        assert expected in written


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("rules", RULE_SETS, ids=[rules.name for rules in RULE_SETS])
def test_usual_games_of_people_with_long_names_fit_one_page(rules: RuleSet, count: int) -> None:
    names = ["Maximiliane Donaudampfschifffahrtsgesell", "W" * 40, "Ann-Kathrin Müller-Lüdenscheidt von Hohe", "L" * 40]
    game = renamed(played(rules.name, count, 2, "ROYGBW"), names[:count])
    turns, *board = read(pdf.render(sheet_of(game), words("fr")).data).pages
    assert len(board) <= 1, "the board of a long game is on a page of its own"
    assert words("fr")["sheet.total"] in turns.extract_text()
    assert all(len(page.extract_text()) < 60 for page in board)


@pytest.mark.parametrize("count", [2, 4])
def test_long_games_have_more_pages_with_the_names_on_each(count: int) -> None:
    pages = read(pdf.render(sheet_of(long_game(count, 70 * count)), ENGLISH).data).pages
    assert len(pages) > 1
    written = [page.extract_text() for page in pages]
    for number, page in enumerate(written, 1):
        assert f"{number} / {len(pages)}" in page
        assert all(f"Player {player}" in page for player in range(count))
    turns = [int(found) for page in written for found in re.findall(r"(\d+)\s+exchanges", page)]
    assert turns == list(range(2, 70 * count + 1))


def test_a_turn_higher_than_a_page_is_cut() -> None:
    scattered = tuple((tile, (20 + 7 * n, n % 5)) for n, tile in enumerate(["1R", "2G", "3B", "4Y", "5O", "6P"] * 50))
    game = game_of(TILES, [laid(0, "1R@0,0"), Laid(1, scattered, True)], ["A", "B", "C", "D"])
    pages = read(pdf.render(sheet_of(game), ENGLISH).data).pages
    written = "\n".join(page.extract_text() for page in pages)
    assert len(pages) > 1
    assert all(f"{x},{y}" in written for _, (x, y) in scattered)


def drawn_below_the_edge(page: str) -> list[float]:
    """The heights at which something is drawn outside the page."""
    heights = [float(found) for found in re.findall(r"[\d.]+ (-?[\d.]+) (?:Td|m|l)\b", page)]
    return [height for height in heights if not 20 < height < 830]


@pytest.mark.parametrize("turns", [1, 40, 66, 67, 68, 69, 140])
def test_nothing_leaves_the_page(turns: int) -> None:
    for page in read(pdf.render(sheet_of(long_game(2, turns)), ENGLISH).data).pages:
        contents = page.get_contents()
        assert contents is not None
        assert not drawn_below_the_edge(contents.get_data().decode("latin-1"))


def test_scripts_that_the_shipped_fonts_have() -> None:
    names = ["Αλέξανδρος Παπαδόπουλος", "Владимир Ильич", "გიორგი", "Nguyễn Thị ♥"]
    document = pdf.render(sheet_of(renamed(played("tiles", 4), names)), ENGLISH)
    assert not document.warnings
    written = read(document.data).pages[0].extract_text().replace("\n", " ")
    assert all(name in written for name in names)


@pytest.fixture
def _no_system_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "_SYSTEM_FOLDERS", ())


@pytest.mark.usefixtures("_no_system_fonts")
def test_a_character_without_a_font_is_told_and_shown_as_such() -> None:
    names = ["田中", "🎲 Zoë ❤\ufe0f"]
    document = pdf.render(sheet_of(renamed(TILE_GAME, names)), ENGLISH)
    assert document.warnings == ("no font here has 中 田 🎲: the PDF shows ▯ there, the html sheet the real names",)
    written = read(document.data).pages[0].extract_text()
    assert "▯▯" in written
    assert "▯ Zoë ❤" in written
    assert "\ufe0f" not in written


@pytest.mark.usefixtures("_no_system_fonts")
def test_scripts_are_drawn_from_the_right_where_they_run_so() -> None:
    document = pdf.render(sheet_of(renamed(TILE_GAME, ["שרה כהן", "محمد"])), ENGLISH)
    (warning,) = document.warnings
    assert warning == "the PDF writes ح د م letter by letter: the html sheet joins them as their script does"
    drawn = fonts.Fonts().shown("שרה כהן")
    assert drawn == "ןהכ הרש"
    assert fonts.Fonts().shown("שרה:") == "הרש:"


def test_system_fonts_are_used_plain_ones_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    (tmp_path / "deep").mkdir()
    for name in ("A-Bold.ttf", "B-Regular.TTF", "deep/C-Regular.ttf", "notes.txt"):
        (tmp_path / name).write_bytes(b"")
    found = [path.name for path in fonts.system_fonts([str(tmp_path), str(tmp_path / "nothing")])]
    assert found[-1] == "A-Bold.ttf"
    assert set(found) >= {"broken.ttf", "C-Regular.ttf"}
    assert "notes.txt" not in found
    monkeypatch.setattr(fonts, "_SYSTEM_FOLDERS", (str(tmp_path),))
    assert pdf.render(sheet_of(renamed(TILE_GAME, ["田"])), ENGLISH).warnings


def test_a_system_font_fills_the_gap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = fonts._shipped(tmp_path, "symbol2")
    monkeypatch.setattr(fonts, "_MORE", ())
    monkeypatch.setattr(fonts, "_SYSTEM_FOLDERS", (str(shipped.parent),))
    document = pdf.render(sheet_of(renamed(TILE_GAME, ["Zoë ❤ Bär", "❤❤"])), ENGLISH)
    assert not document.warnings
    written = read(document.data).pages[0].extract_text()
    assert "Zoë ❤ Bär wins: 18 points." in written


@pytest.mark.parametrize("rules", ["tiles", "classroom", "cards-de", "cards-en"])
def test_the_final_board_is_drawn_under_the_name_of_the_game(rules: str) -> None:
    game = played(rules, 3)
    written = " ".join(page.extract_text() for page in read(pdf.render(sheet_of(game), ENGLISH).data).pages)
    assert ENGLISH["sheet.cards_at_end" if rules.startswith("cards") else "sheet.tiles_at_end"] in written
    named = read(pdf.render(lay_out(game.state, game.log, "Rainy Sunday"), ENGLISH).data)
    assert named.pages[0].extract_text().startswith("Rainy Sunday")
    assert str(named.metadata.title).startswith("Rainy Sunday")  # type: ignore[union-attr]


def test_every_tile_is_drawn_where_it_was_laid_and_on_the_board() -> None:
    game = game_of(TILES, [laid(0, "1R@0,0 1O@1,0 1Y@2,0"), laid(1, "4R@0,1 3R@0,2")])
    empty = fills(game_of(TILES, []))
    assert fills(game) == empty + 2 * 2 * 5, "a body and a shape, twice for each of five tiles"


def fills(game: Game) -> int:
    """How many figures are filled."""
    pages = read(pdf.render(sheet_of(game), ENGLISH).data).pages
    streams = [page.get_contents() for page in pages]
    return sum(stream.get_data().split().count(b"f") for stream in streams if stream is not None)
