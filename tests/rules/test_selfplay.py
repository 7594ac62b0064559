"""Whole games of the program with itself: they end, keep to the rules, and count as the table would."""

from collections import Counter
from functools import partial
from itertools import pairwise
from random import Random

import pytest

from tests.rules.games import NAMES, read_back
from tileye.rules import selfplay
from tileye.rules.cards import all_cards
from tileye.rules.events import Arranged, CannotPlay, Event, Exchange, Laid, Opening, Pass
from tileye.rules.game import Setup
from tileye.rules.moves import Move
from tileye.rules.rearrange import best_rearrangement
from tileye.rules.rulesets import CARDS_DE, CARDS_EN, CLASSROOM, RULE_SETS, TILES, RuleSet
from tileye.rules.selfplay import casual, greedy, play, play_openly
from tileye.rules.state import Player, unseen
from tileye.rules.tiles import COPIES, Tile, best_match, colour_set, set_tiles

TABLES = [(rules, players) for rules in RULE_SETS for players in (2, 3, 4)]
TILE_TABLES = [(rules, players) for rules, players in TABLES if rules.kind == "tiles"]
each_table = pytest.mark.parametrize(("rules", "players"), TABLES, ids=[f"{r.name} {n}" for r, n in TABLES])
each_tile_table = pytest.mark.parametrize(
    ("rules", "players"), TILE_TABLES, ids=[f"{r.name} {n}" for r, n in TILE_TABLES]
)
of_cards = pytest.mark.parametrize("rules", [CARDS_DE, CARDS_EN], ids=lambda rules: rules.name)


def setup_of(rules: RuleSet, players: int, *, pieces: int = 108, colours: str | None = None) -> Setup:
    return Setup(rules, tuple(map(Player, NAMES[:players])), colours, pieces)


def seeds_of(rules: RuleSet) -> range:
    """Few for cards, where each turn is a long search."""
    return range(12 if rules.kind == "tiles" else 2)


def tiles_of(event: Event, before: list[Tile]) -> list[Tile]:
    """The pieces from the hand that an event brought to the table."""
    if isinstance(event, Laid):
        return [tile for tile, _ in event.placed]
    if isinstance(event, Arranged):
        return list((Counter(all_cards((*event.after, *event.taken))) - Counter(before)).elements())
    return []


@each_table
def test_games_end_by_the_rules(rules: RuleSet, players: int) -> None:
    for seed in seeds_of(rules):
        pieces = 108 if seed % 2 else rules.hand * players + 3 * seed
        state = play(setup_of(rules, players, pieces=pieces), seed, (greedy, casual)[seed // 2 % 2]).state
        assert state.ended in ("last_round" if rules.kind == "cards" else "out", "all_passed", "stopped")
        assert not any(row.overruled for row in state.rows)
        assert (state.bag > 0) == (state.ended == "stopped"), "only who has something to draw and is stuck gives up"


@each_table
def test_hands_are_what_a_game_counts_and_hold_what_is_laid(rules: RuleSet, players: int) -> None:
    for seed in seeds_of(rules):
        for state, hand, event in play_openly(setup_of(rules, players, pieces=100), seed, casual):
            assert state.whose_turn is not None
            assert len(hand) == state.hands[state.whose_turn]
            assert not Counter(tiles_of(event, all_cards(state.table))) - Counter(hand), "laid from the own hand"
            left = unseen(state)
            assert all(count <= left[tile] for tile, count in Counter(hand).items()), "no piece lies twice"


@each_tile_table
def test_both_ways_to_play_give_the_same_game(rules: RuleSet, players: int) -> None:
    setup = setup_of(rules, players)
    events = [event for _, _, event in play_openly(setup, 5, casual)]
    game = play(setup, 5, casual)
    assert [entry.event for entry in game.log if not isinstance(entry.event, Opening)] == events


def test_the_same_seed_gives_the_same_game_and_another_another() -> None:
    setup = setup_of(TILES, 3)
    assert play(setup, 8, casual).log == play(setup, 8, casual).log
    assert play(setup, 8, casual).log != play(setup, 9, casual).log
    assert play(setup, 8, casual).log != play(setup, 8, greedy).log


@of_cards
def test_no_game_depends_on_the_speed_of_the_machine(rules: RuleSet, monkeypatch: pytest.MonkeyPatch) -> None:
    def look() -> float:
        raise AssertionError("somebody looked at the clock")

    assert best_rearrangement.__kwdefaults__
    monkeypatch.setitem(best_rearrangement.__kwdefaults__, "clock", look)
    assert play(setup_of(rules, 2, pieces=40), 1).state.ended


@each_table
def test_records_of_these_games_read_the_same(rules: RuleSet, players: int) -> None:
    game = play(setup_of(rules, players, colours="ROYGBW"), 3)
    assert read_back(game).state == game.state
    assert game.state.colours == "ROYGBW"
    assert colour_set(game.state.seen) in ("ROYGBW", None)


def test_who_declared_most_starts_and_lays_that_many() -> None:
    for seed in range(20):
        events = [entry.event for entry in play(setup_of(TILES, 4), seed).log]
        opening, first = next(pair for pair in pairwise(events) if isinstance(pair[1], Laid))
        assert isinstance(opening, Opening)
        assert isinstance(first, Laid)
        numbers = [number for number in opening.declared if number is not None]
        assert opening.declared[first.player] == max(numbers) == len(first.placed)


@of_cards
def test_cards_are_dealt_again_where_nobody_declares_three(rules: RuleSet, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def declares(hand: list[Tile]) -> int:
        asked.append(len(hand))
        return 2 if len(asked) <= 4 else best_match(hand)

    monkeypatch.setattr(selfplay, "best_match", declares)
    state, hand, _ = next(play_openly(setup_of(rules, 2), 1))
    assert asked == [9] * 6, "two deals with two declarations each, then one that counts"
    assert (len(hand), state.bag, state.deal_again) == (9, 90, False)


# Choices


def moves_of(points: list[int]) -> list[Move]:
    """Moves that only have points."""
    return [Move(("1R",), ((0, 0),), number, ()) for number in points]


def test_greedy_takes_the_best_move() -> None:
    assert greedy(moves_of([9, 5, 1]), Random(1)).points == 9


def test_casual_takes_a_good_move_often_and_any_now_and_then() -> None:
    random, moves = Random(1), moves_of(list(range(12, 0, -1)))
    taken = Counter(casual(moves, random).points for _ in range(3000))
    often = [count for _, count in sorted(taken.items(), reverse=True)]
    assert set(taken) == set(range(1, 13)), "any"
    assert often[0] > 800, "the best most often"
    assert all(more > less for more, less in pairwise(often[:5]))
    assert casual(moves[:1], random).points == 12


# Who cannot play

STUCK: dict[str, tuple[RuleSet, int, Event, tuple[int, int]]] = {
    "tiles: exchange all": (TILES, 40, Exchange(0, 6), (28, 6)),
    "tiles: exchange what the bag holds": (TILES, 14, Exchange(0, 2), (2, 6)),
    "tiles: pass with an empty bag": (TILES, 12, Pass(0), (0, 6)),
    "classroom: pass": (CLASSROOM, 40, Pass(0), (28, 6)),
    "cards-de: new cards": (CARDS_DE, 40, CannotPlay(0), (22, 9)),
    "cards-en: new cards of a small deck": (CARDS_EN, 22, CannotPlay(0), (4, 9)),
    "cards-en: no deck": (CARDS_EN, 18, Pass(0), (0, 9)),
}


@pytest.mark.parametrize(("rules", "pieces", "event", "counts"), STUCK.values(), ids=STUCK)
def test_who_cannot_play_does_what_the_sheet_says(
    rules: RuleSet, pieces: int, event: Event, counts: tuple[int, int]
) -> None:
    dealer = selfplay._Dealer(setup_of(rules, 2, pieces=pieces), 1, greedy)
    before, hand = Counter([*dealer.bag, *dealer.hands[0]]), Counter(dealer.hands[0])
    assert dealer.stuck(0) == event
    assert (len(dealer.bag), len(dealer.hands[0])) == counts
    assert Counter([*dealer.bag, *dealer.hands[0]]) == before, "no piece is lost"
    if event == Exchange(0, 2):
        assert (hand & Counter(dealer.hands[0])).total() >= 4, "only two were given back"


@of_cards
def test_after_new_cards_the_player_passes(rules: RuleSet) -> None:
    dealer = selfplay._Dealer(setup_of(rules, 2), 1, greedy)
    dealer.game.append(Arranged(0, (("1R", "2R", "3R"),)))
    dealer.game.append(dealer.stuck(1))
    assert dealer.stuck(1) == Pass(1)


def test_stuck_players_are_met_and_their_games_still_end() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(40):
        kinds.update(row.kind for row in play(setup_of(TILES, 4, pieces=30), seed).state.rows)
    assert kinds["exchange"] > 0
    assert kinds["pass"] > 0


@of_cards
def test_card_players_who_never_find_a_play_pass_to_the_end(rules: RuleSet, monkeypatch: pytest.MonkeyPatch) -> None:
    first_only = partial(_only_the_first, calls=[])
    monkeypatch.setattr(selfplay, "best_rearrangement", first_only)
    game = play(setup_of(rules, 3, pieces=60), 4)
    kinds = [row.kind for row in game.state.rows]
    assert kinds == ["turn", *["cannot_play", "pass"] * 3]
    assert game.state.ended == "stopped"


@of_cards
def test_new_cards_from_a_small_deck_are_counted_as_in_a_game(rules: RuleSet, monkeypatch: pytest.MonkeyPatch) -> None:
    small = 0
    for pieces in range(30, 42):
        monkeypatch.setattr(selfplay, "best_rearrangement", partial(_only_the_first, calls=[]))
        for state, hand, event in play_openly(setup_of(rules, 3, pieces=pieces), 4):
            assert len(hand) == state.hands[state.whose_turn or 0]
            small += isinstance(event, CannotPlay) and state.bag < rules.hand
    assert small, "among the decks is one of fewer than nine"


def _only_the_first(rules: RuleSet, table: object, hand: list[Tile], *, calls: list[int], **options: object) -> object:
    """Find the opening, and nothing later."""
    calls.append(len(hand))
    found = best_rearrangement(rules, (), hand, opening=best_match(hand), effort=100_000)
    return found if len(calls) == 1 else found._replace(played=())


@pytest.mark.parametrize("pieces", [12, 50, 108])
def test_the_deal_leaves_lost_pieces_out(pieces: int) -> None:
    dealer = selfplay._Dealer(setup_of(TILES, 2, pieces=pieces), 1, greedy)
    dealt = Counter([*dealer.bag, *dealer.hands[0], *dealer.hands[1]])
    assert sum(dealt.values()) == pieces
    assert set(dealt) <= set(set_tiles(None))
    assert max(dealt.values()) <= COPIES
