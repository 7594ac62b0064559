"""Write what comes of the records anew: `python -m tests.rules.golden`, then read the difference before keeping it."""

import sys

from tests.rules.golden import golden_files, rewrite


def main() -> None:
    """Rewrite the files whose games come out differently now."""
    for path in golden_files():
        text = path.read_text(encoding="utf-8")
        anew = rewrite(text)
        if anew != text:
            path.write_text(anew, encoding="utf-8", newline="\n")
        sys.stdout.write(f"{path.name}: {'the same' if anew == text else 'written anew'}\n")


if __name__ == "__main__":
    main()
