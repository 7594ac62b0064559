"""What a check is: where it looks, what it found, and what to do about it, as codes with fields."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tileye.rules.jsonlines import Json


@dataclass(frozen=True, slots=True)
class Phrase:
    """Something to be said: a key of the catalogue under `doctor`, with what it names; a field may hold phrases."""

    code: str
    fields: Mapping[str, object] = field(default_factory=dict)


def found(code: str, **fields: object) -> Phrase:
    """Say what was found."""
    return Phrase(f"found.{code}", fields)


def advice(code: str, **fields: object) -> Phrase:
    """Say what to do."""
    return Phrase(f"advice.{code}", fields)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a look has found."""

    text: tuple[Phrase, ...]
    advice: Phrase | None = None
    """What to do; None where all is well."""
    blocks: bool = False
    """Whether `tileye play` cannot work like this."""
    values: Json = field(default_factory=dict)
    """What was measured, for programs."""


@dataclass(frozen=True, slots=True)
class Check:
    """A finding under its name; its values have the same keys each time."""

    name: str
    finding: Finding

    @property
    def ok(self) -> bool:
        """Whether there is nothing to do."""
        return self.finding.advice is None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known before anything is looked at."""

    folder: Path
    """Where the games are kept."""
    cameras_in_use: tuple[int, ...] = ()
    """What our own games look through, which cannot be opened a second time."""


@dataclass(frozen=True, slots=True)
class Examiner:
    """One thing to be looked at."""

    name: str
    look: Callable[[Surroundings], Finding]
    values: tuple[str, ...]
    """The keys of what it measures; null where it could not."""
    vital: bool = False
    """Whether `tileye play` needs it, so that a look that fails is taken for a failure of the thing."""
