"""Finding and reading recorded games."""

from pathlib import Path

import pytest

from companion_web.errors import InputError
from companion_web.games import data_folder, find_game, open_game

HEADER = '{"tileye":1,"rules":"cards-en","players":[{"name":"A"},{"name":"B"}]}\n'


def test_a_path_comes_before_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    data = tmp_path / "data"
    data.mkdir()
    (data / "sunday.jsonl").write_text(HEADER, encoding="utf-8")
    assert find_game("sunday", data) == data / "sunday.jsonl"
    Path("sunday").write_text(HEADER, encoding="utf-8")
    assert find_game("sunday", data) == Path("sunday")


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
    assert find_game("sunday.jsonl", tmp_path) == tmp_path / "sunday.jsonl"


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
        open_game(path)


def test_players_without_birth_dates_and_pieces_are_fine(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(HEADER, encoding="utf-8")
    state = open_game(path).game.state
    assert (state.pieces, state.bag, state.hands) == (108, 90, (9, 9))


def test_the_data_folder_belongs_to_the_user() -> None:
    assert data_folder().name == "tileye"
