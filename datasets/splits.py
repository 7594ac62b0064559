"""The sets of pictures and films: which belong to train, val, dev and test, as numbers in `splits.json`.

`python -m tileye.datasets.splits` checks that scenes and films are still the ones described there; `--write` describes
them anew.
"""

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import platformdirs

from tileye.datasets.film.story import DEV_SEEDS, TEST_SEEDS, tell
from tileye.datasets.film.timeline import FilmSplit
from tileye.datasets.folders import canonical_text
from tileye.datasets.scene.scenes import Split, draw_scene

FILM_SEEDS: dict[FilmSplit, Sequence[int]] = {"dev": DEV_SEEDS, "test": TEST_SEEDS}

_FILE = Path(__file__).with_name("splits.json")
_SPLITS: tuple[Split, ...] = get_args(Split)


@dataclass(frozen=True, slots=True)
class SplitSet:
    """One set: how many scenes it has from number 0 on, and the hash of their descriptions."""

    split: Split
    count: int
    scenes: str


def load_splits(path: Path = _FILE) -> tuple[SplitSet, ...]:
    """Read the description of all sets."""
    described = json.loads(path.read_text(encoding="utf-8"))
    return tuple(SplitSet(split, described[split]["count"], described[split]["scenes"]) for split in _SPLITS)


def scenes_hash(split: Split, count: int) -> str:
    """Hash the descriptions of the scenes: whoever has the same hash makes the same pictures."""
    digest = hashlib.sha256()
    for number in range(count):
        digest.update(canonical_text(draw_scene(split, number)).encode())
    return digest.hexdigest()


def films_hash(split: FilmSplit, seeds: Sequence[int]) -> str:
    """Hash films as they are told: whoever has the same hash makes the same films."""
    digest = hashlib.sha256()
    for seed in seeds:
        digest.update(canonical_text(tell(split, seed)).encode())
    return digest.hexdigest()


def cache_folder() -> Path:
    """Where rendered and composed pictures are kept: `$TILEYE_CACHE`, else the user's cache folder."""
    named = os.environ.get("TILEYE_CACHE")
    return Path(named) if named else platformdirs.user_cache_path("tileye", appauthor=False)


def main() -> int:
    """Check or write the hashes."""
    parser = argparse.ArgumentParser(prog="python -m tileye.datasets.splits", description=__doc__)
    parser.add_argument("--write", action="store_true", help="describe the scenes as they are drawn now")
    wanted = parser.parse_args()
    found = _described()
    if wanted.write:
        _FILE.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    wrong = _differences(json.loads(_FILE.read_text(encoding="utf-8")), found)
    sys.stdout.write(f"changed: {', '.join(wrong)}\n" if wrong else "all scenes and films are as described\n")
    return 1 if wrong else 0


def _described() -> dict[str, Any]:
    """Describe sets and films as they are drawn now."""
    sets: dict[str, Any] = {
        one.split: {"count": one.count, "scenes": scenes_hash(one.split, one.count)} for one in load_splits()
    }
    films = {split: {"seeds": list(seeds), "films": films_hash(split, seeds)} for split, seeds in FILM_SEEDS.items()}
    return {**sets, "films": films}


def _differences(kept: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """Name the sets and the films that are not as they were."""
    films = kept.get("films", {})
    return [split for split in _SPLITS if kept[split] != found[split]] + [
        f"films of {split}" for split, told in found["films"].items() if films.get(split) != told
    ]


if __name__ == "__main__":
    sys.exit(main())
