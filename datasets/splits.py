"""The sets of pictures: which scenes belong to train, val and test, as numbers in `splits.json`.

`python -m datasets.splits` checks that the scenes are still the ones described there; `--write` describes them anew.
"""

import argparse
import hashlib
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from datasets.scenes import Split, draw_scene

_FILE = Path(__file__).with_name("splits.json")


@dataclass(frozen=True, slots=True)
class SplitSet:
    """One set: how many scenes it has from number 0 on, and the hash of their descriptions."""

    split: Split
    count: int
    scenes: str


def load_splits(path: Path = _FILE) -> tuple[SplitSet, ...]:
    """Read the description of all sets."""
    described = json.loads(path.read_text(encoding="utf-8"))
    return tuple(SplitSet(split, entry["count"], entry["scenes"]) for split, entry in described.items())


def scenes_hash(split: Split, count: int) -> str:
    """Hash the descriptions of the scenes: whoever has the same hash makes the same pictures."""
    digest = hashlib.sha256()
    for number in range(count):
        digest.update(repr(draw_scene(split, number)).encode())
    return digest.hexdigest()


def cache_folder() -> Path:
    """Where rendered and composed pictures are kept: `$TILEYE_CACHE`, else the user's cache folder."""
    named = os.environ.get("TILEYE_CACHE")
    return Path(named) if named else platformdirs.user_cache_path("tileye", appauthor=False)


def main() -> int:
    """Check or write the hashes."""
    parser = argparse.ArgumentParser(prog="python -m datasets.splits", description=__doc__)
    parser.add_argument("--write", action="store_true", help="describe the scenes as they are drawn now")
    wanted = parser.parse_args()
    found = {one.split: {"count": one.count, "scenes": scenes_hash(one.split, one.count)} for one in load_splits()}
    if wanted.write:
        _FILE.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    wrong = [one.split for one in load_splits() if found[one.split]["scenes"] != one.scenes]
    sys.stdout.write(f"changed: {', '.join(wrong)}\n" if wrong else "all scenes are as described\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
