"""What the program is doing, in words that a family understands."""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tileye.companion_web.languages import Words
from tileye.companion_web.sheets.layout import lay_out
from tileye.companion_web.sheets.phrases import outcome, unnamed
from tileye.rules.board import Cell
from tileye.rules.game import Game
from tileye.rules.judge import Verdict
from tileye.rules.state import State
from tileye.rules.tiles import Tile
from tileye.vision.card_referee.view import CardRefereeView

if TYPE_CHECKING:
    from tileye.companion_web.analysis.display import DisplayContext
    from tileye.vision.referee.machine import RefereeView

    View = RefereeView | CardRefereeView

_MOST_PLACES = 4
_PLAIN = ("busy", "settling", "paused", "waiting", "lost")


def status_text(game: Game, moment: "DisplayContext", words: Words) -> str:
    """Say what goes on, or what is wrong."""
    if moment.error:
        return moment.error
    known, view = game.state, moment.view
    if known.ended:
        return outcome(lay_out(unnamed(known, words) if moment.nameless else known, game.log), words)
    if moment.status in _PLAIN:
        return words[f"told.status.{moment.status}"]
    if moment.status == "beginning" and view:
        return _at_start(view, words)
    if moment.status == "unsure" and view:
        return doubt_text(_doubts(view, moment), words, known.rules.kind)
    if moment.status == "desync" and view:
        if isinstance(view, CardRefereeView):
            return words.say("told.status.cards_desync", cards=off_text(view.missing, view.extra, words))
        return _unexplained(known, view.desync, words)
    if view and view.verdict and moment.status in ("proposed", "illegal"):
        return _lying(known, view, view.verdict, moment, words)
    return _next(known, moment, words)


def _at_start(view: "View", words: Words) -> str:
    if view.clearing:
        return words["told.status.clear"]
    key = "cards_beginning" if isinstance(view, CardRefereeView) else "beginning"
    return words.count(f"told.status.{key}", len(view.beginning))


def _doubts(view: "View", moment: "DisplayContext") -> list[Iterable[tuple[str, float]]]:
    if isinstance(view, CardRefereeView):
        return [card.candidates for card in view.asked]
    return [moment.doubts.get(cell, ()) for cell in view.asked]


def off_text(missing: Iterable[Tile], extra: Iterable[Tile], words: Words) -> str:
    """Say which cards do not lie as they are recorded: missing red circle, not recorded blue star."""
    parts = (("missing", missing), ("extra", extra))
    told = ((key, [words[f"tiles.{card}"] for card in cards]) for key, cards in parts)
    return "; ".join(words.say(f"told.{key}", cards=words.listed(names)) for key, names in told if names)


def doubt_text(doubts: Iterable[Iterable[tuple[str, float]]], words: Words, kind: str = "tiles") -> str:
    """Ask what lies there, the two likeliest names first."""
    asked = [[name for name, _ in names][:2] for names in doubts]
    if len(asked) == 1 and len(asked[0]) == 2:
        first, second = (words[f"tiles.{name}"] for name in asked[0])
        return words.say("told.which", first=first, second=second)
    key = "told.what" if kind == "tiles" else "told.what_cards"
    return words.count(key, len(asked)) if asked else words["told.look"]


def _lying(known: State, view: "View", verdict: Verdict, moment: "DisplayContext", words: Words) -> str:
    if not verdict.legal:
        return _of_player("illegal", known, view, moment, words, reasons=words.reasons(verdict.codes, known.rules.kind))
    points = words.points(verdict.line_points, known.rules.kind)
    if not moment.automatic or moment.grace_left is None:
        return _of_player("done", known, view, moment, words, points=points)
    return _of_player("grace", known, view, moment, words, points=points, n=math.ceil(moment.grace_left))


def _of_player(key: str, known: State, view: "View", moment: "DisplayContext", words: Words, **fields: object) -> str:
    """Say something of whose tiles lie there, by name if it is known who that is."""
    if moment.nameless:
        return words.say(f"told.nameless.status.{key}", **fields)
    return words.say(f"told.status.{key}", player=known.players[view.player].name, **fields)


def _unexplained(known: State, cells: tuple[Cell, ...], words: Words) -> str:
    places = ", ".join(_place(known, cell, words) for cell in cells[:_MOST_PLACES])
    if len(cells) > _MOST_PLACES:
        places = words.say("told.status.more_places", places=places, n=len(cells) - _MOST_PLACES)
    return words.say("told.status.desync", places=places)


def _place(known: State, cell: Cell, words: Words) -> str:
    where = f"({cell[0]},{cell[1]})"
    return f"{words[f'tiles.{known.board[cell]}']} {where}" if cell in known.board else where


def _next(known: State, moment: "DisplayContext", words: Words) -> str:
    """Say whose turn it is, or what has to be said before it is anybody's."""
    if known.deal_again:
        return words.say("told.status.deal_again", n=known.rules.opening_at_least)
    if known.tied:
        return words.say("told.status.tied", names=words.listed([known.players[one].name for one in known.tied]))
    if known.undeclared:
        return words.say(
            "told.status.undeclared", names=words.listed([known.players[one].name for one in known.undeclared])
        )
    if moment.nameless and known.rows:
        return words["told.status.who"]
    if known.whose_turn is None:
        return words["told.status.whose" if known.started else "told.status.start"]
    key = "next" if known.started else "begins"
    noted = [words["told.status.committed"]] if moment.status == "committed" else []
    if noted and isinstance(moment.view, CardRefereeView) and known.started:
        before = known.players[moment.view.player].name
        return words.say("told.status.open", player=before, next=known.players[known.whose_turn].name)
    return " ".join([*noted, words.say(f"told.status.{key}", player=known.players[known.whose_turn].name)])
