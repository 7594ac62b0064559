"""Every sentence of the German sheet of the card game about the course of a game, as a test that quotes it.

Who starts, what is drawn or passed, whose turn it is, how the game ends and who wins is here;
what may be laid and what it is worth is in `test_sheet_cards_de.py`.
"""
# ruff: noqa: E501 - the sentences stand whole on one line and as printed, so that a search finds them

import pytest

from tests.rules.games import ORANGE, RED, add, arranged, begun, new_game, refused, started_by, turns_taken
from tests.rules.positions import sets
from tileye.rules.events import CannotPlay, End, Event, Opening, Pass, Stock
from tileye.rules.rulesets import CARDS_DE
from tileye.rules.state import State, unseen
from tileye.rules.tiles import best_match

# The cards in German: before the start


def test_cards_de_108_spielkarten() -> None:
    """108 Spielkarten (jedes Symbol 3x in 6 Farben)"""
    state = new_game(CARDS_DE).state
    left = unseen(state)
    assert (len(left), set(left.values()), state.bag + sum(state.hands)) == (36, {3}, 108)


@pytest.mark.parametrize(("players", "deck"), [(2, 90), (3, 81), (4, 72)])
def test_cards_de_jeder_spieler_erhaelt_9_karten(players: int, deck: int) -> None:
    """Jeder Spieler erhält verdeckt 9 Karten. Die restlichen Karten werden als verdeckter Nachzugstapel bereit gelegt."""
    state = new_game(CARDS_DE, players).state
    assert (state.hands, state.bag) == ((9,) * players, deck)


@pytest.mark.parametrize(
    ("hand", "declared"),
    [("1R 2R 3R 1B 2G 4O 5O 6P 6P", 3), ("1R 1R 1R 2R 2R 3O 4G 5B 6P", 2), ("1R 1O 1Y 1G 1B 1P 2R 3R 4R", 6)],
)
def test_cards_de_zunaechst_pruefen_alle_spieler(hand: str, declared: int) -> None:
    """Zunächst prüfen alle Spieler, wie viele ihrer Karten Symbole mit der gleichen Farbe oder mit gleicher Form aufweisen (in Farbe und Form identische Karten zählen dabei nur einfach)."""
    assert best_match(hand.split()) == declared


def test_cards_de_der_spieler_mit_den_meisten_uebereinstimmungen() -> None:
    """Der Spieler mit den meisten Übereinstimmungen (mindestens 3) legt nun diese Karten in einer Reihe in der Tischmitte aus, um das Spiel zu beginnen (z.B. 3 rote Karten unterschiedlicher Form)."""
    game = new_game(CARDS_DE, 3)
    assert add(game, Opening((3, 4, 2))).whose_turn == 1
    assert "opening_too_short" in refused(game, arranged(1, "1R 2R 3R"))
    assert "opening_too_long" in refused(game, arranged(1, "1R 2R 3R 4R 5R"))
    assert "opening_too_long" in refused(game, arranged(1, "1R 2R 3R 4R | 1B 2B 3B"))
    assert add(game, arranged(1, "1R 2R 3R 4R")).started


def test_cards_de_gleich_viele_uebereinstimmungen_der_juengste() -> None:
    """Haben zwei oder mehr Spieler gleich viele Übereinstimmungen, startet von diesen der jüngste Spieler."""
    assert started_by(CARDS_DE, (5, 5, 3), ("2010", "2012", "2018")) == 1


def test_cards_de_im_uhrzeigersinn() -> None:
    """Anschließend wird im Uhrzeigersinn weitergespielt."""
    turns: list[Event] = [
        arranged(2, "1R 2R 3R"),
        arranged(3, "1R 2R 3R 4R"),
        CannotPlay(0),
        Pass(0),
        arranged(1, "1R 2R 3R 4R 5R"),
    ]
    assert turns_taken(CARDS_DE, turns) == [3, 0, 0, 1, 2]


def test_cards_de_neu_ausgeteilt() -> None:
    """Sollte kein Spieler 3 oder mehr Übereinstimmungen besitzen, werden alle Karten wieder gemischt und neu ausgeteilt."""
    game = new_game(CARDS_DE, 3)
    state = add(game, Opening((2, 2, 1)))
    assert (state.deal_again, state.whose_turn, state.bag, state.hands) == (True, None, 81, (9, 9, 9))
    assert refused(game, arranged(0, "1R 2R 3R")) == "nobody declared 3: shuffle, deal again and declare anew"
    assert add(game, Opening((2, 2, 3))).whose_turn == 2


# The cards in German: a turn


def test_cards_de_mindestens_1_karte_ausspielen() -> None:
    """Wer am Zug ist, muss mindestens 1 Karte ausspielen."""
    game = begun(CARDS_DE)
    assert "no_card_played" in refused(game, arranged(1, "1R 2R 3R"))
    assert add(game, arranged(1, "1R 2R 3R 4R")).whose_turn == 0


def test_cards_de_der_spieler_nimmt_diese_karten_als_stapel() -> None:
    """Wer es schafft, in eine Reihe die 6. Karte zu legen, bildet einen Qwirkle. Der Spieler nimmt diese Karten als Stapel an sich."""
    game = new_game(CARDS_DE)
    add(game, arranged(0, "1R 2R 3R 4R 5R"))
    assert "qwirkle_left" in refused(game, arranged(1, RED))
    state = add(game, arranged(1, "", RED))
    assert (state.table, state.stacks, state.points) == ((), ((), sets(RED)), (0, 1))


def two_stacks() -> State:
    """Each of the two has taken a Qwirkle."""
    return add(new_game(CARDS_DE), arranged(0, "", RED), arranged(1, "1B 2B 3B", ORANGE))


def test_cards_de_alle_spieler_sehen_wie_viele_stapel() -> None:
    """Damit immer alle Spieler sehen können, wie viele Stapel jeder Spieler schon geschafft hat, sollten die Qwirkle-Stapel ein wenig versetzt gelegt werden."""
    assert [len(stacks) for stacks in two_stacks().stacks] == [1, 1]


def test_cards_de_welche_karten_in_den_stapeln_enthalten_sind() -> None:
    """Die Spieler können jederzeit - auch bei den Mitspielern - überprüfen, welche Karten in den beiseitegelegten Qwirkle-Stapeln enthalten sind."""
    assert two_stacks().stacks == (sets(RED), sets(ORANGE))


def test_cards_de_welche_karten_schon_aus_dem_spiel_sind() -> None:
    """Wer möchte, kann die Qwirkle auch aufgefächert hinlegen, damit immer eine Übersicht gegeben ist, welche Karten schon aus dem Spiel sind."""
    left = unseen(two_stacks())
    assert (left["1R"], left["1O"], left["1B"], left["4B"]) == (2, 2, 2, 3)


def test_cards_de_keine_karte_spielen_kann_handkarten_zeigen() -> None:
    """Sollte die seltene Situation auftreten, dass ein Spieler keine Karte spielen kann, dann muss er seine Handkarten seinen Mitspielern zeigen."""
    game = begun(CARDS_DE)
    assert refused(game, Pass(1)) == "who cannot play shows the hand and draws new cards first (cannot_play)"
    assert add(game, CannotPlay(1)).rows[-1].kind == "cannot_play"


def test_cards_de_finden_die_mitspieler_eine_anlegemoeglichkeit() -> None:
    """Sollten die Mitspieler eine Anlegemöglichkeit finden, so muss der Spieler diese Möglichkeit nutzen, auch wenn ihm das evtl. nicht gefällt."""
    game = begun(CARDS_DE)
    # What is shown and found at the table is no event: the found turn is played like any other.
    state = add(game, arranged(1, "1R 2R 3R 4R"))
    assert (state.whose_turn, [row.kind for row in state.rows]) == (0, ["turn", "turn"])


def test_cards_de_zieht_9_neue_karten() -> None:
    """Finden auch sie keine Anlegemöglichkeit, so zieht der Spieler 9 neue Karten vom Nachzugstapel, mischt seine alten Karten wieder in den Nachzugstapel und fährt mit seinem Zug fort."""
    game = begun(CARDS_DE)
    before = game.state.bag
    state = add(game, CannotPlay(1))
    assert (state.bag, state.hands, state.whose_turn) == (before, (9, 9), 1)
    assert add(game, arranged(1, "1R 2R 3R 4R")).whose_turn == 0


@pytest.mark.parametrize(("deck", "bag", "hand"), [(9, 9, 9), (4, 4, 9), (1, 1, 9)])
def test_cards_de_zieht_auch_aus_einem_kleinen_stapel_neun_karten(deck: int, bag: int, hand: int) -> None:
    """Finden auch sie keine Anlegemöglichkeit, so zieht der Spieler 9 neue Karten vom Nachzugstapel, mischt seine alten Karten wieder in den Nachzugstapel

    The sheet is silent on a deck of fewer than nine: what is there is drawn, the old hand is shuffled in, and the rest
    comes from that. The deck is as large as before, so no last round begins.
    """
    game = begun(CARDS_DE, pieces=21 + deck)
    before = game.state.turns_left
    state = add(game, CannotPlay(1))
    assert (state.bag, state.hands, state.turns_left) == (bag, (9, hand), before)


def test_cards_de_wer_auch_mit_neuen_karten_nicht_spielen_kann() -> None:
    """Finden auch sie keine Anlegemöglichkeit, so zieht der Spieler 9 neue Karten vom Nachzugstapel, [...] und fährt mit seinem Zug fort.

    The sheet is silent on who still cannot play: that player may pass, or do the same again while there is a deck.
    """
    game = begun(CARDS_DE)
    assert add(game, CannotPlay(1), CannotPlay(1)).whose_turn == 1
    assert add(game, Pass(1)).whose_turn == 0


def test_cards_de_ohne_nachzugstapel_bleibt_nur_passen() -> None:
    """Finden auch sie keine Anlegemöglichkeit, so zieht der Spieler 9 neue Karten vom Nachzugstapel

    Without a deck there is nothing to draw.
    """
    game = begun(CARDS_DE, pieces=21)
    assert refused(game, CannotPlay(1)) == "there are no cards to draw: pass"
    assert add(game, Pass(1)).whose_turn == 0


def test_cards_de_am_ende_seines_zuges_zieht_ein_spieler() -> None:
    """Am Ende seines Zuges zieht ein Spieler so viele Karten nach, dass er wieder 9 Handkarten besitzt."""
    game = begun(CARDS_DE)
    assert (game.state.bag, game.state.hands) == (87, (9, 9))
    state = add(game, arranged(1, "1R 2R 3R 4R | 1B 2B 3B"))
    assert (state.bag, state.hands) == (83, (9, 9))


def test_cards_de_auch_wer_passt_zieht_am_ende_seines_zuges() -> None:
    """Am Ende seines Zuges zieht ein Spieler so viele Karten nach, dass er wieder 9 Handkarten besitzt."""
    game = begun(CARDS_DE, pieces=25)
    add(game, Stock(4, (9, 6)), CannotPlay(1), Stock(4, (9, 8)))
    state = add(game, Pass(1))
    assert (state.bag, state.hands) == (3, (9, 9))


def test_cards_de_danach_ist_der_naechste_spieler() -> None:
    """Danach ist der im Uhrzeigersinn nächste Spieler an der Reihe."""
    game = begun(CARDS_DE, 4)
    assert game.state.whose_turn == 1
    assert refused(game, arranged(2, "1R 2R 3R 4R")) == "it is the turn of Ben"


# The cards in German: the end


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_de_noch_genau_einmal_an_der_reihe(players: int) -> None:
    """Nachdem die letzte Karte vom Nachzugstapel gezogen wurde, ist jeder Spieler (auch der Spieler, der die letzte Karte gezogen hat) noch genau einmal an der Reihe."""
    game = begun(CARDS_DE, players, pieces=9 * players + 3)
    assert game.state.bag == 0
    turns = []
    while not game.state.ended:
        turns.append(game.state.whose_turn or 0)
        add(game, Pass(turns[-1]))
    assert (turns, game.state.ended) == ([*range(1, players), 0], "last_round")


def test_cards_de_danach_wird_gezaehlt() -> None:
    """Danach wird gezählt, wer die meisten Qwirkle geschafft hat. Dieser Spieler gewinnt."""
    game = new_game(CARDS_DE, pieces=21)
    add(game, arranged(0, "", RED), arranged(1, "1R 2R 3R"))
    assert game.state.winners == ()
    state = add(game, arranged(0, "1R 2R 3R 4R"))
    assert (state.ended, state.points, state.winners) == ("last_round", (1, 0), (0,))


def test_cards_de_wer_die_meisten_qwirkle_schafft() -> None:
    """Wer die meisten Qwirkle schafft, gewinnt."""
    # A great many cards without a Qwirkle are worth nothing.
    state = add(
        new_game(CARDS_DE),
        arranged(0, "1R 2R 3R 4R 5R | 1B 2B 3B 4B"),
        arranged(1, "1R 2R 3R 4R 5R | 1B 2B 3B 4B", ORANGE),
        End(),
    )
    assert (state.points, state.winners) == ((0, 1), (1,))


def test_cards_de_am_spielende_die_meisten_qwirkle() -> None:
    """Das Ziel besteht darin, am Spielende die meisten Qwirkle zu besitzen."""
    assert add(new_game(CARDS_DE), arranged(0, "", RED), End()).winners == (0,)


def test_cards_de_bei_einem_gleichstand() -> None:
    """Bei einem Gleichstand gibt es mehrere Gewinner."""
    state = add(new_game(CARDS_DE, 3), arranged(0, "", RED), arranged(1, "", ORANGE), End())
    assert (state.points, state.winners) == ((1, 1, 0), (0, 1))
