"""What judging, move search, whole games and replays cost, beside deliberately naive versions."""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from tileye.companion_web.benchmarks.measure import Figure, figure, times_ms
from tileye.rules.board import Board, Cell, Placement
from tileye.rules.events import Laid
from tileye.rules.game import MOST_EVENTS, Game, Setup
from tileye.rules.jsonlines import Json, dump
from tileye.rules.judge import judge
from tileye.rules.moves import legal_moves
from tileye.rules.naive import naive_judge, naive_moves
from tileye.rules.rearrange import best_rearrangement
from tileye.rules.record import entry_json, read_record, record_lines
from tileye.rules.rulesets import CARDS_EN, TILES
from tileye.rules.selfplay import play, play_openly
from tileye.rules.state import Player
from tileye.rules.tiles import Tile, set_tiles

GAMES = 30
TABLES = 40
RECORD_TURNS = 60


class Position(NamedTuple):
    """A moment of a greedy game: the board, the hand of whose turn it is, and what was laid."""

    board: Board
    hand: tuple[Tile, ...]
    placed: Placement


def rules_figures(seed: int = 1) -> Iterator[Figure]:
    """Measure the stages of the rules one after the other."""
    setup = _setup(2)
    positions = [p for game in range(GAMES) for p in _positions(setup, seed * 1000 + game)]
    yield _judging([p for p in positions if p.placed])
    yield _moves(positions)
    yield _games(setup, seed)
    yield _replays(seed)
    yield _changed_replays(seed)
    yield _rearranging(seed)


def _setup(players: int) -> Setup:
    return Setup(TILES, tuple(Player(name) for name in ("Ada", "Ben", "Cem", "Dora")[:players]))


def _positions(setup: Setup, seed: int) -> Iterator[Position]:
    for state, hand, event in play_openly(setup, seed):
        yield Position(dict(state.board), tuple(hand), event.placed if isinstance(event, Laid) else ())


def _judging(positions: list[Position]) -> Figure:
    times = times_ms([partial(judge, TILES, p.board, p.placed) for p in positions], repeats=3)
    some = positions[::25]
    naive = times_ms([partial(naive_judge, TILES, p.board, p.placed) for p in some], repeats=3)
    return figure("judge one move", times, 0.03, naive=(naive, times[::25]))


def _moves(positions: list[Position]) -> Figure:
    times = times_ms([partial(legal_moves, TILES, p.board, p.hand) for p in positions], repeats=3)
    some = positions[5::150]
    naive = times_ms([partial(naive_moves, TILES, p.board, p.hand) for p in some])
    return figure("all legal moves of a hand", times, 0.5, budget_p95_ms=2.5, naive=(naive, times[5::150]))


def _games(setup: Setup, seed: int) -> Figure:
    times = times_ms([partial(play, setup, seed * 1000 + game) for game in range(GAMES)])
    positions = list(_positions(setup, seed * 1000))
    # A whole naive game takes a minute: every tenth of its moves is searched and the rest reckoned from them.
    searched = times_ms([partial(naive_moves, TILES, p.board, p.hand) for p in positions[5::10]])
    judged = times_ms([partial(naive_judge, TILES, p.board, p.placed) for p in positions if p.placed])
    naive = sum(searched) / len(searched) * len(positions) + sum(judged)
    return figure("a whole greedy two-player game", times, 60, naive=([naive], times[:1]))


def _replays(seed: int) -> Figure:
    game = _long_game(seed)
    lines = [line.encode() for line in record_lines(game)]
    times = times_ms([partial(read_record, lines)] * 30)
    naive = times_ms([partial(_naive_replay, game)])
    return figure(f"replay a record of {len(game.state.rows)} turns", times, 20, naive=(naive, times))


def _changed_replays(seed: int) -> Figure:
    """The same for records as long as one may be: the slowest of all kinds of events, and of mixes of them."""
    tiles, cards = _long_game(seed), play(Setup(CARDS_EN, _setup(4).players), seed)
    records = [_lengthened(game, [event]) for game in (tiles, cards) for event in _events_about(game)]
    records += [
        _lengthened(game, Random(mix).sample(_events_about(game), 4)) for game in (tiles, cards) for mix in range(5)
    ]
    times = [min(times_ms([partial(read_record, lines)] * 3)) for lines in records]
    return figure(f"replay a record of {MOST_EVENTS} events, each kind and mixes", times, 100, budget_p95_ms=100)


def _events_about(game: Game) -> list[Json]:
    """Events that may come at the end of a game as often as one likes."""
    rows = game.state.rows
    turns = {entry.seq: entry_json(entry) for entry in game.log}
    some = [turns[row.id] for row in (rows[0], rows[len(rows) // 2], rows[-1])]
    return [
        {"event": "rename", "player": 0, "name": "Zoe"},
        {"event": "undo"},
        *({"event": "undo", "of": turn["seq"]} for turn in some[::2]),
        *({"event": "correct", "of": turn["seq"], "to": _plain(turn)} for turn in some),
        {"event": "give", "of": some[0]["seq"], "player": some[0]["player"]},
    ]


def _plain(line: Json) -> Json:
    return {name: value for name, value in line.items() if name not in ("seq", "at")}


def _lengthened(game: Game, events: list[Json]) -> list[bytes]:
    """The record of a game with these events again and again; what is taken back is brought again."""
    lines, seq = [line.encode() for line in record_lines(game)], len(game.log)
    for number in range(MOST_EVENTS):
        event = events[number % len(events)]
        for one in (event, {"event": "redo"}) if event["event"] == "undo" else (event,):
            seq += 1
            lines.append(dump({"seq": seq, "at": game.log[-1].at + seq, **one}).encode())
    return lines[: MOST_EVENTS + 1]


def _long_game(seed: int) -> Game:
    """Find a game of at least so many turns."""
    while True:
        game = play(_setup(4), seed)
        if len(game.state.rows) >= RECORD_TURNS:
            return game
        seed += 1


def _naive_replay(game: Game) -> int:
    """Judge every turn with the naive judge on a board that is built anew from the first turn on."""
    rows = [row for row in game.state.rows if row.placed]
    points = 0
    for number, row in enumerate(rows):
        board: dict[Cell, Tile] = {cell: tile for earlier in rows[:number] for tile, cell in earlier.placed}
        points += naive_judge(TILES, board, row.placed).points
    return points


def _rearranging(seed: int) -> Figure:
    """Search tables of the hardest kind: nearly all cards different, so that each may go two ways."""
    random = Random(seed)
    kinds, calls = list(set_tiles(None)), []
    for _ in range(TABLES):
        table = (*random.sample(kinds, 22), *random.sample(kinds, 2))
        hand = random.sample(kinds, CARDS_EN.hand)
        calls.append(partial(best_rearrangement, CARDS_EN, (table,), hand))
    return figure("best rearrangement of 24 cards and 9 in hand", times_ms(calls), 2000)
