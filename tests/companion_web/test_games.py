"""Finding and reading recorded games."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from tests.companion_web.played import TILE_GAME
from tileye.companion_web.cli import main
from tileye.companion_web.errors import InputError
from tileye.companion_web.games import GameLocation, data_folder, find_game, open_game
from tileye.companion_web.storage import FILE, open_store
from tileye.rules.record import record_lines

HEADER = '{"tileye":1,"rules":"cards-en","players":[{"name":"A"},{"name":"B"}]}\n'


def test_a_path_comes_before_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    data = tmp_path / "data"
    data.mkdir()
    (data / "sunday.jsonl").write_text(HEADER, encoding="utf-8")
    assert find_game("sunday", data) == GameLocation(data / "sunday.jsonl")
    Path("sunday").write_text(HEADER, encoding="utf-8")
    assert find_game("sunday", data) == GameLocation(Path("sunday"))


@pytest.mark.parametrize("name", ["nothing", "../secret", "a/b", "", "\0", "x" * 5000])
def test_a_game_that_is_not_there_is_one_sentence(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^no game .*(neither a file|no such file)"):
        find_game(name, tmp_path / "data")


def test_a_name_never_leaves_the_data_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.jsonl").write_text(HEADER, encoding="utf-8")
    with pytest.raises(InputError):
        find_game("../secret", tmp_path / "data")


def test_a_name_may_have_its_ending(tmp_path: Path) -> None:
    (tmp_path / "sunday.jsonl").write_text(HEADER, encoding="utf-8")
    assert find_game("sunday.jsonl", tmp_path) == GameLocation(tmp_path / "sunday.jsonl")


def test_a_wrong_path_opens_no_other_game(tmp_path: Path) -> None:
    (tmp_path / "sunday.jsonl").write_text(HEADER, encoding="utf-8")
    with pytest.raises(InputError, match="there is no such file"):
        find_game("/nowhere/sunday", tmp_path)


def test_no_escape_sequence_reaches_the_terminal(tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        find_game("\x1b[31mevil", tmp_path)
    assert "\x1b" not in str(refused.value)


def test_a_broken_record_names_file_line_and_reason(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(HEADER + '{"seq":2,"at":0,"event":"end"}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"game\.jsonl', line 2: seq: 1 is next, not 2"):
        open_game(GameLocation(path))


def test_players_without_birth_dates_and_pieces_are_fine(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(HEADER, encoding="utf-8")
    state = open_game(GameLocation(path)).game.state
    assert (state.pieces, state.bag, state.hands) == (108, 90, (9, 9))


def test_the_data_folder_belongs_to_the_user() -> None:
    assert data_folder().name == "tileye"


def keep(data: Path, *names: str) -> list[str]:
    """Keep a game under each of these names in the store of the data folder."""
    lines = [line.encode() for line in record_lines(TILE_GAME)]
    with closing(open_store(data)) as store:
        return [store.take(lines, name, 0.0) for name in names]


def test_a_kept_game_is_found_by_name_and_by_id(tmp_path: Path) -> None:
    sunday, monday = keep(tmp_path, "Sunday at Zoë's", "1/2")
    for name, kept in (("Sunday at Zoë's", sunday), ("sunday at ZOË's", sunday), (sunday, sunday), ("1/2", monday)):
        place = find_game(name, tmp_path)
        assert place == GameLocation(tmp_path / FILE, kept)
        reading = open_game(place)
        assert (record_lines(reading.game), reading.torn) == (record_lines(TILE_GAME), None)


def test_a_file_comes_before_a_kept_game(tmp_path: Path) -> None:
    keep(tmp_path, "sunday")
    (tmp_path / "sunday.jsonl").write_text(HEADER, encoding="utf-8")
    assert find_game("sunday", tmp_path) == GameLocation(tmp_path / "sunday.jsonl")


def test_an_id_comes_before_a_name(tmp_path: Path) -> None:
    (kept,) = keep(tmp_path, "first")
    keep(tmp_path, kept)
    assert find_game(kept, tmp_path) == GameLocation(tmp_path / FILE, kept)


def test_a_name_of_several_games_is_refused_with_their_ids(tmp_path: Path) -> None:
    ids = keep(tmp_path, "Sunday", "sunday", "Monday")
    with pytest.raises(InputError, match=r"^2 games are called 'sunday': name one by its id, ") as refused:
        find_game("sunday", tmp_path)
    assert [kept in str(refused.value) for kept in ids] == [True, True, False]


def test_what_is_in_the_bin_is_not_found(tmp_path: Path) -> None:
    old, new = keep(tmp_path, "Sunday", "Sunday")
    with closing(open_store(tmp_path)) as store:
        store.delete(old)
    assert find_game("Sunday", tmp_path).id == new
    with pytest.raises(InputError, match="neither a file of that name nor a game in"):
        find_game(old, tmp_path)


def test_looking_for_a_game_makes_no_store(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        find_game("sunday", tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_damaged_store_is_one_sentence_and_files_still_open(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database" * 100)
    (tmp_path / "sunday.jsonl").write_text(HEADER, encoding="utf-8")
    assert open_game(find_game("sunday", tmp_path)).torn is None
    with pytest.raises(InputError, match="it is damaged"):
        find_game("monday", tmp_path)


def test_commands_take_kept_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (kept,) = keep(tmp_path, "Sunday")
    for words in (["sheet", "--format", "json", "Sunday"], ["replay", "--json", kept]):
        assert main([*words, "--data", str(tmp_path)]) == 0
        sheet = json.loads(capsys.readouterr().out)
        assert [player["points"] for player in sheet["players"]] == list(TILE_GAME.state.points)


def test_a_sheet_is_never_written_over_the_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep(tmp_path, "Sunday")
    assert main(["sheet", "Sunday", "--data", str(tmp_path), "--out", str(tmp_path / FILE)]) == 1
    assert "choose another file" in capsys.readouterr().err
    assert find_game("Sunday", tmp_path).id


def test_an_ambiguous_name_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep(tmp_path, "Sunday", "Sunday")
    assert main(["replay", "Sunday", "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith("tileye: 2 games are called 'Sunday'")
    assert main(["replay", "Sunday", "--json", "--data", str(tmp_path)]) == 1
    assert set(json.loads(capsys.readouterr().out)) == {"error"}
