"""Who starts, changes that move others on, and what the flow refuses, over HTTP."""

import json
from itertools import count, pairwise
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.companion_web.web.visitors import FIRST, SECOND, Visitor
from tests.laws import tried
from tileye.companion_web.languages import LANGUAGES
from tileye.companion_web.sessions.game_manager import GameManager
from tileye.companion_web.sessions.input_completion import completed
from tileye.rules.errors import GameError
from tileye.rules.events import Event, Laid, parse_event
from tileye.rules.flow import opening_by
from tileye.rules.game import Game, Setup
from tileye.rules.jsonlines import Json
from tileye.rules.moves import legal_moves
from tileye.rules.rulesets import TILES
from tileye.rules.state import Player
from tileye.rules.tiles import Tile
from tileye.rules.wire import placed_json

THREE = [{"name": "Ada"}, {"name": "Ben"}, {"name": "Cem"}]
THIRD = [("4R", 3, 0)]
FOURTH = [("5R", 4, 0)]
NAMES = ("Ada", "Ben", "Cem")


def left_open(ada: Visitor, **changed: object) -> str:
    """A game of three with two turns of which nobody has said whose they are."""
    game = ada.begin(players=THREE, declared=None, **changed)
    for placed in (FIRST, SECOND):
        assert ada.tell(game, "turn", player=None, placed=placed).status_code == 200
    return game


def who(ada: Visitor, game: str) -> list[int | None]:
    return [turn["player"] for turn in ada.state(game)["turns"]]


def foresee(ada: Visitor, game: str, word: str, **fields: object) -> dict[str, Any]:
    answer = ada.post(f"/api/games/{game}/foresee", {"input": word, **fields})
    assert answer.status_code == 200, answer.text
    return dict(answer.json)  # type: ignore[arg-type]


@pytest.mark.parametrize("style", ["csv", "json", "txt", "html"])
def test_no_sheet_names_anybody_before_the_starter_is_told(ada: Visitor, style: str) -> None:
    game = left_open(ada, name="Sunday")
    assert not any(name in ada.get(f"/api/games/{game}/sheet.{style}?lang=en").text for name in NAMES)
    first = ada.state(game)["starter"]["asked"]
    assert ada.tell(game, "give", of=first, player=1).status_code == 200
    assert all(name in ada.get(f"/api/games/{game}/sheet.{style}?lang=en").text for name in NAMES[1:])


def test_neither_state_nor_lists_nor_pages_tell_whose_turns_they_are(ada: Visitor) -> None:
    game = left_open(ada, name="Sunday")
    answer = ada.get(f"/api/games/{game}/state").json
    state: dict[str, Any] = answer["state"]  # type: ignore[index]
    assert who(ada, game) == [None, None]
    assert state["whose_turn"] is None
    assert [player["points"] for player in state["players"]] == [None] * 3
    assert not any(name in json.dumps([state["turns"], state["status_text"], answer["told"]]) for name in NAMES)  # type: ignore[index]
    (info,) = ada.get("/api/games").json["games"]  # type: ignore[index]
    assert info["points"] == []
    page = ada.get(f"/game/{game}/sheet?lang=en").text
    assert "Nobody has said yet who laid the first turn" in page
    assert not any(name in page for name in NAMES)
    assert ada.get("/games").status_code == ada.get("/").status_code == 200


def test_the_answer_gives_all_later_turns_too_and_is_one_step(ada: Visitor) -> None:
    game = left_open(ada)
    first = ada.state(game)["starter"]["asked"]
    assert ada.tell(game, "give", of=first, player=2).status_code == 200
    assert (who(ada, game), ada.state(game)["whose_turn"]) == ([2, 0], 1)
    assert ada.tell(game, "undo").status_code == 200
    assert who(ada, game) == [None, None]


def test_a_forgotten_exchange_is_foreseen_and_told(ada: Visitor) -> None:
    game = ada.begin(players=THREE, declared=None, starter=0)
    for player, placed in enumerate((FIRST, SECOND, THIRD, FOURTH)):
        ada.lay(game, player % 3, placed)
    second = ada.state(game)["turns"][1]["id"]
    change = {"before": second, "to": {"event": "exchange", "player": 1, "count": None}}
    before = [player["points"] for player in ada.state(game)["players"]]
    alone, moved = (foresee(ada, game, "correct", **change, shift=shift) for shift in (0, 1))
    assert alone["before"] == moved["before"] == {"points": before, "whose_turn": 1}
    assert alone["after"]["points"] == before
    assert moved["after"]["points"] != before
    assert len(ada.state(game)["turns"]) == 4, "nothing is recorded by looking ahead"
    assert ada.tell(game, "correct", **change, shift=1).status_code == 200
    assert who(ada, game) == [0, 1, 2, 0, 1]
    assert [player["points"] for player in ada.state(game)["players"]] == moved["after"]["points"]
    assert ada.tell(game, "undo").status_code == 200
    assert who(ada, game) == [0, 1, 2, 0]


def test_a_change_that_cannot_be_is_refused_before_it_is_made(ada: Visitor) -> None:
    game = ada.begin(players=THREE, declared=None, starter=0)
    ada.lay(game, 0, FIRST)
    first = ada.state(game)["turns"][0]["id"]
    word = {"input": "correct", "before": first, "to": {"event": "pass", "player": 2}}
    for path in ("foresee", "tell"):
        answer = ada.post(f"/api/games/{game}/{path}?lang=en", word)
        assert (answer.status_code, answer.json["error"][:22]) == (409, "Somebody has to play f")  # type: ignore[index]
    assert ada.post(f"/api/games/{game}/foresee", {"input": "done"}).status_code == 409
    assert ada.post(f"/api/games/{game}/tell", {"input": "undo", "shift": 4}).status_code == 400


@pytest.mark.parametrize("path", ["judge", "tell"])
def test_whoever_is_not_next_is_refused_in_words(ada: Visitor, path: str) -> None:
    game = ada.begin(players=THREE, declared=None, starter=0)
    word: Json = {"player": 1, "placed": FIRST, **({"input": "turn"} if path == "tell" else {})}
    sentences = {ada.post(f"/api/games/{game}/{path}?lang={language}", word).json["error"] for language in LANGUAGES}  # type: ignore[index]
    assert len(sentences) == 4
    assert all("Ada" in sentence for sentence in sentences)
    assert ada.state(game)["turns"] == []


def test_a_declaration_binds_judge_and_record_alike(ada: Visitor) -> None:
    game = ada.begin()
    short = [("1R", 0, 0), ("2R", 1, 0)]
    judged = ada.post(f"/api/games/{game}/judge", {"player": 0, "placed": short}).json
    assert [violation["code"] for violation in judged["violations"]] == ["opening_too_short"]  # type: ignore[index]
    assert ada.tell(game, "turn", player=0, placed=short).status_code == 409
    assert ada.tell(game, "turn", player=1, placed=short).status_code == 409
    assert ada.tell(game, "give", player=1).status_code == 200
    assert ada.tell(game, "turn", player=1, placed=short).status_code == 200


def test_one_player_does_not_exchange_twice_running(ada: Visitor) -> None:
    game = ada.begin(declared=None, starter=0)
    ada.lay(game, 0, FIRST)
    assert ada.tell(game, "exchange", player=1, count=2).status_code == 200
    ada.lay(game, 0, SECOND)
    answer = ada.post(f"/api/games/{game}/tell?lang=en", {"input": "exchange", "player": 0, "count": 2})
    assert answer.status_code == 409
    assert "Ben" in answer.json["error"]  # type: ignore[index]


def test_the_same_thing_at_once_is_told_in_four_languages(ada: Visitor) -> None:
    game = ada.begin(players=THREE, declared=None, starter=0)
    ada.lay(game, 0, FIRST)
    word = {"input": "exchange", "player": 1, "count": 2}
    assert ada.post(f"/api/games/{game}/tell", word).status_code == 200
    said = {ada.post(f"/api/games/{game}/tell?lang={language}", word).json["error"] for language in LANGUAGES}  # type: ignore[index]
    assert len(said) == 4
    assert "Somebody said this just now: it is recorded once." in said


@pytest.mark.parametrize("player", [0, 1, 2])
def test_nobody_is_named_before_the_starter_is_told(ada: Visitor, player: int) -> None:
    game = left_open(ada)
    first, second = (turn["id"] for turn in ada.state(game)["turns"])
    exchange = {"event": "exchange", "player": player, "count": 1}
    for word, fields in (
        ("exchange", {"player": player, "count": 1}),
        ("turn", {"player": player, "placed": THIRD}),
        ("correct", {"before": second, "to": exchange, "shift": 1}),
        ("correct", {"of": first, "to": {"event": "turn", "player": player, "placed": FIRST}}),
        ("give", {"of": second, "player": player}),
    ):
        refused = ada.tell(game, word, **fields)
        assert refused.status_code == 409, word
        assert "Nobody has said yet" in refused.json["error"]  # type: ignore[index]
        if word in ("correct", "give"):
            assert ada.post(f"/api/games/{game}/foresee", {"input": word, **fields}).status_code == 409
    assert ada.tell(game, "correct", before=second, to={**exchange, "player": None}, shift=1).status_code == 200
    assert ada.tell(game, "exchange", player=None, count=2).status_code == 200
    assert ada.tell(game, "give", of=first, player=player).status_code == 200
    assert who(ada, game) == [(player + one) % 3 for one in range(4)]


@pytest.mark.parametrize("rules", ["tiles", "cards-de"])
def test_what_two_devices_say_at_once_without_a_name_is_recorded_once(ada: Visitor, rules: str) -> None:
    game = ada.begin(rules=rules, players=THREE, declared=None)
    laid = {"placed": FIRST} if rules == "tiles" else {"after": [["1R", "2R", "3R"]], "taken": []}
    assert ada.tell(game, "turn", player=None, **laid).status_code == 200
    known = ada.state(game)["turns"][-1]["id"]
    word = {"input": "exchange" if rules == "tiles" else "cannot_play", "player": None, "last": known}
    assert ada.post(f"/api/games/{game}/tell", word).status_code == 200
    again = [ada.post(f"/api/games/{game}/tell?lang={language}", word) for language in LANGUAGES]
    assert [answer.status_code for answer in again] == [409] * 4
    assert "Somebody said this just now: it is recorded once." in [answer.json["error"] for answer in again]  # type: ignore[index]
    late = ada.tell(game, "pass", player=None, last=known)
    assert (late.status_code, late.json["error"]) == (  # type: ignore[index]
        409,
        "Another turn was recorded meanwhile: look whether this still holds.",
    )
    newest = ada.state(game)["turns"][-1]["id"]
    assert ada.post(f"/api/games/{game}/tell", {**word, "last": newest}).status_code == 200


def test_several_deletions_are_undone_one_after_the_other(ada: Visitor) -> None:
    game = left_open(ada)
    for placed in (THIRD, FOURTH):
        assert ada.tell(game, "turn", player=None, placed=placed).status_code == 200
    ids = [turn["id"] for turn in ada.state(game)["turns"]]
    assert ada.tell(game, "give", of=ids[0], player=1).status_code == 200
    assert ada.tell(game, "exchange", player=2, count=1).status_code == 200
    added = ada.state(game)["turns"][-1]["id"]
    before = ada.state(game)["turns"]
    seen = [before]
    for turn in (ids[3], ids[2]):
        assert ada.tell(game, "undo", of=turn, shift=-1).status_code == 200, turn
        seen.append(ada.state(game)["turns"])
    for expected in (seen[1], seen[0]):
        assert ada.tell(game, "undo").status_code == 200
        assert ada.state(game)["turns"] == expected
    assert ada.tell(game, "undo").status_code == 200
    assert [turn["id"] for turn in ada.state(game)["turns"]] == ids
    assert added not in ids
    assert ada.tell(game, "undo").status_code == 200
    assert who(ada, game) == [None] * 4, "then the answer is taken back"


@pytest.mark.parametrize("rules", ["tiles", "cards-de"])
def test_who_starts_after_a_tie_stays_bound_to_what_was_declared(ada: Visitor, rules: str) -> None:
    game = ada.begin(rules=rules, declared=None)
    assert ada.tell(game, "opening", declared=[4, 4]).status_code == 200
    assert ada.state(game)["starter"]["declared"] == [4, 4]
    assert ada.tell(game, "opening", declared=[None, None], player=1).status_code == 200
    laid = {"placed": FIRST} if rules == "tiles" else {"after": [["1R", "2R", "3R"]]}
    judged = ada.post(f"/api/games/{game}/judge", {"player": 1, **laid}).json
    assert "opening_too_short" in [violation["code"] for violation in judged["violations"]]  # type: ignore[index]
    assert ada.tell(game, "turn", player=1, **{"taken": [], **laid} if rules != "tiles" else laid).status_code == 409


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_not_declared_yet_is_said(ada: Visitor, language: str) -> None:
    game = ada.begin(rules="cards-de", players=THREE, declared=None, name="Sunday")
    assert ada.tell(game, "opening", declared=[2, None, None]).status_code == 200
    state = ada.get(f"/api/games/{game}/state?lang={language}").json["state"]  # type: ignore[index]
    assert state["starter"]["undeclared"] == [1, 2]
    assert "Ben" in state["status_text"]
    assert "Cem" in state["status_text"]
    assert "3" not in state["status_text"], "nobody is told to deal again"


# Whatever is told, the record, judge and tell agree with the rules.

HANDS: tuple[tuple[Tile, ...], ...] = (
    ("1R", "2R", "3R", "4R", "5R", "6R"),
    ("1R", "1O", "1Y", "2O", "2Y", "3O"),
    ("6B", "5B", "4G", "3G", "2B", "1G"),
)
PLAYERS = st.one_of(st.none(), st.integers(0, 2))
CELLS = st.lists(st.tuples(st.sampled_from(HANDS[1]), st.integers(0, 3), st.integers(0, 1)), min_size=1, max_size=3)
TURNS = st.one_of(
    st.tuples(st.just("best"), PLAYERS, st.integers(0, 2), st.integers(0, 8)),
    st.tuples(st.just("any"), PLAYERS, CELLS),
)
WORDS = st.one_of(
    TURNS,
    TURNS,
    st.tuples(st.sampled_from(["exchange", "pass"]), PLAYERS),
    st.tuples(st.just("give"), st.integers(0, 2), st.one_of(st.none(), st.integers(1, 9)), st.integers(-2, 2)),
    st.tuples(st.sampled_from(["undo", "redo"]), st.one_of(st.none(), st.integers(1, 9))),
    st.tuples(st.just("opening"), st.tuples(*[st.one_of(st.none(), st.integers(1, 3))] * 3), PLAYERS),
)
_NUMBERS = count(2)


class Model:
    """The rules alone: what they would record."""

    def __init__(self) -> None:
        self.game = Game(Setup(TILES, tuple(Player(name) for name in NAMES)))

    @property
    def due(self) -> int:
        """Whose turn it is; while that is open, that of the first who may start."""
        state = self.game.state
        return state.whose_turn if state.whose_turn is not None else (*state.tied, 0)[0]

    def act(self, player: int | None, event: Event) -> bool:
        """Record what a player does, who starts if that is open; tell whether the rules take it."""
        tried = self.game.copy()
        opening = opening_by(tried.state, player)
        try:
            if opening:
                tried.append(opening)
            tried.append(event)
        except GameError:
            return False
        self.game = tried
        return True

    def told(self, event: Event) -> bool:
        """Record what is told."""
        tried = self.game.copy()
        try:
            tried.append(event)
        except GameError:
            return False
        self.game = tried
        return True


def laid_by(model: Model, word: tuple[Any, ...]) -> tuple[int | None, list[Any]]:
    """A turn: one of the best of a hand, or any tiles anywhere."""
    if word[0] == "any":
        return word[1], [list(one) for one in word[2]]
    moves = legal_moves(TILES, model.game.state.board, list(HANDS[word[2]]))
    move = moves[word[3] % len(moves)] if moves else None
    return word[1], placed_json(move.placed) if move else [["1R", 9, 9]]


def said(word: tuple[Any, ...]) -> Json:
    """A word as a page says it."""
    if word[0] == "give":
        of = {} if word[2] is None else {"of": word[2], "shift": word[3]}
        return {"input": "give", "player": word[1], **of}
    if word[0] == "opening":
        return {"input": "opening", "declared": list(word[1]), "player": word[2]}
    return {"input": word[0], "of": word[1]}


@settings(tried(30), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(words=st.lists(WORDS, min_size=3, max_size=12), starter=st.one_of(st.none(), st.integers(0, 2)))
def test_the_record_judge_and_tell_agree_with_the_rules(
    app: Flask, manager: GameManager, words: list[tuple[Any, ...]], starter: int | None
) -> None:
    # A client of its own, so that nobody has asked too often.
    ada, model = Visitor(app, f"127.0.{next(_NUMBERS)}.1"), Model()
    game = ada.begin(players=THREE, declared=None, starter=starter)
    session = manager.session(game)
    assert session
    if starter is not None:
        assert model.told(parse_event({"event": "opening", "declared": [None] * 3, "player": starter}))
    for word in words:
        waits = bool(model.game.state.rows) and not model.game.starter_told and not model.game.state.ended
        if word[0] in ("best", "any"):
            player, placed = laid_by(model, word)
            agree_on_a_turn(ada, game, model, player, placed, guessed=waits and player is not None)
        elif word[0] in ("exchange", "pass") and waits and word[1] is not None:
            assert ada.tell(game, word[0], player=word[1]).status_code == 409
        elif word[0] in ("exchange", "pass"):
            player = model.due if word[1] is None else word[1]
            event = parse_event({"event": word[0], "player": player, "count": None})
            answer = ada.post(f"/api/games/{game}/tell", {"input": word[0], "player": word[1]})
            assert (answer.status_code == 200) == model.act(word[1], event), answer.text
        else:
            told = completed(said(word), model.game)
            first = next((row.id for row in model.game.state.rows), None)
            answer = ada.post(f"/api/games/{game}/tell", said(word))
            unsaid = waits and word[0] == "give" and told.get("of") != first
            event = parse_event({"event": told["input"], **told})
            assert (answer.status_code == 200) == (not unsaid and model.told(event)), answer.text
        assert [entry.event for entry in session.game.log] == [entry.event for entry in model.game.log]
        assert nobody_twice(model.game) or has_changes(model.game)
    manager.leave(game)


def agree_on_a_turn(
    ada: Visitor, game: str, model: Model, player: int | None, placed: list[Any], *, guessed: bool
) -> None:
    """What `judge` calls legal is taken, what it calls illegal only with an overrule, what it refuses not at all."""
    named = {"player": player, "placed": placed}
    judged = ada.post(f"/api/games/{game}/judge", named)
    turn, stood = (ada.post(f"/api/games/{game}/tell", {"input": word, **named}) for word in ("turn", "overrule"))
    tiles = tuple((str(tile), (int(str(x)), int(str(y)))) for tile, x, y in placed)
    by = model.due if player is None else player
    taken = [not guessed and model.act(player, Laid(by, tiles, overruled)) for overruled in (False, True)]
    assert [answer.status_code == 200 for answer in (turn, stood)] == taken, (turn.text, stood.text)
    if judged.status_code == 200 and judged.json["legal"]:  # type: ignore[index]
        assert taken[0]
    elif judged.status_code == 200:
        impossible = {violation["code"] for violation in judged.json["violations"]} & {"occupied", "empty_move"}  # type: ignore[index]
        assert taken == [False, not impossible]
    else:
        assert judged.status_code in (400, 409), judged.text
        assert taken == [False, False]
        assert judged.json == turn.json


def has_changes(game: Game) -> bool:
    """Whether somebody said whose a turn was, or took one back."""
    return any(type(entry.event).__name__ in ("Give", "Undo", "Redo") for entry in game.log)


def nobody_twice(game: Game) -> bool:
    """Whether the players took their turns in order."""
    players = [row.player for row in game.state.rows]
    return all(after == (before + 1) % len(NAMES) for before, after in pairwise(players))
