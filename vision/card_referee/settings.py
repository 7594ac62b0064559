"""Every constant of the judgement of the card game's referee, with its reason."""

import math
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class CardSettings:
    """How the referee judges. Times are in seconds, scores in nats, lengths in sides of a card."""

    automatic: bool = True
    """Whether rest commits a turn; otherwise `done` or a hand at the deck does."""
    pause: float = 20.0
    """How long a legal table lies at rest before it is a turn: people think for long in the middle of one."""
    last_pauses: float = 3.0
    """So many times longer rests a table with which the game would end."""
    whole_turns: bool = False
    """Whether each observation is the table after one whole turn, as in a folder of pictures."""

    names_first: bool = False
    """Whether a turn whose cards are in doubt waits for somebody to name them, until the next hand or a second `done`;
    else it counts by the likeliest names, as where nobody is there to answer."""

    asks_unchanged: bool = False
    """In a folder: whether people say what an unchanged picture means; else it is a pass where the rules allow one."""

    # Reading with memory.
    memory: int = 6
    """Looks that count: at 15 a second, what is seen now outweighs what was seen 0.3 s ago."""
    kept_presence: int = 2
    """Looks that still count where a hand was: what they saw may be gone."""
    kept_names: int = 1
    name_weight: int = 2
    """As how many independent looks all names of a card count: a glare or a lamp deceives each look alike."""
    seen: float = 4.0
    """How much a look that finds a card tells that there is one."""
    unseen: float = -3.0
    """The same for a look that finds none: cards are overlooked more often than invented."""
    name_floor: float = math.log(0.01)
    """What a name counts that the namer does not even mention."""
    doubted_looks: int = 2
    """So many looks at most that did not find a card count against the first that does: it was perhaps overlooked."""
    clear: float = 2.5
    """From this on a card is there, or gone."""
    surely_gone: float = -9.0
    """The same of a card that was seen well since a hand was over it: a glare lasts for many looks."""
    thin_name: float = 3.0
    """Names that are less likely by more than this are no candidates: 82 % against 18 % is sure."""
    known_name: float = 6.0
    """The same for the name that lay in this place when the last turn was recorded."""
    most_names: int = 3
    """Candidates of a card that are weighed."""
    odd_guess: float = 1.0
    """What it costs that a burnt-out card is one that is missing elsewhere, but does not fit those beside it..."""
    new_guess: float = 2.0
    """... and that it is a new one, as nothing but its neighbours says."""
    replaced_guess: float = 0.25
    """The same where a card lay in this place that is read elsewhere now: so little that somebody is asked."""
    most_combinations: int = 48
    """Tables that are explained; what is least likely is left out beyond that."""
    doubtful_with: int = 6
    """Where more cards than this are gone, a hand is at work or the light is out: hardly any name matters then."""
    fewest_combinations: int = 8
    """How many tables are explained then."""
    least_looks: int = 3
    """So many looks after a hand are needed: one alone misses cards."""

    # Which card is which, from look to look.
    same_place: float = 0.4
    """Cards of two looks whose middles are nearer are one: neighbours in a fan may be as near as 0.25, but of those
    each has its own one, which is nearer."""
    most_moved: float = 8.0
    """How far a bump of the camera moves cards at most: people put it back soon."""
    least_shared: float = 0.5
    """After a bump such a share of the cards has to be where the shift of the others says."""

    # What lies where.
    at_home: float = 0.6
    """A card of the same name that is nearer lies where it lay."""
    squeezed: float = 0.21
    """Cards whose middles are nearer, from one to the next, lie like a stack: sets of a game show more of each."""
    stack_length: float = 1.1
    """A stack is no longer, from its first card to its last, even where some between them are not found."""
    outside: float = 1.0
    """So far beyond all other groups lies what somebody has taken."""
    overlapping: float = 0.75
    """Cards whose middles are nearer, in long sides, lie on each other."""
    rows: float = 1.7
    """Cards of two rows of a hand that is shown are nearer to each other, in long sides."""
    lies_about: float = 8.0
    """A card by itself that is so far from all others belongs to nothing: somebody dropped it."""
    crooked: float = 25.0
    """The same of one that is turned by so many degrees against all others."""

    as_it_lay: float = 0.2
    """Two cards whose distance changed by less lie as they lay: what lies between them lay there unseen."""

    gap: float = 1.75
    """In a set that was moved a card was overlooked where two lie so many times farther apart than cards do mostly."""
    out_of_order: float = 1.5
    """What it costs that it is one that lay on the other side of its neighbour."""

    room: float = 1.5
    """Between two cards of a set another one was overlooked only where they lie so many times farther apart."""

    too_near: float = 0.6
    """What lies so many times nearer to its neighbour than the others of a set do, and does not fit, is part of it."""
    seen_again: float = 0.45
    """The same of what bears the name of a neighbour, whether it fits or not."""

    # How likely explanations are.
    faulty: float = 3.0
    """What each fault costs that a misread name makes of a table: orders names that are in doubt."""
    takeback: float = 3.0
    """What it costs that a turn was taken back: a Qwirkle that was completed and taken leaves the same table, too."""
    same_card: float = 0.8
    """What each card costs that seems to come from the hand where its like was taken off the table just before."""
    squeezed_set: float = 3.5
    """What it costs that cards which lie like a stack are a set of the table."""
    new_set: float = 0.2
    """What each set costs that the record does not have: of equal explanations the smallest."""
    new_card: float = 0.1
    """The same of each card from the hand."""
    hindsight: float = 1.5
    """What it costs that a card of an earlier table was the one which lies there now in its stead."""
    margin: float = 1.0
    """How much better than the runner-up the best explanation must be."""
    most_unseen: int = 4
    """More cards than this are not laid and taken without ever lying still: where all is gone, the light is out."""
    most_missing: int = 4
    """More cards than this nobody picks up at once: the light is out, or something lies on them."""

    # How long it must hold before it is told.
    propose_after: float = 0.3
    follow_after: float = 0.3
    """For what a word or a draw commits."""
    missing_after: float = 3.0
    """How long cards have to be missing before a word is taken as the end of such a turn: some are only overlooked."""
    alarm_after: float = 10.0
    """For `violation`: in the middle of a turn a table may be anything."""
    takeback_after: float = 1.0
    renamed_after: float = 2.0
    """For a recorded name that was in doubt and turns out to be another one."""
    look_back_after: float = 1.5
    """For what earlier turns turn out to have been."""
    desync_after: float = 3.0
    unsure_after: float = 2.5
    begin_after: float = 0.6
    """How long the table has to be free before it is said what lies there at the start."""
    clean_start: float = 0.5
    """A table that is at rest later than this after it was seen first may have been played on before."""
    word_lasts: float = 4.0
    """How long `done` or `overrule` waits for a table that could not be seen when it was said, without a hand."""
    word_waits: float = 20.0
    """How long it waits at most, however long a hand stays."""
    said_again: float = 0.8
    """Nobody plays a whole turn in so little time: `done` ends no other one so soon."""

    # Hands.
    draws_after: float = 0.4
    """How long a hand that changes nothing has to be at the deck to have drawn."""
    draws_at_once: float = 0.7
    """How long a hand has to be there and reach no farther to have drawn, whatever else it did: an arm that passes over
    the deck reaches farther. Who was at no set until then ends the turn at once, before the hand has left."""
    reached_over: float = 3.5
    """An arm over the deck may have laid what lies nearer to it than so many long sides of a card."""
    kept_over_hands: float = 0.0
    """Rest begins anew with each hand: somebody still thinks about the table."""
    least_visit: float = 0.4
    """What moves for a shorter time is no hand that lays or lifts a card."""
    missed_after: float = 10.0
    first_credit: float = 0.6
    longest_lapse: float = 0.5
    """A table that is read as before after so long has lain there all the time."""
    unwatched: float = 1.5
    """Where nobody looked for longer than this, hands may have come and gone."""
    longest_step: float = 1.0
    """What the time between two things seen counts at most: nobody watched in between."""


def for_card_pictures(settings: CardSettings | None = None) -> CardSettings:
    """Settings for a folder of pictures: one turn to a picture, and no second look."""
    return replace(
        settings or CardSettings(),
        whole_turns=True,
        pause=0.0,
        least_looks=1,
        kept_presence=0,
        kept_names=0,
        least_visit=0.0,
        missed_after=math.inf,
        propose_after=0.0,
        follow_after=0.0,
        missing_after=0.0,
        alarm_after=0.0,
        takeback_after=0.0,
        renamed_after=0.0,
        said_again=0.0,
        desync_after=0.0,
        unsure_after=0.0,
        begin_after=0.0,
    )
