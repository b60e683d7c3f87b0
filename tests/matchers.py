"""The matcher in JavaScript, asked from Python."""

import contextlib
import json
import subprocess
from pathlib import Path

from web import NODE

FOLDER = Path(__file__).parent / "lookup"


@contextlib.contextmanager
def javascript_matcher():
    """Give a function that asks `lookup/agreement.js`."""
    command = [NODE, str(FOLDER / "agreement.js")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:

        def ask(**asked):
            process.stdin.write(json.dumps(asked) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield ask
        process.stdin.close()
