"""What holds in every game, whatever is told to it: random games with every kind of event and of nonsense."""

from functools import reduce
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from tests.laws import tried
from tests.rules.games import known, last_of, new_game, open_pieces, random_game, random_turn, read_back
from tileye.rules.cards import cards_added
from tileye.rules.errors import GameError
from tileye.rules.events import (
    Action,
    Arranged,
    CannotPlay,
    Correct,
    End,
    Event,
    Exchange,
    Give,
    Laid,
    Opening,
    Pass,
    Redo,
    Rename,
    Stock,
    Undo,
    event_json,
    parse_event,
)
from tileye.rules.flow import advance, first_state, possible, verdict_of
from tileye.rules.game import Game
from tileye.rules.rulesets import RULE_SETS, RuleSet
from tileye.rules.state import State, sheet_event, unseen
from tileye.rules.tiles import set_tiles

LAWS = settings(tried(20), stateful_step_count=60)

SEEDS = st.integers(0, 2**32 - 1)
LOSSES = ("too_many_tiles", "too_many_cards", "card_missing")
"""Faults after which the pieces cannot add up any more: something was laid that nobody held, or went away."""


class Table(RuleBasedStateMachine):
    """People at a table, who play, err, correct, and tell nonsense."""

    sheet: RuleSet
    players: int
    pieces: int

    def __init__(self) -> None:
        super().__init__()
        self.game = new_game(self.sheet, self.players, pieces=self.pieces)

    @property
    def state(self) -> State:
        return self.game.state

    def tell(self, event: Event) -> bool:
        """Tell the game an event: it joins the log, or it is refused and nothing at all changes."""
        before = known(self.game)
        log = list(self.game.log)
        try:
            entry = self.game.append(event)
        except GameError:
            assert known(self.game) == before
            return False
        assert self.game.log == [*log, entry]
        assert parse_event(event_json(entry.event)) == entry.event
        self.replay()
        return True

    def replay(self) -> None:
        """Both the record and the steps that stand give the same game again."""
        back, setup = read_back(self.game), self.game.setup
        assert (back.log, list(back.steps), back.state) == (self.game.log, list(self.game.steps), self.state)
        first = first_state(setup.rules, setup.players, setup.pieces, setup.colours)
        assert reduce(lambda state, step: advance(state, step.id, step.event), self.game.steps, first) == self.state

    # What people do

    @rule(seed=SEEDS)
    def declare(self, seed: int) -> None:
        random, count = Random(seed), len(self.state.players)
        declared = tuple(random.choice((None, 2, 3, 4, 5, 6)) for _ in range(random.choice((count, count, count, 5))))
        self.tell(Opening(declared, random.choice((None, None, 0, 1, 3))))

    @rule(seed=SEEDS)
    def play(self, seed: int) -> None:
        state, turn = self.state, random_turn(self.state, Random(seed))
        if turn and "turn" in possible(state):
            # Small hands after a count, or a table with broken sets, can make even this turn illegal.
            assert self.tell(turn) == verdict_of(state, turn).legal

    @precondition(lambda self: not self.state.ended)
    @rule(seed=SEEDS)
    def play_on(self, seed: int) -> None:
        for number in range(3):
            self.play(seed + number)

    @rule(seed=SEEDS)
    def play_as_it_comes(self, seed: int) -> None:
        self.tell(any_turn(self.state, Random(seed)))

    @rule(seed=SEEDS)
    def rest(self, seed: int) -> None:
        random = Random(seed)
        next_one = self.state.whose_turn or 0
        player = random.choice((next_one, next_one, next_one, 3))
        count = random.choice((None, 0, 1, 2, 6, 7, 108))
        self.tell(random.choice((Exchange(player, count), Exchange(player, 1), Pass(player), CannotPlay(player))))

    @rule(seed=SEEDS)
    def pass_where_possible(self, seed: int) -> None:
        player = self.state.whose_turn or 0
        for name, event in (("cannot_play", CannotPlay(player)), ("pass", Pass(player))):
            if name in possible(self.state):
                assert self.tell(event)

    # What people tell besides

    @rule(seed=SEEDS)
    def change_the_past(self, seed: int) -> None:
        random = Random(seed)
        standing = [step.id for step in self.game.steps if isinstance(step.event, Action)]
        seq = random.choice((*standing[-4:], *standing[:2], random.randint(0, len(self.game.log) + 1)))
        player = random.randrange(len(self.state.players) + (random.random() < 0.1))
        turn: Action = random.choice((any_turn(self.state, random), Pass(player), Exchange(player, 3)))
        edits: tuple[Event, ...] = (
            Undo(of=seq),
            Redo(of=seq),
            Redo(),
            Give(player, of=seq),
            Correct(turn, of=seq),
            Correct(turn, before=seq),
        )
        self.tell(random.choice(edits))

    @precondition(lambda self: self.game.log)
    @rule()
    def undo_then_redo(self) -> None:
        before, steps = self.state, list(self.game.steps)
        if self.tell(Undo()):
            assert self.tell(Redo())
            assert (self.state, list(self.game.steps)) == (before, steps)

    @precondition(lambda self: len(self.state.rows) > 4 or self.state.ended)
    @rule()
    def undo(self) -> None:
        self.tell(Undo())

    @rule(seed=SEEDS)
    def count(self, seed: int) -> None:
        random = Random(seed)
        hands = tuple(random.randint(0, 9) for _ in range(random.choice((1, *[len(self.state.players)] * 4))))
        bag = random.choice((0, 0, 3, 12, 40, 108))
        self.tell(Stock(bag, random.choice((None, self.state.hands, hands))))

    @rule(seed=SEEDS)
    def tell_the_rest(self, seed: int) -> None:
        random = Random(seed)
        player, name = random.randrange(4), random.choice("ABCD")
        self.tell(random.choice((Rename(player, name), Give(player), Rename(player, name), Give(player), End())))

    # What holds all the time

    @invariant()
    def totals_are_what_the_lines_give(self) -> None:
        totals = [0] * len(self.state.players)
        for row in self.state.rows:
            if row.verdict is not None:
                lines = sum(line.points for line in row.verdict.lines)
                totals[row.player] += lines - (row.verdict.counted_once or 0)
            totals[row.player] += row.bonus
        assert self.state.points == tuple(totals)
        assert [player["points"] for player in sheet_event(self.state)["players"]] == totals  # type: ignore[attr-defined]

    @invariant()
    def nothing_is_less_than_none(self) -> None:
        state = self.state
        assert min(state.bag, *state.hands, *unseen(state).values()) >= 0
        assert max(state.hands) <= state.rules.hand
        assert state.turns_left is None or 0 <= state.turns_left <= len(state.players)

    @invariant()
    def pieces_add_up(self) -> None:
        state = self.state
        verdicts = [row.verdict for row in state.rows if row.verdict]
        if not any(fault.code in LOSSES for verdict in verdicts for fault in verdict.violations):
            assert state.bag + sum(state.hands) + open_pieces(state) == state.pieces

    @invariant()
    def rows_are_numbered(self) -> None:
        numbers = [row.number for row in self.state.rows if row.kind != "cannot_play"]
        assert numbers == list(range(1, len(numbers) + 1))
        before = [0, *(row.number for row in self.state.rows)]
        for last, row in zip(before, self.state.rows, strict=False):
            assert row.number in (last, last + 1)
        assert len({row.id for row in self.state.rows}) == len(self.state.rows)

    @invariant()
    def a_bonus_is_only_for_the_last_row_of_a_game_that_is_out(self) -> None:
        bonuses = [row.bonus for row in self.state.rows]
        assert not any(bonuses[:-1])
        if any(bonuses):
            assert (self.state.ended, bonuses[-1]) == ("out", self.state.rules.out_bonus)

    @invariant()
    def who_is_next_is_a_player(self) -> None:
        state = self.state
        assert state.whose_turn in (None, *range(len(state.players)))
        if state.rows:
            assert state.whose_turn is not None
        if state.tied or state.deal_again:
            assert state.whose_turn is None

    @invariant()
    def the_game_goes_on_or_is_over(self) -> None:
        offered = possible(self.state)
        if self.state.ended:
            assert offered == {"rename", "stock"}
        elif self.state.started:
            assert offered & {"exchange", "pass", "cannot_play"}

    @invariant()
    def marks_are_what_the_verdicts_say(self) -> None:
        for row in self.state.rows:
            assert row.overruled == bool(row.verdict and row.verdict.violations)


def any_turn(state: State, random: Random) -> Laid | Arranged:
    """Some pieces somewhere near: illegal more often than not, and sometimes of the other game."""
    player = random.choice((state.whose_turn or 0, random.randrange(4)))
    overruled = random.random() < 0.6
    if (state.rules.kind == "tiles") != (random.random() < 0.03):
        cells = sorted(state.board) or [(0, 0)]
        x, y = random.choice(cells)
        across = random.random() < 0.5
        spots = [(x + n, y) if across else (x, y + n) for n in range(1, random.randint(1, 8))]
        return Laid(player, tuple((random.choice(TILES), spot) for spot in spots), overruled)
    return Arranged(player, *any_table(state, random), overruled)


def any_table(state: State, random: Random) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]:
    """The table with cards added, a set gone, a set taken, or split."""
    table = [list(cards) for cards in state.table]
    for _ in range(random.randint(0, 4)):
        random.choice(table or [[]]).append(random.choice(TILES))
    if random.random() < 0.5:
        table.append(random.sample(TILES, random.randint(0, 4)))
    taken = [table.pop(random.randrange(len(table)))] if table and random.random() < 0.3 else []
    if table and random.random() < 0.2:
        table.pop()
    return tuple(map(tuple, table)), tuple(map(tuple, taken))


TILES = [*set_tiles("ROYGBP"), "1W"]

TABLES = [(rules, players, pieces) for rules in RULE_SETS for players, pieces in ((2, 0), (3, 9), (4, 108))]


@pytest.mark.hypothesis
@pytest.mark.parametrize(("rules", "players", "more"), TABLES, ids=[f"{r.name} {n} {more}" for r, n, more in TABLES])
def test_laws(rules: RuleSet, players: int, more: int) -> None:
    game = {"sheet": rules, "players": players, "pieces": min(rules.pieces, rules.hand * players + more)}
    run_state_machine_as_test(type("ThisTable", (Table,), game), settings=LAWS)


ENDS = {"tiles": {"out", "all_passed", "stopped"}, "cards": {"last_round", "all_passed", "stopped"}}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_random_games_end(rules: RuleSet, players: int) -> None:
    for seed in range(12):
        pieces = rules.pieces if seed % 2 else rules.hand * players + 2 * seed
        state = last_of(random_game(rules, seed, players, pieces=pieces)).state
        assert state.ended in ENDS[rules.kind]
        assert state.bag + sum(state.hands) + open_pieces(state) == pieces == state.pieces
        assert all(count <= rules.copies for count in state.seen.values())
        assert state.leaders


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_counts_go_one_way_while_nobody_edits(rules: RuleSet) -> None:
    before = new_game(rules, 3).state
    for game in random_game(rules, 6, 3):
        state = game.state
        assert state.bag <= before.bag or (state.new_cards and state.bag <= rules.hand)
        assert open_pieces(state) >= open_pieces(before)
        assert all(now >= then for now, then in zip(state.points, before.points, strict=True))
        before = state


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_a_random_game_undone_to_its_start_and_redone_is_the_same(rules: RuleSet) -> None:
    game: Game = last_of(random_game(rules, 9, 2))
    end, count = game.state, len(game.steps)
    for _ in range(count):
        game.append(Undo())
    assert game.state == new_game(rules).state
    for _ in range(count):
        game.append(Redo())
    assert game.state == end


def test_cards_that_were_added_are_told_from_those_that_moved() -> None:
    game = last_of(random_game(RULE_SETS[2], 4))
    table: tuple[tuple[str, ...], ...] = ()
    for row in game.state.rows:
        if row.kind == "turn":
            assert row.played == cards_added(table, row.after, row.taken)
            table = row.after
