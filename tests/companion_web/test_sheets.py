"""Score sheets: laid out from a game, and written in every format."""

import io
import re

import pytest
from pypdf import PdfReader

from tests.companion_web.played import (
    CARD_GAME,
    ENGLISH,
    NOON,
    TILE_GAME,
    WHOLE_GAMES,
    game_of,
    laid,
    out_game,
    plain,
    played,
    sheet_of,
    whole_games,
)
from tests.rules.positions import lay, sets
from tileye.companion_web.languages import LANGUAGES, words
from tileye.companion_web.sheets import csv, html, json, pdf, phrases, text
from tileye.companion_web.sheets.layout import Trail, addends, trails
from tileye.rules.events import Arranged, CannotPlay, End, Event, Exchange, Give, Laid, LateStart, Opening, Pass, Stock
from tileye.rules.game import Game
from tileye.rules.rulesets import CARDS_DE, CARDS_EN, CLASSROOM, TILES
from tileye.rules.state import sheet_event

# --- the layout


@whole_games
def test_points_on_the_sheet_are_those_of_the_rules(rules: str, count: int) -> None:
    game = played(rules, count)
    sheet = sheet_of(game)
    sums = sheet_event(game.state)["players"]
    for column in sheet.columns:
        own = [entry for slots in sheet.rounds for slot in slots for entry in slot if entry.row.player == column.player]
        assert sum(entry.row.points + entry.row.bonus for entry in own) == own[-1].total
        assert own[-1].total == column.points == game.state.points[column.player]
        figures = {"points": column.points, "qwirkles": column.qwirkles, "bonus": column.bonus}
        assert isinstance(sums, list)
        assert sums[column.player] == {"name": column.name, **figures}
        assert column.best
        assert column.best.row.points == max(entry.row.points for entry in own)


@whole_games
def test_sums_line_by_line_give_the_points(rules: str, count: int) -> None:
    for row in played(rules, count).state.rows:
        assert sum(addends(row)) == row.points
        shown = plain(phrases.sum_text(row))
        if len(addends(row)) > 1:
            assert re.fullmatch(r"\d+( [+-] \d+)+ = \d+", shown)
        assert eval(shown.split(" = ")[0]) == row.points
        assert shown.endswith(str(row.points))


@whole_games
def test_every_row_stands_once_in_the_order_of_the_game(rules: str, count: int) -> None:
    game = played(rules, count)
    sheet = sheet_of(game)
    assert tuple(entry for slots in sheet.rounds for slot in slots for entry in slot) == sheet.entered
    assert tuple(entry.row for entry in sheet.entered) == game.state.rows
    assert sheet.columns[0].player == game.state.rows[0].player
    for slots in sheet.rounds[:-1]:
        assert all(slots)
    for slots in sheet.rounds:
        for slot, column in zip(slots, sheet.columns, strict=True):
            assert {entry.row.player for entry in slot} <= {column.player}
            assert len({entry.row.number for entry in slot}) <= 1


def test_a_turn_given_to_another_player_leaves_the_place_empty() -> None:
    game = game_of(TILES, [laid(0, "1R@0,0"), Give(0), laid(0, "2R@1,0"), laid(1, "3R@2,0")])
    first, second = sheet_of(game).rounds
    assert [len(slot) for slot in first] == [1, 0]
    assert [len(slot) for slot in second] == [1, 1]


def test_new_cards_and_the_turn_after_them_share_a_place() -> None:
    first, second = sheet_of(CARD_GAME).rounds[0]
    assert [entry.row.kind for entry in first] == ["turn"]
    assert [(entry.row.kind, entry.goes_on) for entry in second] == [("cannot_play", False), ("turn", True)]


def test_overruled_turns_are_numbered() -> None:
    game = played("tiles", 4, 3)
    overruled = [row.id for row in game.state.rows if row.overruled]
    assert len(overruled) > 1
    assert [(entry.row.id, entry.note) for entry in sheet_of(game).notes] == [
        (seq, number) for number, seq in enumerate(overruled, 1)
    ]


TRAILS = {
    "nothing": ("", []),
    "one tile": ("1R@3,-1", [("3,-1", "1R")]),
    "a row": ("2R@1,0 1R@0,0", [("0,0→", "1R 2R")]),
    "a column with tiles between": ("1R@-2,5 2R@-2,8", [("-2,5↓", "1R · · 2R")]),
    "crooked": ("1R@0,0 2R@1,1", [("0,0", "1R"), ("1,1", "2R")]),
    "far apart": ("1R@0,0 2R@0,40", [("0,0", "1R"), ("0,40", "2R")]),
}


@pytest.mark.parametrize(("move", "expected"), TRAILS.values(), ids=TRAILS)
def test_where_tiles_were_laid(move: str, expected: list[tuple[str, str]]) -> None:
    def shown(trail: Trail) -> tuple[str, str]:
        return plain(phrases.place(trail.start, trail.arrow)), " ".join(tile or "·" for tile in trail.tiles)

    assert [shown(trail) for trail in trails(lay(move))] == expected


# --- the words


def test_dates() -> None:
    assert phrases.day(NOON, ENGLISH) == "18 November 2025"
    assert phrases.day(NOON, words("de")) == "18. November 2025"
    first_of_may = 1_777_636_800.0
    assert phrases.day(first_of_may, words("fr")) == "1er mai 2026"
    assert phrases.day(first_of_may, words("it")) == "1º maggio 2026"
    assert phrases.day(1e300, ENGLISH) is None


def test_times_of_a_film_are_no_dates() -> None:
    game = game_of(TILES, [laid(0, "1R@0,0")], at=12.5)
    assert sheet_of(game).began is None
    assert phrases.subtitle(sheet_of(game), ENGLISH) == "Score sheet · Tile game"


OUTCOMES: dict[str, tuple[Game, str]] = {
    "not begun": (game_of(TILES, []), "The game has not begun. 96 tiles are left in the bag."),
    "goes on": (CARD_GAME, "The game goes on: Zoë is next. 79 cards are left to draw."),
    "ended early": (TILE_GAME, "The game was ended early. Ada wins: 18 points."),
    "out": (out_game(), "Ben laid the last tile. Ben wins: 8 points."),
    "all passed": (
        game_of(CLASSROOM, [laid(0, "1R@0,0"), laid(1, "2R@1,0"), Stock(0), Pass(0), Pass(1)]),
        "Everybody passed in a row. Ben wins: 2 points.",
    ),
    "a shared win": (
        game_of(CARDS_DE, [Arranged(0, sets("1R 2R 3R")), End()], ["Ada", "Ben", "Cy"]),
        "The game was ended early. Ada, Ben and Cy win together: 0 Qwirkles each.",
    ),
    "a rematch": (
        game_of(CARDS_EN, [Arranged(0, sets("1R 2R 3R")), End()]),
        "The game was ended early. Ada and Ben are level: 0 Qwirkles each. They shake hands and agree on a rematch.",
    ),
}


@pytest.mark.parametrize(("game", "expected"), OUTCOMES.values(), ids=OUTCOMES)
def test_outcomes(game: Game, expected: str) -> None:
    assert phrases.outcome(sheet_of(game), ENGLISH) == expected


def test_a_last_round_is_told() -> None:
    assert phrases.outcome(sheet_of(played("cards-de", 3)), ENGLISH).startswith("The last round has been played. ")


def test_a_shared_win_marks_all_winners_and_a_rematch_none() -> None:
    shared, rematch = OUTCOMES["a shared win"][0], OUTCOMES["a rematch"][0]
    assert [column.winner for column in sheet_of(shared).columns] == [True] * 3
    assert [column.winner for column in sheet_of(rematch).columns] == [False] * 2
    assert (rematch.state.winners, rematch.state.leaders) == ((), (0, 1))


def test_violations_of_the_same_tiles_come_together() -> None:
    sheet = sheet_of(TILE_GAME)
    (violation,) = phrases.violation_texts(sheet, sheet.notes[0], ENGLISH)
    assert violation.text == "A line is neither all of one colour nor all of one shape. A line has more than six tiles."
    assert [trail.tiles for trail in violation.trails] == [("4R", "1R", "2R", "3R", "5R", "6R", "4Y")]


# --- every format of every game


@whole_games
def test_every_format_in_every_language(rules: str, count: int) -> None:
    sheet = sheet_of(played(rules, count))
    for language in LANGUAGES:
        chosen = words(language)
        document = pdf.render(sheet, chosen)
        assert not document.warnings
        # The board is on a page of its own where the first one has no room for it.
        printed = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(document.data)).pages)
        for written in (text.render(sheet, chosen), html.render(sheet, chosen), printed):
            for column in sheet.columns:
                assert column.name in written
                assert str(column.points) in written
            assert chosen["sheet.total"] in written
    assert csv.render(sheet)
    assert json.render(sheet)


NO_CARD_GAME = game_of(
    CARDS_EN,
    [
        Arranged(0, sets("1R 2R 3R 4R 5R | 1B 1G 1Y")),
        Arranged(1, sets("2R 3R 4R 5R | 1R 1B 1G 1Y"), overruled=True),
    ],
)


def test_a_turn_without_cards_is_told() -> None:
    sheet = sheet_of(NO_CARD_GAME)
    page = PdfReader(io.BytesIO(pdf.render(sheet, ENGLISH).data)).pages[0].extract_text()
    for written in (text.render(sheet, ENGLISH), html.render(sheet, ENGLISH), page):
        assert "plays no card" in written
        assert "()" not in written
    assert csv.render(sheet).splitlines()[-1] == "2,Ben,turn,,,0,0,0,0,true,no_card_played,,false"


@pytest.mark.parametrize("game", [TILE_GAME, CARD_GAME, NO_CARD_GAME], ids=["tiles", "cards", "no card"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_overruled_turns_have_a_mark_and_a_footnote(game: Game, language: str) -> None:
    sheet, chosen = sheet_of(game), words(language)
    (entry,) = sheet.notes
    assert entry.row.verdict
    kind = game.setup.rules.kind
    sentences = [chosen.violation(fault.code, kind) for fault in entry.row.verdict.violations]
    page = PdfReader(io.BytesIO(pdf.render(sheet, chosen).data)).pages[0].extract_text()
    for written in (text.render(sheet, chosen, 400), html.render(sheet, chosen), page.replace("\n", " ")):
        assert written.count("!1") == 2
        for sentence in sentences:
            assert sentence in written.replace("\u00a0 ", "\u00a0")


def test_every_event_of_the_helper_is_one_of_the_rules() -> None:
    kinds: set[type[Event]] = {type(entry.event) for name, count in WHOLE_GAMES for entry in played(name, count).log}
    assert kinds == {Opening, Laid, Arranged, Exchange, CannotPlay, Pass}


def test_points_from_before_are_carried_on_and_named() -> None:
    start = LateStart(lay("1R@0,0 2R@1,0 3R@1,1"), points=(24, 31))
    sheet = sheet_of(game_of(TILES, [start, laid(0, "3R@2,0"), laid(1, "4R@3,0")]))
    assert [entry.total for entry in sheet.entered] == [24 + 3, 31 + 4]
    assert [phrases.feet(sheet, player, ENGLISH)[0] for player in (0, 1)] == [
        ("Already before", "24"),
        ("Already before", "31"),
    ]
    assert "Already before" in text.render(sheet, ENGLISH, 78)
