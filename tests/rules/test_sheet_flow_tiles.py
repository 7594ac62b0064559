"""Every sentence of the sheet of the tile game about the course of a game, as a test that quotes it.

Who starts, what is drawn, exchanged or passed, whose turn it is, how the game ends and who wins is here;
what may be laid and what it is worth is in `test_sheet_tiles.py`. The sheet says everything in German,
French and Italian: the three sentences stand one below the other.
"""
# ruff: noqa: E501, RUF002 - the sentences stand whole on one line and as printed, so that a search finds them

import pytest

from tests.rules.games import NAMES, SIX, add, begun, laid, new_game, refused, started_by, turns_taken
from tests.rules.positions import sets
from tileye.rules.errors import GameError
from tileye.rules.events import Event, Exchange, Opening, Pass
from tileye.rules.flow import possible
from tileye.rules.game import Game, Setup
from tileye.rules.rulesets import TILES
from tileye.rules.state import Player, qwirkle_possible, unseen
from tileye.rules.tiles import best_match

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
