"""What is known of a game at one moment: everything follows from the events so far."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from tileye.rules.board import Board, Placement
from tileye.rules.cards import CardSet, Table, all_cards
from tileye.rules.events import LateStart
from tileye.rules.judge import Verdict
from tileye.rules.rulesets import RuleSet
from tileye.rules.tiles import Tile, all_alike, colour_set, is_qwirkle, set_tiles

Ending = Literal["out", "last_round", "all_passed", "stopped"]
RowKind = Literal["turn", "exchange", "pass", "cannot_play"]


@dataclass(frozen=True, slots=True)
class Player:
    """A player: a name, and a birth date (2016-05-30, or only the year) where age may have to decide."""

    name: str
    born: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One turn as it stands on the sheet."""

    id: int
    """The sequence number of the event that made it."""
    number: int
    """Its number on the sheet; new cards belong to the turn that follows and share its number."""
    kind: RowKind
    player: int
    placed: Placement = ()
    after: Table = ()
    taken: Table = ()
    played: CardSet = ()
    """The cards from the hand."""
    count: int | None = None
    """How many tiles were exchanged, None where nobody saw; of a new hand how many cards it has, 0 without a deck."""
    verdict: Verdict | None = None
    bonus: int = 0
    allowed: bool = False
    """Whether people let it stand, should it be against the rules."""

    @property
    def overruled(self) -> bool:
        """Whether something is wrong with it: the players let it stand, or a correction made it so."""
        return self.verdict is not None and not self.verdict.legal

    @property
    def points(self) -> int:
        """What its lines give, whether legal or not; the bonus comes on top."""
        return self.verdict.line_points if self.verdict else 0

    @property
    def stacked(self) -> Table:
        """The Qwirkles among the cards taken."""
        return tuple(line.cards for line in self.verdict.lines if line.cards) if self.verdict else ()

    @property
    def qwirkles(self) -> int:
        """How many lines of six it made, or Qwirkles it took."""
        return sum(line.qwirkle for line in self.verdict.lines) if self.verdict else 0


@dataclass(frozen=True, slots=True)
class State:
    """A game after some of its events."""

    rules: RuleSet
    players: tuple[Player, ...]
    pieces: int
    bag: int
    hands: tuple[int, ...]
    """How many pieces each player holds."""
    colours: str | None = None
    """The six colours of the set, None until purple or white was seen."""
    board: Board = field(default_factory=dict)
    table: Table = ()
    rows: tuple[Row, ...] = ()
    whose_turn: int | None = None
    """None before the start, while nobody knows who starts."""
    declarations: tuple[int | None, ...] = ()
    """What the players declared."""
    declarer: int | None = None
    """Who declared most and starts: the only one whom a declaration binds."""
    starter_told: bool = False
    """Whether it was declared or said who starts, or whose turn it is; else whoever is recorded is a guess."""
    late_start: LateStart | None = None
    """What lay there already when the game was joined."""
    deal_again: bool = False
    """Nobody declared enough: the pieces are dealt again."""
    tied: tuple[int, ...] = ()
    """Players among whom somebody must say who starts."""
    passed: frozenset[int] = frozenset()
    """The players who have passed since somebody did something else."""
    last_round: frozenset[int] | None = None
    """In the last round of a card game: the players who still have their turn."""
    ended: Ending | None = None

    @property
    def started(self) -> bool:
        """Whether somebody has laid something."""
        return self.late_start is not None or any(row.kind == "turn" for row in self.rows)

    @property
    def declared(self) -> int | None:
        """What the starter declared, or each of those who may start."""
        starters = self.tied if self.declarer is None else (self.declarer,)
        return self.declarations[starters[0]] or None if starters and self.declarations else None

    def bound_to(self, player: int) -> int | None:
        """How many pieces a player has to lay now, as declared; None where nothing binds."""
        return None if self.started or player != self.declarer else self.declared

    @property
    def undeclared(self) -> tuple[int, ...]:
        """Who has to declare yet before it is known who starts."""
        waiting = self.declarations if self.whose_turn is None and not self.tied else ()
        return tuple(player for player, number in enumerate(waiting) if number is None)

    @property
    def passes(self) -> int:
        """How many players have passed since somebody did something else."""
        return len(self.passed)

    @property
    def turns_left(self) -> int | None:
        """In the last round of a card game: how many turns are still to come."""
        return None if self.last_round is None else len(self.last_round)

    @property
    def new_cards(self) -> bool:
        """Whether the player whose turn it is has shown the hand and drawn new cards."""
        last = self.rows[-1] if self.rows else None
        return last is not None and last.kind == "cannot_play" and last.player == self.whose_turn

    @property
    def points(self) -> tuple[int, ...]:
        """The totals of the players, bonus included."""
        totals = list(self.points_before)
        for row in self.rows:
            totals[row.player] += row.points + row.bonus
        return tuple(totals)

    @property
    def points_before(self) -> tuple[int, ...]:
        """What the players had when a game that had begun was joined."""
        late = self.late_start
        if late is None or (late.points is None and late.stacks is None):
            return (0,) * len(self.players)
        return late.points or tuple(sum(map(is_qwirkle, table)) for table in late.stacks or ())

    @property
    def stacks(self) -> tuple[Table, ...]:
        """The Qwirkles that each player has taken."""
        before = (self.late_start and self.late_start.stacks) or ((),) * len(self.players)
        return tuple(
            (*before[player], *(cards for row in self.rows if row.player == player for cards in row.stacked))
            for player in range(len(self.players))
        )

    @property
    def taken(self) -> Table:
        """All cards that left the table, also those that are no Qwirkle and were let go."""
        before = (self.late_start and self.late_start.stacks) or ()
        return (*(cards for table in before for cards in table), *(cards for row in self.rows for cards in row.taken))

    @property
    def leaders(self) -> tuple[int, ...]:
        """Everybody with the most points, once the game has ended; nobody in a game that never started."""
        return first_in(self.points) if self.ended and self.started else ()

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won, once the game has ended; nobody where the sheet answers a tie with a rematch."""
        return winners_among(self.rules, self.points) if self.leaders else ()

    @property
    def seen(self) -> Counter[Tile]:
        """How often each piece lies open: on the board, on the table, in taken Qwirkles."""
        return Counter([*self.board.values(), *all_cards(self.table), *all_cards(self.taken)])


def first_in(points: Sequence[int]) -> tuple[int, ...]:
    """Name everybody with the most points."""
    return tuple(player for player, total in enumerate(points) if total == max(points))


def winners_among(rules: RuleSet, points: Sequence[int]) -> tuple[int, ...]:
    """Name everybody who wins with these points: the sheet may answer a tie with a rematch, and then nobody does."""
    first = first_in(points)
    return () if len(first) > 1 and rules.tie_winner == "rematch" else first


def unseen(state: State) -> dict[Tile, int]:
    """Count for each piece of the set how many are still in the bag, in hands or lost."""
    seen = state.seen
    colours = state.colours or colour_set(seen, seven=state.rules.seven_colours)
    return {tile: max(0, state.rules.copies - seen[tile]) for tile in set_tiles(colours)}


def qwirkle_possible(line: tuple[Tile, ...], left: Mapping[Tile, int]) -> bool:
    """Tell whether a line can still grow to six, given how many of each piece are `unseen`."""
    if len(set(line)) < len(line) or not line or not all_alike(line):
        return False
    ways = ([tile for tile in left if tile[axis] == line[0][axis]] for axis in (0, 1))
    return any(set(line) <= set(six) and all(left[tile] for tile in six if tile not in line) for six in ways)


def sheet_event(state: State) -> dict[str, object]:
    """Sum the game up as the `sheet` event of the interfaces."""
    names = [player.name for player in state.players]
    sums = [
        {
            "name": names[player],
            "points": state.points[player],
            "qwirkles": sum(row.qwirkles for row in state.rows if row.player == player),
            "bonus": sum(row.bonus for row in state.rows if row.player == player),
        }
        for player in range(len(names))
    ]
    return {
        "event": "sheet",
        "players": sums,
        "turns": sum(row.kind != "cannot_play" for row in state.rows),
        "winners": [names[player] for player in state.winners],
        "finished": state.ended is not None,
    }
