"""The German sheet of the card game, sentence by sentence: each test quotes in its docstring what it checks."""
# ruff: noqa: E501 - the sentences stand whole on one line and as printed, so that a search finds them

import pytest

from tests.rules.positions import sets
from tileye.rules.cards import judge_table
from tileye.rules.rulesets import CARDS_DE
from tileye.rules.tiles import COPIES, best_match, set_tiles

SIX = "1R 2R 3R 4R 5R 6R"


def wrong(before: str, after: str, taken: str = "", opening: int | None = None) -> list[str]:
    """The codes of all violations."""
    verdict = judge_table(CARDS_DE, sets(before), sets(after), sets(taken), opening=opening)
    return sorted(fault.code for fault in verdict.violations)


def qwirkles(before: str, after: str, taken: str) -> int:
    """The points of a legal turn."""
    verdict = judge_table(CARDS_DE, sets(before), sets(after), sets(taken))
    assert verdict.legal
    return verdict.points


# Spielmaterial, Spielziel, Spielvorbereitung


def test_108_spielkarten_jedes_symbol_3x_in_6_farben() -> None:
    """108 Spielkarten (jedes Symbol 3x in 6 Farben)"""
    assert CARDS_DE.pieces == len(set_tiles(None)) * COPIES == 6 * 6 * 3 == 108
    lying = "1R 2R 3R | 1R 2R 4R | 1R 4R 5R"
    assert wrong(lying, f"{lying} | 1R 1G 1B") == ["too_many_copies"]


@pytest.mark.parametrize(
    ("cards", "valid"),
    [
        (SIX, True),
        ("1R 1O 1Y 1G 1B 1P", True),
        ("1R 2R 3R 4R 5R 5R", False),
        ("1R 2R 3R 4R 5R 6G", False),
        ("1R 2R 3R 4R 5R", False),
    ],
)
def test_ein_qwirkle_ist_eine_reihe_aus_6_karten(cards: str, valid: bool) -> None:
    """Ein Qwirkle ist eine Reihe aus 6 Karten mit: l gleicher Farbe, aber unterschiedlichen Symbolen oder l gleicher Form, aber unterschiedlichen Farben."""
    assert wrong("", "", cards) == ([] if valid else ["not_a_qwirkle"])


def test_jeder_spieler_erhaelt_verdeckt_9_karten() -> None:
    """Jeder Spieler erhält verdeckt 9 Karten."""
    assert CARDS_DE.hand == 9
    assert wrong("", "1R 2R 3R | 1G 2G 3G | 1B 2B 3B") == []
    assert wrong("", "1R 2R 3R | 1G 2G 3G | 1B 2B 3B 4B") == ["too_many_cards"]


# Start des Spiels


@pytest.mark.parametrize(
    ("hand", "matches"),
    [
        ("1R 2R 3R 4G 5G 6B 6O 1Y 2Y", 3),
        ("1R 1G 1B 1O 5G 6B 6O 2Y 3Y", 4),
        ("1R 1R 1R 2R 2G 3B 4O 5Y 6P", 2),
    ],
)
def test_wie_viele_ihrer_karten_die_gleiche_farbe_oder_form_aufweisen(hand: str, matches: int) -> None:
    """Zunächst prüfen alle Spieler, wie viele ihrer Karten Symbole mit der gleichen Farbe oder mit gleicher Form aufweisen (in Farbe und Form identische Karten zählen dabei nur einfach)."""
    assert best_match(hand.split()) == matches


def test_legt_nun_diese_karten_in_einer_reihe_aus() -> None:
    """Der Spieler mit den meisten Übereinstimmungen (mindestens 3) legt nun diese Karten in einer Reihe in der Tischmitte aus, um das Spiel zu beginnen (z.B. 3 rote Karten unterschiedlicher Form)."""
    assert CARDS_DE.opening_at_least == 3
    assert wrong("", "1R 2R 3R", opening=3) == []
    assert wrong("", "1R 2R 3R", opening=4) == ["opening_too_short"]
    assert wrong("", "1R 2R 3R 4R", opening=3) == ["opening_too_long"]
    assert wrong("", "1R 2R 3R | 1G 2G 3G", opening=3) == ["opening_too_long"]
    assert wrong("", "1R 2R 3R | 1G 2G 3G", opening=6) == ["opening_too_short"]


def test_startet_der_juengste_spieler() -> None:
    """Haben zwei oder mehr Spieler gleich viele Übereinstimmungen, startet von diesen der jüngste Spieler."""
    assert CARDS_DE.tie_starter == "youngest"


# Spielablauf


def test_mindestens_1_karte_ausspielen() -> None:
    """Wer am Zug ist, muss mindestens 1 Karte ausspielen."""
    assert wrong("1R 2R 3R", "1R 2R 3R") == ["no_card_played"]
    assert wrong("1R 2R 3R", "1R 2R 3R 4R") == []


def test_eine_reihe_beginnen_und_oder_an_existierende_anlegen() -> None:
    """In seinem Zug kann ein Spieler eine Reihe beginnen und/oder an existierende Reihen Karten anlegen."""
    assert wrong("1R 2R 3R", "1R 2R 3R | 1G 2G 3G") == []
    assert wrong("1R 2R 3R | 1G 2G 3G", "1R 2R 3R 4R | 1G 2G 3G 4G") == []
    assert wrong("1R 2R 3R", "1R 2R 3R 4R | 1G 2G 3G") == []


def test_alle_ausliegenden_karten_beliebig_neu_arrangiert() -> None:
    """Dabei können alle ausliegenden Karten beliebig neu arrangiert werden."""
    assert wrong("1R 2R 3R | 1G 2G 3G | 1B 2B", "1R 1G 1B | 2R 2G 2B | 3R 3G 3B") == []


# Anlegeregeln


def test_eine_reihe_besteht_aus_mindestens_3_karten() -> None:
    """Eine Reihe besteht aus mindestens 3 Karten, die entweder alle die gleiche Form, oder die gleiche Farbe aufweisen."""
    assert wrong("", "1R 2R 3R") == []
    assert wrong("", "1R 1G 1B") == []
    assert wrong("", "1R 2R") == ["set_too_small"]
    assert wrong("", "1R 2R 1G") == ["mismatch"]


def test_keine_karte_doppelt() -> None:
    """ACHTUNG: In einer Reihe darf keine Karte doppelt vorkommen! Zum Beispiel dürfen in einer Reihe keine 2 Karten mit einem blauen Quadrat liegen."""
    assert wrong("4B 4R 4G", "4B 4R 4G 4B") == ["duplicate"]
    assert wrong("4B 2B 3B", "4B 2B 3B 4B") == ["duplicate"]


def test_um_eine_neue_reihe_zu_beginnen() -> None:
    """Um eine neue Reihe zu beginnen, muss ein Spieler mindestens 3 unterschiedliche Karten mit gleichem Merkmal (Farbe oder Symbol) ausspielen oder sich die Karten aus bestehenden anderen Reihen holen."""
    table = "1R 2R 3R 4R | 1G 2G 3G 4G"
    assert wrong(table, f"{table} | 5O 5Y 5B") == []
    assert wrong(table, f"{table} | 5O 5Y") == ["set_too_small"]
    assert wrong(table, f"{table} | 5O 5Y 5Y") == ["duplicate"]
    assert wrong(table, "1R 2R 3R | 1G 2G 3G | 4R 4G 4B") == []


def test_mindestens_1_karte_von_der_hand() -> None:
    """In dem Fall muss aber mindestens 1 Karte von der Hand kommen."""
    table = "1R 2R 3R 4R | 1G 2G 3G 4G | 1B 2B 3B 4B"
    assert wrong(table, "1R 2R 3R | 1G 2G 3G | 1B 2B 3B | 4R 4G 4B") == ["no_card_played"]
    assert wrong(table, "1R 2R 3R | 1G 2G 3G | 1B 2B 3B | 4R 4G 4B 4O") == []


def test_anschliessend_in_allen_reihen_mindestens_3_unterschiedliche_karten() -> None:
    """Anschließend müssen in allen Reihen aber mindestens 3 unterschiedliche Karten liegen."""
    assert wrong("1R 2R 3R | 1G 2G 3G 4G", "1R 2R | 1G 2G 3G 4G | 3R 3B 3O") == ["set_too_small"]
    assert wrong("1R 2R 3R", "1R 2R 2R | 3R 3B 3O") == ["duplicate"]


def test_bei_gleicher_farbe_unterschiedliche_formen() -> None:
    """In einer Reihe mit Karten der gleichen Farbe müssen alle Symbole unterschiedliche Formen aufweisen. Beispielsweise darf eine Reihe von gelben Karten nur einen gelben Kreis enthalten."""
    assert wrong("1Y 2Y 3Y", "1Y 2Y 3Y 1Y") == ["duplicate"]
    assert wrong("1Y 2Y 3Y", "1Y 2Y 3Y 4Y") == []


def test_bei_gleichen_symbolen_unterschiedliche_farben() -> None:
    """In einer Kartenreihe mit gleichen Symbolen, müssen alle Karten unterschiedliche Farben aufweisen. Beispielsweise darf eine Reihe von Quadraten nur ein gelbes Quadrat enthalten."""
    assert wrong("4Y 4R 4G", "4Y 4R 4G 4Y") == ["duplicate"]
    assert wrong("4Y 4R 4G", "4Y 4R 4G 4B") == []


def test_im_selben_zug_an_unterschiedliche_reihen() -> None:
    """Es ist problemlos möglich, im selben Zug Karten an unterschiedliche Reihen anzulegen."""
    assert wrong("1R 2R 3R | 4O 4G 4B | 5P 2P 3P", "1R 2R 3R 6R | 4O 4G 4B 4Y | 5P 2P 3P 1P") == []


def test_umgruppieren_in_beliebiger_kombination() -> None:
    """Auch das beliebige Umgruppieren und Neuarrangieren der bereits ausliegenden Karten ist erlaubt und kann in beliebiger Kombination erfolgen."""
    assert wrong("1R 2R 3R 4R | 1G 2G 3G | 5B 6B 2B 3B", "1R 2R 4R | 1G 2G 4G | 5B 6B 2B | 3R 3G 3B | 5O 5Y 5P") == []


def test_die_anlegeregeln_immer_einhalten_und_mindestens_3_karten() -> None:
    """Allerdings müssen die Anlegeregeln immer eingehalten werden und am Ende des Umgruppierens müssen alle Reihen mindestens 3 Karten enthalten."""
    table = "1R 2R 3R 4R | 1G 2G 3G"
    assert wrong(table, "1R 2R 3R | 1G 2G 3G 4R | 1B 1O 1Y") == ["mismatch"]
    assert wrong(table, "1R 2R | 1G 2G 3G | 4R | 3R 3B 3O") == ["set_too_small", "set_too_small"]
    assert wrong(table, "1R 2R 3R | 1G 2G 3G | 1B 1O 1Y") == ["card_missing"]


# Die Bilder

YASMIN = "2B 4B 5B | 4O 4G 4Y"


def test_bild_yasmin_spielt_3_rauten() -> None:
    """Nach einigen Runden spielt Yasmin 3 „Rauten“ aus und beginnt damit eine neue Reihe."""
    assert wrong(YASMIN, f"{YASMIN} | 3R 3G 3Y") == []


def test_bild_zusaetzlich_einen_stern_an_die_blaue_reihe() -> None:
    """Zusätzlich legt sie noch einen Stern an die blaue Reihe an."""
    assert wrong(YASMIN, "2B 4B 5B 6B | 4O 4G 4Y | 3R 3G 3Y") == []


def test_bild_ein_blaues_quadrat_kann_sie_nicht_anlegen() -> None:
    """Ein blaues Quadrat kann sie nicht anlegen, da es diese Karte bereits in der Reihe gibt."""
    assert wrong(YASMIN, "2B 4B 5B 4B | 4O 4G 4Y") == ["duplicate"]


def test_bild_mario_verschiebt_das_lila_quadrat() -> None:
    """Mario verschiebt das lila Quadrat an die Quadrat-Reihe und spielt zwei grüne Karten mit unterschiedlichem Symbol aus."""
    before = "4O 4G 4Y | 4P 1P 2P 3P"
    assert wrong(before, "4O 4Y 4P | 1P 2P 3P | 4G 1G 5G") == []
    assert wrong(before, "4O 4G 4Y 4P | 1P 2P 3P | 1G 5G") == ["set_too_small"], "two green cards alone are no row"


def test_bild_anschliessend_verschiebt_er_das_gruene_quadrat() -> None:
    """Anschließend verschiebt er das grüne Quadrat aus der Quadrat-Reihe zu den grünen Karten, um eine grüne Reihe zu bilden."""
    before = "4O 4G 4Y | 4P 1P 2P 3P"
    assert wrong(before, "4O 4Y 4P | 1P 2P 3P | 1G 5G 4G") == []
    assert wrong(before, "4O 4Y | 4P 1P 2P 3P | 1G 5G 4G") == ["set_too_small"], "without the purple square"


def test_bild_sabine_bildet_einen_qwirkle() -> None:
    """Sabine spielt zwei Rauten, die in der Reihe noch nicht liegen, und verschiebt zusätzlich aus der gelben Reihe eine Raute. So bildet sie einen Qwirkle."""
    assert qwirkles("3R 3G 3B | 1Y 2Y 3Y 4Y", "1Y 2Y 4Y", "3R 3G 3B 3O 3P 3Y") == 1


def test_bild_dann_nimmt_sie_sich_die_karten() -> None:
    """Dann nimmt sie sich die Karten und legt sie vor sich als Stapel aus."""
    before, six = "3R 3G 3B | 1Y 2Y 3Y 4Y", "3R 3G 3B 3O 3P 3Y"
    assert wrong(before, "1Y 2Y 4Y", six) == []
    assert wrong(before, f"1Y 2Y 4Y | {six}") == ["qwirkle_left"]


# Qwirkle!


def test_die_6_karte_bildet_einen_qwirkle_der_als_stapel_genommen_wird() -> None:
    """Wer es schafft, in eine Reihe die 6. Karte zu legen, bildet einen Qwirkle. Der Spieler nimmt diese Karten als Stapel an sich."""
    assert qwirkles("1R 2R 3R 4R 5R", "", SIX) == 1
    assert qwirkles("1R 2R 3R 4R 5R | 1O 1G 1B 1Y", "", f"{SIX} | 1O 1G 1B 1Y 1P 1R") == 2
    assert wrong("1R 2R 3R 4R 5R", SIX) == ["qwirkle_left"]
    assert wrong("1R 2R 3R 4R", "", "1R 2R 3R 4R 5R") == ["not_a_qwirkle"]


def test_welche_karten_schon_aus_dem_spiel_sind() -> None:
    """Wer möchte, kann die Qwirkle auch aufgefächert hinlegen, damit immer eine Übersicht gegeben ist, welche Karten schon aus dem Spiel sind."""
    stacks = sets(f"{SIX} | {SIX} | {SIX}")
    verdict = judge_table(CARDS_DE, (), sets("1R 1G 1B"), stacks=stacks)
    assert [(fault.code, fault.tiles) for fault in verdict.violations] == [("too_many_copies", ("1R",))]


def test_mehrere_gewinner_bei_gleichstand() -> None:
    """Bei einem Gleichstand gibt es mehrere Gewinner."""
    assert CARDS_DE.tie_winner == "shared"


def test_fuer_2_bis_4_spieler() -> None:
    """Das spannende Kombinationsspiel von Susan McKinley Ross für 2-4 Spieler ab 8 Jahren."""
    assert (CARDS_DE.players_min, CARDS_DE.players_max) == (2, 4)
