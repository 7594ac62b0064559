"""Everything that a page shows of a game, as one JSON object."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from tileye.companion_web.analysis.abilities import abilities, next_to_act
from tileye.companion_web.analysis.card_story import drawn_sets, story, traced
from tileye.companion_web.analysis.closed_lines import closed_fives
from tileye.companion_web.analysis.lines import action, verdict_in_words, with_placed
from tileye.companion_web.analysis.status import status_text
from tileye.companion_web.languages import Words
from tileye.companion_web.sheets.layout import Entered, Sheet, lay_out
from tileye.companion_web.sheets.phrases import outcome, unnamed
from tileye.rules.board import Cell
from tileye.rules.cards import Table, all_cards, cards_added
from tileye.rules.game import Game
from tileye.rules.jsonlines import Json
from tileye.rules.state import Row, State, unseen
from tileye.rules.tiles import Tile
from tileye.rules.wire import arranged_json, placed_json, sets_json
from tileye.vision.card_referee.view import CardRefereeView
from tileye.vision.referee.beginning import is_line
from tileye.vision.referee.events import DoubtfulCard

if TYPE_CHECKING:
    from tileye.vision.referee.machine import RefereeView

Status = Literal[
    "beginning",
    "watching",
    "busy",
    "settling",
    "proposed",
    "committed",
    "desync",
    "unsure",
    "illegal",
    "paused",
    "waiting",
    "lost",
    "hand",
    "over",
]
_COLOURS = ("#2f6fde", "#c2410c", "#15803d", "#7c3aed")
"""For players who chose none."""


@dataclass(frozen=True, slots=True)
class DisplayContext:
    """What is known of a game besides its record."""

    id: str
    """That of the game."""
    name: str
    began: float
    source: str
    """`hand` where no camera watches."""
    live: bool
    saved: bool
    automatic: bool
    grace: float
    """How many seconds a placement is proposed before it is recorded."""
    colours: tuple[str, ...] = ()
    """How the players are drawn."""
    view: "RefereeView | CardRefereeView | None" = None
    """What the referee thinks; None without a camera."""
    status: Status = "hand"
    grace_left: float | None = None
    evidence: frozenset[int] = frozenset()
    """The turns of which a picture is kept, by the numbers of their events."""
    error: str | None = None
    """What is wrong, in a sentence that is shown instead of the status."""
    doubts: Mapping[Cell, tuple[tuple[Tile, float], ...]] = field(default_factory=dict)
    """What the tiles that people are asked about may be, likeliest first, as `Unsure` told it."""
    message: str = ""
    """The number under which this state is published."""
    nameless: bool = False
    """Whether nobody has said who starts or started, so that turns have no names."""


def state(game: Game, moment: DisplayContext, words: Words) -> Json:
    """Say all that a page draws."""
    known, hidden = game.state, moment.nameless
    words = words.of(known.rules.kind)
    sheet = lay_out(unnamed(known, words) if hidden else known, game.log)
    return {
        "id": moment.message,
        "game": _game(known, moment),
        "players": _players(game, sheet, moment),
        "whose_turn": None if known.ended or hidden else known.whose_turn,
        "acting": None if known.ended or hidden else next_to_act(known, moment),
        "bag": known.bag,
        "started": known.started,
        "board": _board(known),
        "turns": _turns(sheet, game, moment, words),
        "beginning": _beginning(moment),
        "proposal": _proposal(known, moment, words),
        "status": moment.status,
        "status_text": status_text(game, moment, words),
        "asked": _asked(moment),
        "desync": _desync(moment),
        "left": [{"tile": tile, "count": count} for tile, count in unseen(known).items()],
        "closed": closed_fives(known, words),
        "curve": [] if hidden and known.rows else _curve(sheet),
        "opening": {"needed": _opening_needed(known), "tied": list(known.tied)},
        "starter": _starter(known, moment),
        "ended": _ended(sheet, moment, words),
        "cards": _cards(known, moment) if known.rules.kind == "cards" else None,
        "can": abilities(game, moment),
    }


def player_colours(chosen: Sequence[str]) -> tuple[str, ...]:
    """How the players are drawn: as they chose, else each in a colour of their own."""
    return (*chosen, *_COLOURS[len(chosen) :])


def grace_json(moment: DisplayContext) -> Json | None:
    """Say how long a placement still waits, None where none does."""
    return None if moment.grace_left is None else {"of": moment.grace, "left": moment.grace_left}


def _game(known: State, moment: DisplayContext) -> Json:
    return {
        "id": moment.id,
        "name": moment.name,
        "rules": known.rules.name,
        "kind": known.rules.kind,
        "set": known.colours,
        "pieces": known.pieces,
        "complete": known.rules.pieces,
        "hand": known.rules.hand,
        "began": moment.began,
        "source": moment.source,
        "live": moment.live,
        "saved": moment.saved,
        "automatic": moment.automatic,
        "grace": moment.grace,
    }


def _players(game: Game, sheet: Sheet, moment: DisplayContext) -> list[Json]:
    known, hidden = game.state, moment.nameless and bool(game.state.rows)
    return [
        {
            "name": known.players[column.player].name,
            "colour": player_colours(moment.colours)[column.player],
            "points": None if hidden else column.points,
            "qwirkles": None if hidden else column.qwirkles,
            "bonus": None if hidden else column.bonus,
            "hand": known.hands[column.player],
            "turn": column.player == known.whose_turn and not (known.ended or hidden),
            "winner": column.winner and not hidden,
        }
        for column in sorted(sheet.columns, key=lambda one: one.player)
    ]


def _board(known: State) -> list[Json]:
    """Every tile with the number of its turn; those that lay there at the start have 0."""
    turns = [row for row in known.rows if row.placed]
    start = known.late_start.placed if known.late_start else ()
    there = [{"x": x, "y": y, "tile": tile, "turn": 0, "last": False, "violation": False} for tile, (x, y) in start]
    return there + [
        {
            "x": cell[0],
            "y": cell[1],
            "tile": tile,
            "turn": row.number,
            "last": row is turns[-1],
            "violation": row.verdict is not None and cell in row.verdict.faulty_cells,
        }
        for row in turns
        for tile, cell in row.placed
    ]


def _turns(sheet: Sheet, game: Game, moment: DisplayContext, words: Words) -> list[Json]:
    """All turns, of cards each with the table that it met."""
    told, before = [], _begun(game.state)
    for entered in sheet.entered:
        told.append(_turn(entered, before, game, moment, words))
        before = entered.row.after if entered.row.kind == "turn" else before
    return told


def _begun(known: State) -> Table:
    """The sets that lay there at the start."""
    return known.late_start.table if known.late_start else ()


def _turn(entered: Entered, before: Table, game: Game, moment: DisplayContext, words: Words) -> Json:
    row, known = entered.row, game.state
    return {
        "id": row.id,
        "number": row.number,
        "player": None if moment.nameless else row.player,
        "kind": row.kind,
        "placed": placed_json(row.placed),
        "text": action(row, words),
        **verdict_in_words(row.verdict, known.board, known, words),
        "bonus": row.bonus,
        "total": entered.total,
        "overruled": row.overruled,
        "allowed": row.overruled and row.allowed,
        "count": row.count,
        "at": entered.at,
        "evidence": row.id in moment.evidence,
        "shift": game.shift_of(row.id),
        **(_card_turn(row, before, moment, words) if known.rules.kind == "cards" else {}),
    }


def _card_turn(row: Row, before: Table, moment: DisplayContext, words: Words) -> Json:
    """What only turns of cards have: `rests` are the tables at which it can be split."""
    view = moment.view
    rests = view.rests.get(row.id, ()) if isinstance(view, CardRefereeView) else ()
    return {
        **arranged_json(row),
        "story": story(before, row.after, row.taken, words) if row.kind == "turn" else "",
        "rests": [{"at": rest.at, "story": story(before, rest.after, rest.taken, words)} for rest in rests],
    }


def _beginning(moment: DisplayContext) -> Json | None:
    """What lies there before the game begins, while nobody has said what it is."""
    view = moment.view
    if view is None or not view.beginning:
        return None
    if isinstance(view, CardRefereeView):
        lying = sets_json(view.beginning)
        return {"tiles": [], "sets": lying, "line": view.is_turn, "clearing": view.clearing}
    placed = placed_json(view.beginning)
    return {"tiles": placed, "sets": [], "line": is_line(view.beginning), "clearing": view.clearing}


def _proposal(known: State, moment: DisplayContext, words: Words) -> Json | None:
    """What lies there and is not recorded."""
    view = moment.view
    if view is None or view.verdict is None or known.ended:
        return None
    placed = () if isinstance(view, CardRefereeView) else view.placed
    return {
        "player": None if moment.nameless else view.player,
        "placed": placed_json(placed),
        **verdict_in_words(view.verdict, with_placed(known.board, placed), known, words),
        "legal": view.verdict.legal,
        "grace": grace_json(moment),
        "cards": _proposed_cards(known, view, words) if isinstance(view, CardRefereeView) else None,
    }


def _proposed_cards(known: State, view: CardRefereeView, words: Words) -> Json:
    """The table as it would be recorded."""
    before = _table_before(known, view)
    return {
        "sets": drawn_sets(before, view.after),
        "taken": sets_json(view.taken),
        "played": list(cards_added(before, view.after, view.taken)),
        "story": story(before, view.after, view.taken, words),
    }


def _table_before(known: State, view: CardRefereeView) -> Table:
    """What the turn that lies there met; what time has recorded still goes on."""
    rows = known.rows[:-1] if view.is_open else known.rows
    return next((row.after for row in reversed(rows) if row.kind == "turn"), _begun(known))


def _desync(moment: DisplayContext) -> list[list[int]]:
    view = moment.view
    return [list(cell) for cell in view.desync] if view and not isinstance(view, CardRefereeView) else []


def _asked(moment: DisplayContext) -> list[Json]:
    view = moment.view
    cells = view.asked if view and not isinstance(view, CardRefereeView) else ()
    return [
        {"x": cell[0], "y": cell[1], "candidates": [list(pair) for pair in moment.doubts.get(cell, ())]}
        for cell in cells
    ]


def _curve(sheet: Sheet) -> list[list[int]]:
    """For each player the points after each of their turns, from those before the first one on."""
    curves = [[points] for points in sheet.state.points_before]
    for entered in sheet.entered:
        if entered.row.kind != "cannot_play":
            curves[entered.row.player].append(entered.total)
    return curves


def _opening_needed(known: State) -> bool:
    return known.whose_turn is None and not known.started and not known.ended


def _starter(known: State, moment: DisplayContext) -> Json:
    """What is known of who starts: the turn of which it is asked who laid it, and who has declared what."""
    first = next((row.id for row in known.rows), None) if moment.nameless else None
    return {"asked": first, "declared": list(known.declarations), "undeclared": list(known.undeclared)}


def _ended(sheet: Sheet, moment: DisplayContext, words: Words) -> Json | None:
    if not sheet.state.ended:
        return None
    known, hidden = sheet.state, moment.nameless
    return {
        "reason": known.ended,
        "text": outcome(sheet, words),
        "winners": [] if hidden else list(known.winners),
        "rematch": [] if hidden or known.winners else list(known.leaders),
    }


def _cards(known: State, moment: DisplayContext) -> Json:
    view = moment.view if isinstance(moment.view, CardRefereeView) else None
    return {
        "begun": [list(cards) for cards in _begun(known)],
        "sets": drawn_sets(_table_met(known), known.table),
        "stacks": [
            {"player": None if moment.nameless else player, "cards": list(cards)}
            for player, stacks in enumerate(known.stacks)
            for cards in stacks
        ],
        "last_round": known.last_round is not None,
        "turns_left": known.turns_left,
        "new_cards": known.new_cards,
        "asked": [_asked_card(card) for card in view.asked] if view else [],
        "unsure": view is not None and view.unsure,
        "held": view is not None and view.held,
        "missing": list(view.missing) if view else [],
        "extra": list(view.extra) if view else [],
        "shown": list(view.hand) if view else [],
        "open": view.player if view and view.is_open and not moment.nameless else None,
        "lying": _lying(known, view) if view else None,
    }


def _table_met(known: State) -> Table:
    """The table that the last turn met."""
    turns = [row.after for row in known.rows if row.kind == "turn"]
    return turns[-2] if len(turns) > 1 else _begun(known)


def _lying(known: State, view: CardRefereeView) -> list[Json]:
    """The table as the camera sees it; new are the cards of the turn that lies there, else those of the last one."""
    table = tuple(one.cards for one in view.layout)
    recorded = Counter(all_cards(table)) == Counter(all_cards(known.table))
    sets = traced(_table_met(known) if recorded else _table_before(known, view), table)
    return [
        {
            "cards": list(lying.cards),
            "corners": [[[round(x, 2), round(y, 2)] for x, y in corners] for corners in lying.corners],
            "new": one.new,
            "asked": list(lying.doubtful) if view.asked else [],
        }
        for lying, one in zip(view.layout, sets, strict=True)
    ]


def _asked_card(card: DoubtfulCard) -> Json:
    """A card that somebody has to name, where it lies in the picture, the likeliest names first."""
    names = sorted(card.candidates, key=lambda pair: -pair[1])
    return {"px": list(card.px), "candidates": [list(pair) for pair in names]}
