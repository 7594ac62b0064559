"""Checks the types of everything: `python -m tests.types`.

mypy does not follow that `tileye.rules` lies in `rules/`: it gets a tree of links in which the folders are where their
import names say.
"""

import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[1]
_TREE = _ROOT / ".venv" / "tree" / "tileye"
FOLDERS = ("rules", "vision", "companion_web", "models", "datasets")


def link() -> None:
    """Make the tree."""
    _TREE.mkdir(parents=True, exist_ok=True)
    own = ((path.name, path) for path in (_ROOT / "tileye").iterdir() if path.suffix in (".py", ".typed"))
    for name, target in (*own, *((folder, _ROOT / folder) for folder in FOLDERS)):
        link = _TREE / name
        if not link.exists():
            link.symlink_to(target, target_is_directory=target.is_dir())


def main() -> int:
    """Make the tree and let mypy look at it."""
    link()
    return subprocess.run([sys.executable, "-m", "mypy", *sys.argv[1:]], cwd=_ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
