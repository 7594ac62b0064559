"""Every constant of the referee's judgement, with its reason."""

import math
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Settings:
    """How the referee judges. Times are in seconds, scores in nats (natural logarithms of odds)."""

    automatic: bool = True
    """Whether the grace commits a turn; otherwise `done` or the next player's tiles do."""
    grace: float = 3.0
    """How long laid tiles lie unchanged before they are a turn."""
    whole_turns: bool = False
    """Whether each settled observation is the table after one whole turn, as in a folder of pictures."""
    asks_unchanged: bool = False
    """Whether people say what it was where such a picture shows no new tile; else it is a turn without tiles."""

    # Reading with memory.
    memory: int = 6
    """Readings that count: at 15 a second, what is seen now outweighs what was seen 0.3 s ago."""
    kept_presence: int = 1
    """Readings that still count after a hand was there: what they saw may be gone."""
    kept_names: int = 1
    name_weight: int = 2
    """As how many independent readings all names of a cell count: a glare or a lamp deceives each reading alike."""
    seen: float = 4.0
    """How much a reading that finds a tile tells that there is one."""
    unseen: float = -3.0
    """The same for a reading that finds none: tiles are overlooked more often than invented."""
    name_floor: float = math.log(0.01)
    """What a name counts that the namer does not even mention."""
    most_gone: float = 4.5
    """What it costs at most to think that a recorded tile is only overlooked: a glare lasts for many readings."""
    clear: float = 2.5
    """From this on a tile is there, or gone: with `seen` and `unseen`, two readings after a hand that find it, three
    that do not."""
    thin_name: float = 3.0
    """Names that are less likely by more than this are no candidates: 82 % against 18 % is sure."""
    clear_name: float = 5.0
    """So much more likely another name must be to contradict the record: 92 % against 8 %."""
    clear_doubtful: float = 1.5
    """The same where the name was in doubt when it was recorded."""
    most_names: int = 3
    """Candidates of a cell that are weighed."""
    most_combinations: int = 81

    # What can be a placement.
    farthest: int = 2
    """Cells between a tile that touches nothing and the board; a tile farther away lies about."""
    most_fresh: int = 12
    """More new tiles than this were not laid by one or two players: a hand has six."""
    most_split: int = 8
    """More tiles have too many splits into two turns to try."""
    most_strays: int = 2
    """So many old tiles may look wrong while the game goes on elsewhere; with more nothing is believed."""
    farthest_moved: int = 3
    """Cells that a tile is pushed at most; the same tile farther away is another one."""
    most_lifted: int = 2
    """Turns that may be taken back in a row: lifting more is clearing the table."""

    # How likely each explanation is before anything was seen.
    nothing: float = 0.0
    move: float = -1.0
    illegal: float = -4.0
    """One placement in twenty is illegal, or even fewer."""
    pair: float = -2.0
    """The next player was too quick for the grace."""
    bad_after: float = -1.0
    """What it costs, besides, that the second of two turns is illegal: the same tiles may be one illegal placement.

    Counts only where the first tiles lay alone for `bad_pause`.
    """
    missed_pair: float = -3.0
    """Two turns, neither of which was seen alone: nothing was seen for `missed_after`, or there are more tiles than a
    hand holds."""
    hasty_pair: float = -7.0
    """Two turns, the first of which lay alone for less than `pair_pause`: rather one hand that fetched more tiles."""
    let_stand: float = -2.5
    """The next player lays although an illegal placement still lies there."""
    extended: float = -5.0
    """More tiles come to a committed turn with a hand: far more often they are the next player's."""
    late: float = -1.0
    """The same when no hand was there since the commit: they lay there all the time and were overlooked."""
    no_hand: float = -5.0
    """What it costs that tiles were laid although no hand was seen."""
    not_lifted: float = -12.0
    """The same for tiles that were lifted: without a hand they are rather overlooked."""
    takeback: float = -3.0
    replaced: float = 0.0
    """What it costs besides that another turn lies there already."""
    corrected: float = -4.0
    strange: float = -12.0
    """That nothing explains what is seen."""
    margin: float = 1.0
    """How much better than the runner-up the best explanation must be."""

    # How long a diagnosis must hold before it is told.
    pair_pause: float = 0.9
    """Tiles that lay alone so long were a turn, if they and those that came then are two legal turns and not one: of
    illegal placements hardly one in a hundred can be divided like that."""
    bad_pause: float = 2.5
    """Tiles that lay alone so long were a turn, even if what came next is illegal: a hand that carries more is back
    within 1.4 s (`alarm_after`)."""
    missed_after: float = 10.0
    """Who saw nothing for so long may have missed two turns."""
    first_credit: float = 0.6
    """The first readings after a hand count for what they are found to have shown, up to so long."""
    least_visit: float = 0.4
    """What moves for a shorter time is no hand that lays or lifts a tile."""
    clean_start: float = 0.5
    """A table that is at rest later than this after it was seen first may have been played on before."""
    begin_after: float = 0.6
    """How long the table has to be free before it is said what lies there at the start: some readings find all.
    Where a hand comes sooner, one reading is enough."""
    least_spell: float = 0.6
    """The table has to be free so long before the grace can end: tiles just laid need some readings to be seen."""
    kept_over_hands: float = 0.5
    """The share of the grace that survives a hand which changed nothing."""
    follow_after: float = 0.3
    """For what commits an earlier placement because later tiles lie there."""
    alarm_after: float = 1.6
    """For `violation`: half-finished turns are often illegal, and a hand that carries more is back within 1.4 s."""
    takeback_after: float = 1.0
    replaced_after: float = 2.0
    """The same where other tiles lie there already: perhaps those of the last turn are only overlooked."""
    late_after: float = 1.0
    rename_after: float = 1.0
    corrected_after: float = 3.0
    """For `corrected`: a turn that is lifted in two visits lies there in part for up to 1.4 s."""
    cleared_after: float = 2.0
    """For taking back what lay there at the start: nothing is left that would show that the light is on."""
    desync_after: float = 1.5
    unsure_after: float = 2.5
    patience: float = 0.8
    """How much longer a turn waits that has a doubtful name, or beside which something unreadable lies; the next player
    rarely comes sooner than four seconds after the last."""
    word_lasts: float = 4.0
    """How long `done` or `overrule` waits for tiles to be read, where the table could not be seen when it was said."""
    longest_lapse: float = 0.5
    """A diagnosis that is back after so long has held all the time: tiles are overlooked for a moment."""
    longest_step: float = 1.0
    """What the time between two things seen counts at most: nobody watched in between."""


def for_pictures(settings: Settings | None = None) -> Settings:
    """Settings for a folder of pictures: one turn to a picture, and no second look."""
    settings = settings or Settings()
    return replace(
        settings,
        whole_turns=True,
        grace=0.0,
        kept_presence=0,
        seen=8.0,
        unseen=-4.2,
        # A picture is one move, whatever it shows.
        most_split=0,
        replaced=-3.0,
        patience=0.0,
        least_visit=0.0,
        begin_after=0.0,
        least_spell=0.0,
        missed_after=math.inf,
        let_stand=1.0,
        follow_after=0.0,
        alarm_after=0.0,
        takeback_after=0.0,
        cleared_after=0.0,
        replaced_after=0.0,
        late_after=0.0,
        rename_after=0.0,
        corrected_after=0.0,
        desync_after=0.0,
        unsure_after=0.0,
    )
