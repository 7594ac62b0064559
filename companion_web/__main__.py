"""`python -m companion_web` is the same as `tileye`."""

import sys

from companion_web.cli import main

if __name__ == "__main__":
    sys.exit(main())
