"""Every sentence of the classroom's sheet about the course of a game, as a test that quotes it.

Who starts, what is drawn or passed, whose turn it is, how the game ends and who wins is here;
what may be laid and what it is worth is in `test_sheet_classroom.py`.
"""
# ruff: noqa: E501 - the sentences stand whole on one line and as printed, so that a search finds them

from tests.rules.games import SIX, add, begun, laid, new_game, refused, started_by, turns_taken
from tileye.rules.events import End, Event, Exchange, Opening, Pass
from tileye.rules.rulesets import CLASSROOM

# The classroom


def test_classroom_wer_die_laengste_reihe_legen_kann() -> None:
    """Wer die längste Reihe legen kann, fängt an."""
    assert started_by(CLASSROOM, (2, 4, 3)) == 1
    assert started_by(CLASSROOM, (1, 1, 2)) == 2


def test_classroom_beginnt_die_der_jeweils_juengste() -> None:
    """Wenn zwei Spielerinnen/ Spieler gleich viele Steine legen können, beginnt die/ der jeweils Jüngste!"""
    assert started_by(CLASSROOM, (4, 4, 2), ("2014-05-01", "2014-04-30", "2016")) == 0


def test_classroom_legt_einen_oder_mehrere_steine() -> None:
    """Die Spielerin/ der Spieler legt einen oder mehrere Steine aus ihrer/ seiner Hand so an, dass sie eine gültige Reihe bilden."""
    game = new_game(CLASSROOM)
    add(game, Opening((4, 2)))
    assert "empty_move" in refused(game, laid(0, ""))
    assert add(game, laid(0, "1R@0,0")).whose_turn == 1


def test_classroom_so_viele_steine_wie_sie_er_moechte() -> None:
    """Die Spielerin/ der Spieler darf so viele Steine anlegen, wie sie/ er möchte."""
    for tiles in ("1R@0,0", "1R@0,0 2R@1,0", "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0"):
        state = add(new_game(CLASSROOM), Opening((4, 2)), laid(0, tiles))
        assert not state.rows[-1].overruled, "the four that can be laid need not be"


def test_classroom_nach_dem_zug_zieht() -> None:
    """Nach dem Zug zieht die Spielerin/ der Spieler so viele neue Steine, bis sie/ er wieder 6 auf der Hand hat."""
    game = begun(CLASSROOM, pieces=16)
    assert (game.state.bag, game.state.hands) == (1, (6, 6))
    state = add(game, laid(1, "4R@3,0 5R@4,0"))
    assert (state.bag, state.hands) == (0, (6, 5))


def test_classroom_der_naechste_spieler_ist_an_der_reihe() -> None:
    """Die/ der nächste Spielerin/ Spieler ist an der Reihe."""
    turns: list[Event] = [laid(3, "1R@0,0"), laid(0, "2R@1,0"), Pass(1), laid(2, "3R@2,0"), laid(3, "4R@3,0")]
    assert turns_taken(CLASSROOM, turns) == [0, 1, 2, 3, 0]


def test_classroom_das_spiel_endet() -> None:
    """Das Spiel endet, wenn keine Steine mehr im Vorrat sind und eine Spielerin/ ein Spieler alle Steine abgelegt hat."""
    assert add(new_game(CLASSROOM, pieces=13), SIX).ended is None, "there was one more to draw"
    state = add(new_game(CLASSROOM, pieces=12), SIX)
    assert (state.ended, state.points) == ("out", (12, 0)), "the sheet knows no bonus for that"


def test_classroom_mit_den_meisten_punkten_gewinnt() -> None:
    """Die Spielerin/ der Spieler mit den meisten Punkten gewinnt!"""
    game = begun(CLASSROOM, 3)
    state = add(game, laid(1, "4R@3,0 5R@4,0"), laid(2, "1O@0,1 1Y@0,2"), End())
    assert (state.points, state.winners) == ((3, 5, 3), (1,))


def test_classroom_kein_tausch() -> None:
    """Spielablauf: 1. Steine legen 2. Anlegen 3. Punkte zählen 4. Steine nachziehen 5. Nächster Spieler

    The sheet lists all that a turn consists of: no exchange, so that who cannot lay a tile passes.
    """
    game = begun(CLASSROOM)
    assert refused(game, Exchange(1, 1)) == "the rules of classroom know no exchange"
    assert add(game, Pass(1)).whose_turn == 0
