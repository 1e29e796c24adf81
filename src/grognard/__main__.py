# SPDX-License-Identifier: Apache-2.0
"""`python -m grognard` is the command `grognard`."""

import sys


def main() -> None:
    """Run a command. Ctrl-C ends it without a traceback, also while it is still being loaded."""
    try:
        from grognard.cli import main as run  # noqa: PLC0415 - what takes long is loaded where Ctrl-C is expected

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
