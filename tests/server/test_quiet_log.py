# SPDX-License-Identifier: Apache-2.0
"""What can be caused again and again from outside is written a few times, and then counted."""

import logging
import subprocess
import sys

from grognard.server.quiet_log import LINES, SECONDS, Quiet

LOUD = """
import logging
from grognard.server.quiet_log import write_log

write_log()
write_log()
for number in range(1000):
    logging.getLogger("asyncio").error("there are no more files, for the %d. time", number)
logging.getLogger("grognard").warning("something else")
logging.getLogger("grognard").info("nothing much")
"""


def line(place: int, *given: object) -> logging.LogRecord:
    return logging.LogRecord("grognard", logging.ERROR, "store.py", place, "table %s is closed", given, None)


def test_a_place_writes_some_lines_a_minute_and_then_says_how_many_it_left_out() -> None:
    now = 100.0
    quiet = Quiet(lambda: now)
    assert [quiet.filter(line(1, number)) for number in range(LINES + 7)] == [True] * LINES + [False] * 7
    assert quiet.filter(line(2, "another place"))
    now += SECONDS
    later = line(1, "100%")
    assert quiet.filter(later)
    assert later.getMessage() == "table 100% is closed (7 more like this were left out before)"
    plain = line(1, 8)
    assert quiet.filter(plain)
    assert plain.getMessage() == "table 8 is closed"


def test_a_process_writes_to_the_standard_error_what_matters() -> None:
    done = subprocess.run([sys.executable, "-c", LOUD], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    written = done.stderr.splitlines()
    assert len(written) == LINES + 1
    assert written[0] == "there are no more files, for the 0. time"
    assert written[-1] == "something else"
