"""Records from elsewhere, honest and hostile."""

import io
from pathlib import Path

import pytest

from tests.companion_web.storage.keeping import EVENTS, HEADER, NOON
from tests.rules.records import stream, whole_game
from tileye.companion_web.errors import InputError
from tileye.companion_web.storage.sqlite import SqliteStore
from tileye.companion_web.storage.store import NAME_LENGTH
from tileye.rules.game import MOST_EVENTS
from tileye.rules.jsonlines import LONGEST_LINE, bounded_lines
from tileye.rules.record import record_lines
from tileye.rules.rulesets import RULE_SETS, RuleSet

MANY = "\n".join(f'{{"seq":{n},"at":0,"event":"rename","player":0,"name":"N{n}"}}' for n in range(1, MOST_EVENTS + 2))


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_an_import_is_exported_byte_for_byte(rules: RuleSet, store: SqliteStore) -> None:
    game = whole_game(rules)
    kept = store.take(bounded_lines(io.BytesIO(stream(game))), "Old", NOON)
    assert store.lines(kept) == record_lines(game)
    assert store.open(kept).state == game.state
    info = store.info(kept)
    assert (info.name, info.rules, info.created, info.plan) == ("Old", rules.name, NOON, {"source": "hand"})
    assert info.points == game.state.points


def test_what_others_wrote_differently_is_kept_in_our_words(store: SqliteStore) -> None:
    text = f'\ufeff{HEADER}  \r\n {{ "at" : 0, "event":"rename", "seq":1, "player":0, "name":" Eve ","x":1}}\r\n\r\n'
    kept = store.take(bounded_lines(io.BytesIO(text.encode())), "", NOON)
    assert store.lines(kept) == [HEADER, '{"seq":1,"at":0,"event":"rename","player":0,"name":"Eve"}']
    assert store.info(kept).name.startswith("Eve, ")


def test_a_torn_last_line_is_left_out_and_told(store: SqliteStore) -> None:
    lines = [HEADER.encode(), EVENTS[0].encode(), EVENTS[1].encode()[:20]]
    kept = store.take(lines, "Torn", NOON)
    assert store.lines(kept) == [HEADER, EVENTS[0]]
    assert store.info(kept).plan["torn"].startswith("line 3: not JSON")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "\0" * 1000,
        "nonsense",
        "[" * 100_000,
        "9" * 100_000,
        HEADER.replace('"tileye":1', '"tileye":2'),
        HEADER.replace("Ada", "\\u001b[31m"),
        HEADER.replace('"pieces":108', '"pieces":1e400'),
        f"{HEADER}\n{HEADER}",
        f"{HEADER}\n\n{EVENTS[0]}",
        f"{HEADER}\n{EVENTS[1]}",
        f"{HEADER}\n{EVENTS[0]}\nnonsense\n{EVENTS[1]}",
        f"{HEADER}\n{MANY}",
        "x" * (LONGEST_LINE + 1),
    ],
    ids=range(15),
)
def test_what_is_no_record_is_one_sentence_and_nothing_is_kept(text: str, store: SqliteStore) -> None:
    with pytest.raises(InputError, match=r"^this is no record .*: line \d+: .") as refused:
        store.take(bounded_lines(io.BytesIO(text.encode())), "Evil", NOON)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300
    assert store.games() == []


def test_lines_too_long_are_not_even_parsed(store: SqliteStore) -> None:
    padded = HEADER.encode() + b" " * LONGEST_LINE
    with pytest.raises(InputError, match="longer than"):
        store.take([padded], "Long", NOON)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a\0b\x1b[31m\nc", "a b [31m c"),
        ("\udcff\u202e", None),
        ("<script>", "<script>"),
        ("x" * 5000, "x" * NAME_LENGTH),
        (" ", None),
    ],
)
def test_any_name_becomes_one_that_can_be_shown(name: str, shown: str | None, store: SqliteStore) -> None:
    kept = store.take([HEADER.encode()], name, NOON)
    assert store.info(kept).name == (shown or ", ".join(store.info(kept).players))


def test_names_of_players_in_any_script_survive(store: SqliteStore, path: Path) -> None:
    header = HEADER.replace(store.open(store.take([HEADER.encode()], "", NOON)).setup.players[0].name, "Zoë 王 🎲")
    kept = store.take([header.encode()], "", NOON)
    assert store.info(kept).players[0] == "Zoë 王 🎲"
    assert store.lines(kept) == [header]
