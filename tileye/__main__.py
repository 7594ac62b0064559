"""`python -m tileye` is the same as `tileye`."""

import sys

from tileye.companion_web.cli import main

if __name__ == "__main__":
    sys.exit(main())
