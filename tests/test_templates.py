"""The compiled templates: a cache, and no more."""

import subprocess
import sys

from running import SETTINGS

DELETED_BETWEEN = """\
import shutil
from generator.render.locales import translations
from generator.render.templates import COMPILED, _environment

environment = _environment("en", None, translations("en", None))
environment.get_template("number.html")
shutil.rmtree(COMPILED)
environment.get_template("found.html")
assert list(COMPILED.iterdir())
"""


def test_compiled_templates_may_be_deleted_at_any_time(tmp_path):
    command = [sys.executable, "-c", DELETED_BETWEEN]
    done = subprocess.run(command, cwd=tmp_path, env=SETTINGS, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
