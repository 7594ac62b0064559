"""Errors that people meet: a code, and what its sentence names.

Whoever raises one says which; the words are made where somebody reads them. As a text an error is its sentence in
English, which programs get; the page says it in the language of whoever looks (`tileye.companion_web.web.refusals`).
"""

from collections.abc import Mapping
from typing import ClassVar


class CodedError(Exception):
    """Something that cannot be; each kind has its codes with their English sentences."""

    sentences: ClassVar[Mapping[str, str]] = {}

    def __init__(self, code: str, **fields: object) -> None:
        super().__init__(code)
        self.code, self.fields = code, fields

    @property
    def sentence(self) -> str:
        """What is wrong, in English."""
        return self.sentences[self.code].format(**{name: _text(value) for name, value in self.fields.items()})

    def __str__(self) -> str:
        return self.sentence


class GameError(CodedError, ValueError):
    """What the rules, or the record of a game, do not allow."""

    sentences: ClassVar[Mapping[str, str]] = {
        # Setting up.
        "how_many_players": "{rules} is for {least} to {most} players, not {n}",
        "same_name": "two players have the same name: give each their own",
        "name_taken": "another player is called {name}: give each their own name",
        "no_name": "{name} is no name: 1 to {most} printable characters are needed",
        "few_pieces": "{n} pieces: {least} to {most} are needed for {players} players",
        "both_colours": "purple and white tiles together: a set has one of the two",
        # Who starts.
        "declarations": "{n} declarations for {players} players: one for each is needed",
        "nobody_declared": "nobody declared anything: say what was declared, or which player starts",
        "not_starter": "{name} does not start: the others declared more or the age decides",
        "decided": "the game has begun: who starts is decided",
        "deal_again": "nobody declared {n}: shuffle, deal again and declare anew",
        "tied": "{names} declared the same number: say who of them is the {starter}",
        # Whose turn it is, and what can be done in it.
        "over": "the game is over",
        "no_player": "there is no player {player}: the {players} players count from 0",
        "not_your_turn": "it is the turn of {name}",
        "other_kind": "{rules} is played with {kind}: this turn is one of the other game",
        "illegal": "this turn is illegal ({codes}): take it back or let it stand with an overrule",
        "legal": "this turn is legal: there is nothing to overrule",
        "empty_move": "a turn without tiles cannot be recorded (empty_move)",
        "no_card_played": "a turn in which no card moved cannot be recorded (no_card_played)",
        "occupied": "a tile in a cell that is taken cannot be recorded (occupied)",
        "too_many_open": "more than {most} pieces on the table cannot be recorded",
        "begins_with_turn": "the game begins with a turn: the starter neither exchanges nor passes",
        "no_exchange": "the rules of {rules} know no exchange",
        "empty_bag": "the bag is empty: nothing can be exchanged",
        "exchange_count": "{n} pieces cannot be exchanged: the bag and the hand allow 1 to {most}",
        "no_pass": "passing is not possible while the bag holds {n}: who cannot lay a tile exchanges",
        "new_cards_first": "who cannot play shows the hand and draws new cards first (cannot_play)",
        "no_new_cards": "the rules of {rules} know no new cards: exchange or pass instead",
        "no_hand": "without cards in hand there is nothing to show: pass",
        "no_deck": "there are no cards to draw: pass",
        # What lay there already, and how many pieces there are.
        "start_late": "what lay there already can only be told before the first turn: correct what is recorded",
        "start_kind": "{rules} is played with {kind}: say which of them lie there",
        "start_numbers": "points, hands and stacks: one for each of the {players} players is needed",
        "start_hands": "hands of up to {most} pieces are needed",
        "start_occupied": "two tiles in one cell cannot be recorded (occupied)",
        "start_stays": "what lay there at the start cannot be taken back while turns follow: correct it instead",
        "start_first": "tiles lie there already: say first what they are",
        "too_many_first": "{n} tiles are no first turn: say that a board lies there, or that it will be cleared away",
        "game_begun": "the game has begun: what lies there is told before the first turn",
        "start_points": "points: one number for each of the {players} players is needed",
        "too_many_pieces": "with what lies open that makes {n} pieces: there are {most} at most",
        "stock_hands": "hands of up to {most} pieces for {players} players are needed",
        # Changes of the record.
        "too_many_events": "a game has {most} events at most: start a new one",
        "no_such_turn": "event {event} is no turn that stands: only such a turn can be changed",
        "no_such_start": "event {event} is not what lay there at the start: only that can be corrected so",
        "corrects_nothing": "a correction names no event",
        "nothing_to_undo": "there is nothing to undo",
        "not_standing": "no event {event} stands",
        "nothing_to_redo": "there is nothing to redo",
        "not_undone": "event {event} is not undone",
        "turn_impossible": "event {event} could then not be, as turn {n}: {reason}",
        "step_impossible": "event {event} could then not be, as step {n}: {reason}",
        # Without a camera.
        "unseen": "no camera watches this game: enter what was laid",
        "empty_cell": "no recorded tile lies there: enter the turn that laid one",
        "no_card_there": "no card lies there: name one that was seen, by its middle",
        "unknown_table": "nobody can tell how this table goes on from the last one: take the picture anew",
        # Asking for moves.
        "many_in_hand": "{n} pieces are more than the {most} of a hand",
        "none_left": "{tile} lies open so often that nobody holds so many of them: look at the hand again",
        # Around another one.
        "within": "{where}: {reason}",
    }


class ChangeError(GameError):
    """A change of what was recorded before that cannot be, with its number."""

    def __init__(self, seq: int, reason: GameError, own: GameError | None = None) -> None:
        super().__init__(reason.code, **reason.fields)
        self.seq, self.own = seq, own
        """Of a change that cannot be by itself, whatever follows it, why."""


def reason_of(error: GameError) -> GameError:
    """Why an event cannot be; of a change that cannot be by itself, only that."""
    return (error.own if isinstance(error, ChangeError) else None) or error


def within(where: str, error: ValueError) -> ValueError:
    """Say where something is wrong; what people may meet keeps its code."""
    if isinstance(error, GameError):
        return GameError("within", where=where, reason=error)
    return ValueError(f"{where}: {error}")


def _text(value: object) -> object:
    return " and ".join(value) if isinstance(value, tuple) else value
