"""`tileye replay`: a recorded game computed again."""

import argparse
import sys
from pathlib import Path

from tileye.companion_web.commands.shared import given_name
from tileye.companion_web.errors import InputError
from tileye.companion_web.games import find_game, open_game
from tileye.companion_web.languages import words
from tileye.companion_web.sheets.phrases import unnamed
from tileye.companion_web.terminal import show
from tileye.rules.board import board_text
from tileye.rules.jsonlines import dump
from tileye.rules.state import State, sheet_event, unseen

NAME = "replay"
HELP = "compute a recorded game again and show how it stands"
DESCRIPTION = (
    "Compute a recorded game again from its events and show the board, the points and what is still out. "
    "GAME is a file, else the name or the id of a game in the data folder."
)
EXAMPLE = "  tileye replay sunday.jsonl"

_ENDINGS = {
    "out": "ended: the last piece was laid",
    "last_round": "ended after the last round",
    "all_passed": "ended: everybody passed",
    "stopped": "ended by the players",
    None: "not finished",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "game", type=given_name, metavar="GAME", help="a file with a record, or a name or id in the data folder"
    )
    parser.add_argument("--json", action="store_true", help="print the `sheet` event as JSON")
    parser.add_argument("--data", type=Path, metavar="DIR", help="look for games in this folder")


def run(arguments: argparse.Namespace) -> int:
    """Replay one game; return 1 where the record cannot be read or its last line was torn off."""
    try:
        place = find_game(arguments.game, arguments.data)
        reading = open_game(place)
    except InputError as error:
        if not arguments.json:
            raise
        sys.stdout.write(dump({"error": str(error)}) + "\n")
        return 1
    game = reading.game
    state = unnamed(game.state, words("en")) if game.nameless else game.state
    if arguments.json:
        sys.stdout.write(dump(sheet_event(state)) + "\n")
    else:
        show(describe(state))
    if reading.torn:
        sys.stderr.write(f"tileye: {place}, {reading.torn}: shown is everything before it\n")
    return 1 if reading.torn else 0


def describe(state: State) -> str:
    """Say in plain text how a game stands."""
    sheet = sheet_event(state)
    head = f"{state.rules.name}, {sheet['turns']} turns, {_ENDINGS[state.ended]}{_won(state)}"
    width = max(len(player.name) for player in state.players)
    points = [
        f"  {player.name.ljust(width)}  {total:4} points  {qwirkles} Qwirkles"
        for player, total, qwirkles in zip(state.players, state.points, _qwirkles(state), strict=True)
    ]
    return "\n".join([head, *points, "", *_lying(state), "", *_still_out(state)])


def _won(state: State) -> str:
    """Who has won, or that nobody has and they meet again."""
    names = " and ".join(state.players[player].name for player in state.leaders)
    if state.winners:
        return f", won by {names}"
    return f", a tie of {names}, who agree on a rematch" if names else ""


def _qwirkles(state: State) -> list[int]:
    return [sum(r.qwirkles for r in state.rows if r.player == p) for p in range(len(state.players))]


def _lying(state: State) -> list[str]:
    if state.rules.kind == "tiles":
        return [board_text(state.board)]
    stacks = [
        f"{player.name}'s Qwirkle: {' '.join(cards)}"
        for player, stack in zip(state.players, state.stacks, strict=True)
        for cards in stack
    ]
    return [*(" ".join(cards) for cards in state.table), *stacks] or ["(the table is empty)"]


def _still_out(state: State) -> list[str]:
    left = unseen(state)
    rows = (
        " ".join(f"{tile} {count or '-'}" for tile, count in row) for row in zip(*[iter(left.items())] * 6, strict=True)
    )
    bag = "bag" if state.rules.kind == "tiles" else "deck"
    return [f"{state.bag} in the {bag}; not seen yet:", *(f"  {row}" for row in rows)]
