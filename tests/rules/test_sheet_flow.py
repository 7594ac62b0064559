"""Every sentence of the rule sheets about the course of a game, as a test that quotes it.

Who starts, what is drawn, exchanged or passed, whose turn it is, how the game ends and who wins is here; what may be laid
and what it is worth is in the other `test_sheet_` files. The sheet of the tiles says everything in German, French and
Italian: the three sentences stand one below the other.
"""
# ruff: noqa: E501, RUF002 - the sentences stand whole on one line and as printed, so that a search finds them

from collections.abc import Sequence

import pytest

from rules.events import CannotPlay, End, Event, Exchange, Opening, Pass, Stock
from rules.flow import GameError, possible
from rules.game import Game, Setup
from rules.rulesets import CARDS_DE, CARDS_EN, CLASSROOM, TILES, RuleSet
from rules.state import Player, State, qwirkle_possible, unseen
from rules.tiles import best_match
from tests.rules.games import NAMES, add, arranged, laid, new_game
from tests.rules.positions import sets

RED, ORANGE = "1R 2R 3R 4R 5R 6R", "1O 2O 3O 4O 5O 6O"
THREE, THREE_CARDS = laid(0, "1R@0,0 2R@1,0 3R@2,0"), arranged(0, "1R 2R 3R")
SIX = laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0 6R@5,0")


def begun(rules: RuleSet, players: int = 2, *, pieces: int = 108) -> Game:
    """A game in which Ada has declared three and laid three; now it is Ben's turn."""
    game = new_game(rules, players, pieces=pieces)
    add(game, Opening((3, *[2] * (players - 1))), THREE if rules.kind == "tiles" else THREE_CARDS)
    return game


def refused(game: Game, event: Event) -> str:
    """Why an event is refused."""
    with pytest.raises(GameError) as refusal:
        game.append(event)
    return str(refusal.value)


def started_by(rules: RuleSet, declared: Sequence[int], born: tuple[str | None, ...] = ()) -> int | None:
    """Who starts."""
    return add(new_game(rules, len(declared), born=born), Opening(tuple(declared))).whose_turn


def turns_taken(rules: RuleSet, turns: Sequence[Event]) -> list[int | None]:
    """Whose turn it is after each turn of a game of four."""
    game = new_game(rules, 4)
    return [add(game, turn).whose_turn for turn in turns]


# The tiles: before the start


def test_tiles_108_steine() -> None:
    """108 Steine – die abgebildeten 36 Steine jeweils dreimal
    108 pièces – trois exemplaires de chacune des 36 pièces
    108 pedine – tre volte le 36 pedine rappresentate qui accanto
    """
    state = new_game(TILES).state
    left = unseen(state)
    assert (len(left), set(left.values())) == (36, {3})
    assert state.bag + sum(state.hands) == 108


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_tiles_fuer_2_bis_4_spieler(players: int) -> None:
    """Ein fesselndes Kombinationsspiel von Susan McKinley Ross für 2 – 4 Spieler.
    Un jeu de combinaisons captivant de Susan McKinley Ross pour 2 à 4 joueurs
    Un accattivante gioco di combinazione di Susan McKinley Ross per 2 – 4 giocatori
    """
    setup = Setup(TILES, tuple(map(Player, (*NAMES, "Eve")[:players])))
    if 2 <= players <= 4:
        assert len(Game(setup).state.hands) == players
    else:
        with pytest.raises(GameError, match=rf"^tiles is for 2 to 4 players, not {players}$"):
            Game(setup)


def test_tiles_alle_steine_kommen_in_den_beutel() -> None:
    """Alle Steine kommen in den Beutel und werden gut gemischt.
    Mettez toutes les pièces dans le sachet et mélangez-les bien.
    Tutte le pedine vanno messe nel sacchetto e ben mescolate.
    """
    state = new_game(TILES, 3).state
    assert state.bag == 108 - sum(state.hands)
    assert not state.seen


@pytest.mark.parametrize(("players", "bag"), [(2, 96), (3, 90), (4, 84)])
def test_tiles_jeder_spieler_zieht_blind_6_steine(players: int, bag: int) -> None:
    """Jeder Spieler zieht blind 6 Steine und stellt diese aufrecht vor sich hin, so dass die anderen Spieler die Vorderseite nicht sehen können.
    Chaque joueur tire 6 pièces au hasard et les place devant lui sur la table en position verticale de manière à ce que les autres joueurs ne puissent pas voir leur côté recto.
    Ogni giocatore estrae alla cieca 6 pedine dal sacchetto e le pone all'in piedi davanti a sé, in modo che nessuno degli altri giocatori veda il davanti delle pedine.
    """
    state = new_game(TILES, players).state
    assert (state.hands, state.bag) == ((6,) * players, bag)


@pytest.mark.parametrize(
    ("hand", "declared"),
    [("1R 2R 3R 1B 2G 4O", 3), ("1R 1O 1Y 1G 2R 3P", 4), ("1R 1R 1R 2R 5B 6G", 2), ("1R 2O 3Y 4G 5B 6P", 1)],
)
def test_tiles_zunaechst_pruefen_alle_spieler(hand: str, declared: int) -> None:
    """Zunächst prüfen alle Spieler, wie viele ihrer Steine die gleiche Farbe oder die gleiche Form aufweisen (in Farbe und Form identische Steine zählen dabei nur einfach).
    Dans un premier temps, tous les joueurs vérifient combien de leurs pièces présentent la même couleur ou la même forme. (Des pièces dont la couleur et la forme sont identiques ne comptent qu'une seule fois.)
    Innanzitutto ogni giocatore verifica quante delle proprie pedine abbiano lo stesso colore o la stessa forma (le pedine che sono identiche sia di colore sia di forma vanno contate soltanto una volta).
    """
    assert best_match(hand.split()) == declared


def test_tiles_der_spieler_mit_den_meisten_uebereinstimmungen() -> None:
    """Der Spieler mit den meisten Übereinstimmungen legt nun diese Steine in einer Reihe in der Tischmitte aus, um das Spiel zu beginnen (z. B. 3 rote Steine mit unterschiedlicher Form).
    Le joueur qui possède le plus grand nombre de concordances place les pièces correspondantes dans une rangée au milieu de la table pour commencer la partie (par exemple 3 pièces rouges de formes différentes).
    Per dare dunque inizio alla partita, il giocatore con le maggiori corrispondenze depone tali pedine in una sequenza al centro del tavolo (p. es. 3 pedine rosse di forme diverse).
    """
    game = new_game(TILES, 3)
    assert add(game, Opening((2, 3, 1))).whose_turn == 1
    assert "opening_too_short" in refused(game, laid(1, "1R@0,0 2R@1,0"))
    assert "opening_too_long" in refused(game, laid(1, "1R@0,0 2R@1,0 3R@2,0 4R@3,0"))
    assert refused(game, Pass(1)) == refused(game, Exchange(1, 1))
    assert add(game, laid(1, "1R@0,0 2R@1,0 3R@2,0")).points == (0, 3, 0)


def test_tiles_gleich_viele_uebereinstimmungen_der_juengste() -> None:
    """Haben zwei oder mehr Spieler gleich viele Übereinstimmungen, startet von diesen der jüngste Spieler.
    S'il y a deux ou plusieurs joueurs qui ont en même temps le nombre le plus élevé de concordances, c'est le plus jeune d'entre eux qui commence.
    Se due o più giocatori hanno delle file con lo stesso numero di corrispondenze, allora comincia il giocatore minore tra di loro.
    """
    assert started_by(TILES, (3, 3, 2), ("2010", "2012", "2018")) == 1, "from these: the youngest of all has less"
    assert started_by(TILES, (3, 3, 3), ("2010", "2012", "2018")) == 2


def test_tiles_anschliessend_im_uhrzeigersinn() -> None:
    """Anschließend wird im Uhrzeigersinn weitergespielt.
    Ensuite, on continue en suivant le sens des aiguilles d'une montre.
    Poi si prosegue in senso orario.
    """
    turns: list[Event] = [laid(2, "1R@0,0"), laid(3, "2R@1,0"), laid(0, "3R@2,0"), laid(1, "4R@3,0"), laid(2, "5R@4,0")]
    assert turns_taken(TILES, turns) == [3, 0, 1, 2, 3]


# The tiles: a turn


def test_tiles_wer_an_der_reihe_ist() -> None:
    """Wer an der Reihe ist, führt eine der beiden folgenden Aktionen durch:
    Le joueur dont c'est le tour exécute l'une des deux actions suivantes :
    Il giocatore di turno esegue una delle due azioni seguenti:
    """
    game = begun(TILES)
    assert possible(game.state) & {"turn", "exchange", "pass", "cannot_play"} == {"turn", "exchange"}
    for other in (laid(0, "4R@3,0"), Exchange(0, 1)):
        assert refused(game, other) == "it is the turn of Ben"
    add(game, laid(1, "4R@3,0"))
    assert refused(game, Exchange(1, 1)) == "it is the turn of Ada", "one of the two, not both"


def test_tiles_entweder_er_legt_anschliessend_fuellt_er_auf() -> None:
    """Entweder er legt 1 oder mehr Steine an bereits ausliegende Steine in einer Reihe an. Anschließend füllt er seine Steine aus dem Beutel wieder auf 6 auf.
    Il dépose une ou plusieurs pièces à côté des pièces qui se trouvent déjà sur la table. Ensuite, il reconstitue son stock de pièces en sortant des pièces du sac pour en avoir à nouveau 6.
    Il giocatore aggiunge 1 o più delle sue pedine a quelle già deposte. Poi completa la sua scorta di 6 pedine estraendone una dal sacchetto.
    """
    game = begun(TILES)
    assert (game.state.bag, game.state.hands) == (93, (6, 6))
    assert "empty_move" in refused(game, laid(1, ""))
    state = add(game, laid(1, "4R@3,0 5R@4,0"))
    assert (state.bag, state.hands) == (91, (6, 6)), "as many as he laid, though the Italian says one"


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_tiles_er_tauscht_1_bis_6_seiner_steine(count: int) -> None:
    """Er tauscht 1 bis 6 seiner Steine, um neue zu erhalten.
    Il échange entre 1 et 6 pièces pour en obtenir de nouvelles.
    Egli scambia 1 fino a 6 delle sue pedine con delle nuove.
    """
    assert add(begun(TILES), Exchange(1, count)).rows[-1].count == count


@pytest.mark.parametrize("count", [0, 7])
def test_tiles_anstatt_steine_auszulegen(count: int) -> None:
    """Anstatt Steine auszulegen, kann ein Spieler auch 1 bis 6 seiner Steine eintauschen.
    Au lieu de déposer des pièces, le joueur peut échanger entre 1 et 6 pièces.
    Invece di deporre le pedine, il giocatore può anche scambiare 1 fino a 6 delle sue pedine.
    """
    assert refused(begun(TILES), Exchange(1, count)).endswith("the bag and the hand allow 1 to 6")


def test_tiles_zieht_anschliessend_die_entsprechende_anzahl() -> None:
    """Dazu legt er die Steine, die er eintauschen will, beiseite und zieht anschließend die entsprechende Anzahl an „Austausch-Steinen“ blind aus dem Beutel nach.
    À cette fin, il met à l'écart les pièces qu'il veut céder et puis sort, au hasard, le même nombre de pièces du sac en tissu.
    In tal caso egli mette di lato le pedine che vuole scambiare ed estrae poi alla cieca il rispettivo numero di "pedine di scambio" dal sacchetto.
    """
    game = begun(TILES, pieces=17)
    assert game.state.bag == 2
    assert refused(game, Exchange(1, 3)).endswith("allow 1 to 2"), "drawn first, so the bag must hold as many"
    assert add(game, Exchange(1, 2)).rows[-1].count == 2


def test_tiles_wirft_er_zurueck_in_den_beutel() -> None:
    """Die Steine, die er vorher beiseite gelegt hat, wirft er nun zurück in den Beutel.
    Ensuite, il remet dans le sac les pièces qu'il vient de mettre à l'écart.
    Infine getta le pedine, che prima aveva messe di lato, nel sacchetto.
    """
    game = begun(TILES)
    before = (game.state.bag, game.state.hands, game.state.board)
    state = add(game, Exchange(1, 5))
    assert (state.bag, state.hands, state.board) == before


def test_tiles_damit_ist_sein_zug_beendet() -> None:
    """Damit ist sein Zug für diese Runde beendet und er kann in der nächsten Runde mit seinen neuen Steinen ganz normal weiter spielen.
    Ainsi son tour est fini. Lors de son tour suivant, il peut jouer comme d'habitude avec ses nouvelles pièces.
    La sua mossa è dunque conclusa per il turno presente e nel suo prossimo turno potrà continuare a giocare con le pedine nuove.
    """
    game = begun(TILES)
    add(game, Exchange(1, 5))
    assert refused(game, laid(1, "4R@3,0")) == "it is the turn of Ada"
    assert game.state.points == (3, 0)
    assert add(game, laid(0, "4R@3,0"), laid(1, "5R@4,0")).points == (7, 5)


def test_tiles_kann_ein_spieler_keine_steine_anlegen() -> None:
    """Kann ein Spieler bei seinem Spielzug keine Steine anlegen, so muss er Steine eintauschen.
    Au cas où un joueur ne peut pas déposer de pièce lors de son tour, il est forcé d'échanger une ou des pièces.
    Se in un turno un giocatore non può aggiungere nessuna pedina, egli deve scambiare delle pedine.
    """
    game = begun(TILES, pieces=16)
    assert game.state.bag == 1
    assert refused(game, Pass(1)) == "passing is not possible while the bag holds 1: who cannot lay a tile exchanges"
    assert add(game, Exchange(1, 1)).whose_turn == 0


def test_tiles_nach_jedem_abgeschlossenen_spielzug() -> None:
    """Nach jedem abgeschlossenen Spielzug eines Spielers werden dessen Punkte ermittelt und notiert.
    A chaque tour terminé, on détermine les points du joueur et on les note.
    Dopo ogni mossa conclusa di un giocatore si calcola e si annota il suo punteggio.
    """
    game = begun(TILES)
    totals = [add(game, turn).points for turn in (laid(1, "4R@3,0"), Exchange(0, 1), laid(1, "5R@4,0 6R@5,0"))]
    assert totals == [(3, 4), (3, 4), (3, 16)]
    assert [row.points for row in game.state.rows] == [3, 4, 0, 12]


# The tiles: the end


def test_tiles_wenn_der_beutel_leer_ist() -> None:
    """Wenn der Beutel leer ist, können die Spieler nach dem Legen der Steine keine neuen Steine mehr nachziehen.
    Dès que le sac en tissu est vide, les joueurs ne peuvent plus sortir de nouvelles pièces après en avoir déposé sur la table.
    Non appena il sacchetto si svuota, i giocatori non possono più estrarre nuove pedine dopo aver deposto quelle proprie.
    """
    game = begun(TILES, pieces=14)
    assert (game.state.bag, game.state.hands) == (0, (5, 6)), "the last two were all that was left"
    assert add(game, laid(1, "4R@3,0 5R@4,0")).hands == (5, 4)
    assert refused(game, Exchange(0, 1)) == "the bag is empty: nothing can be exchanged"


def test_tiles_die_spieler_legen_trotzdem_weiterhin_steine_an() -> None:
    """Die Spieler legen trotzdem weiterhin Steine an, bis der erste Spieler, seinen letzten Stein angelegt hat und das Spiel damit sofort beendet.
    Ils continuent pourtant à déposer des pièces jusqu'à ce que le premier joueur ait placé sa dernière pièce. La partie se termine immédiatement.
    I giocatori continuano comunque a deporre le proprie pedine finché il primo giocatore depone la sua ultima pedina terminando così immediatamente la partita.
    """
    game = begun(TILES, 3, pieces=18)
    for turn in (laid(1, "4R@3,0"), laid(2, "5R@4,0")):
        assert add(game, turn).ended is None
    assert add(game, laid(0, "1O@0,1 1Y@0,2 1G@0,3")).ended == "out"
    assert refused(game, laid(1, "2O@1,1")) == "the game is over", "at once: the others have no further turn"


def test_tiles_wer_nicht_anlegen_kann_passt_bei_leerem_beutel() -> None:
    """Die Spieler legen trotzdem weiterhin Steine an, bis der erste Spieler, seinen letzten Stein angelegt hat

    Who can neither lay nor exchange must be able to go on; when nobody can, the game is over, without bonus.
    """
    game = begun(TILES, pieces=12)
    assert add(game, Pass(1)).ended is None
    state = add(game, Pass(0))
    assert (state.ended, state.points) == ("all_passed", (3, 0))


def test_tiles_bonus_von_6_punkten() -> None:
    """Der Spieler erhält zusätzlich einen Bonus von 6 Punkten für das Beenden des Spieles.
    Ce joueur reçoit un bonus de 6 points additionnels pour avoir terminé la partie.
    Il giocatore ottiene inoltre un bonus di 6 punti per aver terminato la partita.
    """
    state = add(new_game(TILES, pieces=12), SIX)
    assert (state.rows[-1].points, state.rows[-1].bonus, state.points) == (12, 6, (18, 0))


def test_tiles_der_spieler_mit_den_meisten_punkten_gewinnt() -> None:
    """Der Spieler mit den meisten Punkten gewinnt das Spiel.
    Le joueur qui a obtenu le plus de points gagne la partie.
    Il giocatore col maggior punteggio vince la partita.
    """
    game = begun(TILES, pieces=12)
    add(game, laid(1, "4R@3,0 5R@4,0 6R@5,0"))
    assert game.state.winners == ()
    state = add(game, laid(0, "1O@0,1 1Y@0,2 1G@0,3"))
    assert (state.points, state.winners) == ((13, 12), (0,)), "the bonus counts"


def test_tiles_wenn_alle_3_roten_kreise_ausliegen() -> None:
    """Wenn z.B. alle 3 roten Kreise ausliegen, kann ein Spieler auch gefahrlos einen fünften roten Stein in eine Reihe legen, in der zur Vervollständigung noch ein roter Kreis fehlen würde, da in der Reihe dann ja kein Qwirkle mehr erzielt werden kann.
    Au cas où il y a, par exemple, déjà tous les 3 cercles rouges, on peut sans danger déposer une cinquième pièce rouge dans une rangée dans laquelle il manque encore un cercle rouge pour la compléter, puisque cela ne permettra à personne de remporter un Qwirkle.
    Se ad esempio tutti i 3 cerchi rossi sono stati già deposti altrove, allora un giocatore può, senza pericolo, aggiungere una quinta pedina rossa in una sequenza in cui manca il cerchio rosso per completarla, visto che in tale sequenza è impossibile creare un Qwirkle.
    """
    game, (line,) = new_game(TILES), sets("2R 3R 4R 5R 6R")
    add(game, laid(0, "1R@0,0"), laid(1, "1O@1,0"), laid(0, "1R@1,1"))
    assert qwirkle_possible(line, unseen(game.state))
    assert not qwirkle_possible(line, unseen(add(game, laid(1, "1G@2,1"), laid(0, "1R@2,2"))))


def test_tiles_ob_dieser_stein_noch_im_beutel_ist() -> None:
    """Auch wenn ein Spieler noch auf einen bestimmten Stein wartet, ist es hilfreich zu wissen, ob dieser Stein überhaupt noch im Beutel vorhanden ist.
    Si un joueur attend une pièce précise, il est aussi utile de savoir si elle se trouve encore dans le sachet.
    Anche se un giocatore aspetta ancora una determinata pedina, è utile sapere se tale pedina è ancora nel sacchetto o meno.
    """
    left = unseen(begun(TILES).state)
    assert (left["1R"], left["4R"]) == (2, 3)


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


@pytest.mark.parametrize(("deck", "bag", "hand"), [(9, 9, 9), (4, 9, 4), (0, 0, 9)])
def test_cards_de_zieht_so_viele_neue_karten_wie_da_sind(deck: int, bag: int, hand: int) -> None:
    """Finden auch sie keine Anlegemöglichkeit, so zieht der Spieler 9 neue Karten vom Nachzugstapel, mischt seine alten Karten wieder in den Nachzugstapel

    The sheet is silent on a deck of fewer than nine: it is drawn empty, and that starts no last round.
    """
    game = begun(CARDS_DE, pieces=21 + deck)
    before = game.state.turns_left
    state = add(game, CannotPlay(1))
    assert (state.bag, state.hands, state.turns_left) == (bag, (9, hand), before)


def test_cards_de_wer_auch_mit_neuen_karten_nicht_spielen_kann() -> None:
    """Finden auch sie keine Anlegemöglichkeit, so zieht der Spieler 9 neue Karten vom Nachzugstapel, [...] und fährt mit seinem Zug fort.

    The sheet is silent on who still cannot play: that player passes.
    """
    game = begun(CARDS_DE)
    add(game, CannotPlay(1))
    assert refused(game, CannotPlay(1)) == "new cards were drawn in this turn already: play or pass"
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
    assert add(game, CannotPlay(1)).hands == (9, 4)
    state = add(game, Pass(1))
    assert (state.bag, state.hands) == (4, (9, 9))


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
        add(game, CannotPlay(turns[-1]), Pass(turns[-1]))
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


# The cards in English: before the start


def test_cards_en_deal_9_cards_to_each_player() -> None:
    """Shuffle the cards thoroughly. Deal 9 cards to each player. Put the remainder of the deck to one side of the play area."""
    state = new_game(CARDS_EN, 4).state
    assert (state.hands, state.bag) == ((9, 9, 9, 9), 72)


def test_cards_en_the_player_with_the_largest_set_goes_first() -> None:
    """The player with the largest set of cards that are all one shape or all one color, without duplicates, goes first."""
    (hand,) = sets("1R 1R 1R 2R 3R 4O 5G 6P 6B")
    assert best_match(hand) == 3, "without duplicates"
    assert started_by(CARDS_EN, (3, 4, 5)) == 2


def test_cards_en_if_there_is_a_tie_the_oldest_player_goes_first() -> None:
    """If there is a tie, the oldest player in the tie goes first."""
    assert started_by(CARDS_EN, (4, 4, 3), ("2010", "2012", "1950")) == 0


def test_cards_en_the_first_player_does_not_have_to_play_the_largest_set() -> None:
    """The first player does NOT have to play his or her largest set."""
    for table in ("1R 2R 3R", "1R 2R 3R 4R", "1R 2R 3R | 1B 2B 3B", "1R 2R 3R 4R 5R"):
        state = add(new_game(CARDS_EN), Opening((4, 3)), arranged(0, table))
        assert not state.rows[-1].overruled


def test_cards_en_play_continues_clockwise() -> None:
    """Play continues clockwise."""
    turns: list[Event] = [
        arranged(1, "1R 2R 3R"),
        arranged(2, "1R 2R 3R 4R"),
        CannotPlay(3),
        Pass(3),
        arranged(0, "1R 2R 3R 4R 5R"),
    ]
    assert turns_taken(CARDS_EN, turns) == [2, 3, 3, 0, 1]


def test_cards_en_reshuffled_and_dealt_again() -> None:
    """If none of the players has a set of at least 3 cards to start the game, all the cards are reshuffled and dealt again."""
    game = new_game(CARDS_EN)
    assert add(game, Opening((2, 2))).deal_again
    assert refused(game, arranged(0, "1R 2R 3R")) == "nobody declared 3: shuffle, deal again and declare anew"
    assert add(game, Opening((3, 2))).whose_turn == 0


# The cards in English: a turn


def test_cards_en_you_must_play_at_least_one_card() -> None:
    """On your turn you must play at least one card."""
    game = begun(CARDS_EN)
    assert "no_card_played" in refused(game, arranged(1, "1R 2R 3R"))
    assert refused(game, Pass(1)) == "who cannot play shows the hand and draws new cards first (cannot_play)"
    assert refused(game, Exchange(1, 1)) == "the rules of cards-en know no exchange"


def test_cards_en_whenever_you_make_a_qwirkle_remove_it() -> None:
    """Whenever you make a Qwirkle, remove the Qwirkle from the play area."""
    game = new_game(CARDS_EN)
    add(game, arranged(0, "1R 2R 3R 4R 5R"))
    assert "qwirkle_left" in refused(game, arranged(1, RED))
    assert add(game, arranged(1, "", RED)).table == ()


def test_cards_en_count_how_many_qwirkles_you_made() -> None:
    """Set the cards to your side so that you can count how many Qwirkles you made at the end of the game."""
    game = new_game(CARDS_EN)
    state = add(game, arranged(0, "1R 2R 3R 4R 5R"), arranged(1, "1B 2B 3B", RED), arranged(0, "1B 2B 3B", ORANGE))
    assert (state.points, state.stacks) == ((1, 1), (sets(ORANGE), sets(RED)))


def test_cards_en_all_players_are_allowed_to_look() -> None:
    """All players are allowed to look at the completed Qwirkles at any point in the game."""
    state = add(new_game(CARDS_EN), arranged(0, "", RED))
    assert state.stacks[0] == sets(RED)
    assert unseen(state)["6R"] == 2


def test_cards_en_draw_until_you_have_9_cards() -> None:
    """At the end of your turn, draw until you have 9 cards in your hand."""
    game = begun(CARDS_EN)
    state = add(game, arranged(1, "1R 2R 3R 4R | 1B 2B 3B"))
    assert (state.bag, state.hands) == (83, (9, 9))


def test_cards_en_draw_until_you_have_9_cards_after_a_pass() -> None:
    """At the end of your turn, draw until you have 9 cards in your hand."""
    state = add(begun(CARDS_EN, pieces=25), CannotPlay(1), Pass(1))
    assert (state.bag, state.hands) == (4, (9, 9))


# The cards in English: the end


@pytest.mark.parametrize("drawer", [0, 1, 2])
def test_cards_en_each_player_gets_one_more_turn(drawer: int) -> None:
    """When the last card is drawn, each player gets one more turn. The player who drew the last card will have the last turn."""
    game = new_game(CARDS_EN, 3)
    first, second = (drawer + 2) % 3, (drawer + 1) % 3
    state = add(game, arranged(first, "1R 2R 3R"), Stock(1), arranged(drawer, "1R 2R 3R 4R"))
    assert (state.bag, state.ended) == (0, None)
    turns = []
    while not game.state.ended:
        turns.append(game.state.whose_turn or 0)
        add(game, CannotPlay(turns[-1]), Pass(turns[-1]))
    assert (turns, game.state.ended) == ([second, first, drawer], "last_round")


def test_cards_en_the_player_with_the_most_qwirkles_wins() -> None:
    """The player with the most Qwirkles wins the game."""
    state = add(new_game(CARDS_EN), arranged(0, "1R 2R 3R 4R 5R"), arranged(1, "", RED), End())
    assert (state.points, state.winners) == ((0, 1), (1,))


def test_cards_en_the_tied_players_agree_to_a_rematch() -> None:
    """If there is a tie, the tied players shake hands and agree to a rematch in the future."""
    state = add(new_game(CARDS_EN), arranged(0, "", RED), arranged(1, "", ORANGE), End())
    assert (state.winners, CARDS_EN.tie_winner, CARDS_DE.tie_winner) == ((0, 1), "rematch", "shared")
