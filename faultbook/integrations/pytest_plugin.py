"""A plugin for pytest: the report of a test that fails with a GPU error ends with the error's page.

Pytest loads it wherever the package is installed; `-p no:faultbook` or FAULTBOOK=0 leaves it out.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: Any, call: Any) -> Generator[None, Any, None]:
    """Add a section to the report of a failure."""
    del item
    outcome = yield
    if call.excinfo is None or not outcome.get_result().failed:
        return
    import faultbook  # a run without failures pays for nothing

    found = faultbook.find(call.excinfo.value)
    if found:
        outcome.get_result().sections.append(("GPU error", found.line))
