"""Records of games with every kind of event, and lines of records, that several tests share."""

from tests.rules.games import arranged, laid, new_game
from tileye.rules.events import (
    CannotPlay,
    Correct,
    End,
    Event,
    Exchange,
    Give,
    Opening,
    Pass,
    Redo,
    Rename,
    Stock,
    Undo,
)
from tileye.rules.game import Game
from tileye.rules.jsonlines import Json, dump
from tileye.rules.record import RecordReading, read_record, record_lines
from tileye.rules.rulesets import CARDS_DE, CARDS_EN, CLASSROOM, TILES, RuleSet

HEADER: Json = {"tileye": 1, "rules": "tiles", "players": [{"name": "Ada"}, {"name": "Ben"}]}
TURN: Json = {"seq": 1, "at": 1.5, "event": "turn", "player": 0, "placed": [["1R", 0, 0]]}

EVERY_KIND: dict[RuleSet, list[Event]] = {
    TILES: [
        Opening((3, 3)),
        Opening((3, 3), 0),
        laid(0, "1R@0,0 2R@1,0 3R@2,0"),
        Exchange(1, 4),
        Exchange(0),
        laid(1, "4O@3,0", overruled=True),
        Undo(),
        Redo(),
        Correct(laid(1, "4R@3,0"), of=6),
        Correct(laid(0, "1Y@0,1"), before=6),
        Rename(1, "Jörg 王"),
        Give(0),
        laid(0, "5R@4,0"),
        Give(1, of=5),
        Stock(0, (2, 3)),
        Pass(1),
        Stock(30),
        End(),
    ],
    CLASSROOM: [
        laid(1, "1R@0,0"),
        Pass(0),
        laid(1, "2G@1,0", overruled=True),
        Correct(Pass(1), of=3),
        Undo(),
        Rename(0, "Zoe"),
        End(),
    ],
    CARDS_DE: [
        Opening((2, 2)),
        Opening((3, 2)),
        arranged(0, "1R 2R 3R"),
        CannotPlay(1),
        Pass(1),
        arranged(0, "1R 2R", overruled=True),
        Correct(arranged(0, "1O 2O 3O", "1R 2R 3R 4R 5R 6R"), of=6),
        Give(1, of=3),
        Stock(0, (9, 2)),
        Undo(of=7),
        End(),
    ],
    CARDS_EN: [arranged(0, "1R 2R 3R"), CannotPlay(1), arranged(1, "1R 2R 3R 4R"), Stock(12)],
}


def whole_game(rules: RuleSet) -> Game:
    """A game with every kind of event that these rules know."""
    game = new_game(rules, born=("2016-05-30", None) if rules is CLASSROOM else ())
    for number, event in enumerate(EVERY_KIND[rules]):
        game.append(event, at=number * 1.25)
    return game


def read(*lines: str | bytes | Json) -> RecordReading:
    """Read a record given as texts, bytes or objects."""
    return read_record(as_bytes(line) for line in lines)


def as_bytes(line: str | bytes | Json) -> bytes:
    if isinstance(line, bytes):
        return line
    return (line if isinstance(line, str) else dump(line)).encode()


def stream(game: Game, end: str = "\n") -> bytes:
    """A record as it lies on disk."""
    return "".join(line + end for line in record_lines(game)).encode()
