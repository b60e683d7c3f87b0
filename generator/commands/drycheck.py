"""`generator drycheck`: programs that wait for a GPU, checked without one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from generator.commands.options import CONTENT_OPTION, NOTHING_RAN, PYTHON_OPTION, USAGE, UsageProblem, no_host, say
from generator.commands.shared import load_or_exit, refuse_unknown
from generator.evidence.records import SIMULATED
from generator.verify.drycheck import Checked, dry_check
from generator.verify.environments import find_hosts
from generator.verify.interpreters import ProbeError
from generator.verify.run import close_sessions


@click.command()
@CONTENT_OPTION
@PYTHON_OPTION
@click.argument("entries", nargs=-1)
@click.option("--verbose", is_flag=True, help="Also say how far each program came.")
def drycheck(content: Path, pythons: tuple[str, ...], entries: tuple[str, ...], *, verbose: bool) -> None:
    """Check programs that wait for a GPU: that names and arguments are there, and that they come as far as the device.

    Exit 0: all are ready. 1: something is wrong with one. 2: wrong usage. 3: there is no interpreter to check with.
    """
    loaded, _warnings = load_or_exit(content, code=USAGE, judged=False)
    refuse_unknown(entries, loaded)
    try:
        hosts = [host for host in find_hosts(pythons) if host.environment.kind != SIMULATED]
    except ProbeError as error:
        raise UsageProblem(str(error)) from error
    if not hosts:
        say(no_host(content))
        sys.exit(NOTHING_RAN)
    seen: set[str] = set()
    wrong: set[str] = set()
    try:
        for checked in dry_check(loaded, hosts, entries):
            seen.add(checked.name)
            if checked.wrong:
                wrong.add(checked.name)
            for words in _lines_of(checked, verbose=verbose):
                say(words)
    finally:
        close_sessions()
    say(f"{len(seen - wrong)} programs are ready for a GPU, {len(wrong)} are not")
    sys.exit(1 if wrong else 0)


def _lines_of(checked: Checked, *, verbose: bool) -> Iterator[str]:
    where = f"{checked.name} in {checked.environment}" if checked.environment else checked.name
    yield from (f"{where}: {words}" for words in checked.wrong)
    if verbose and not checked.wrong:
        yield f"{where}: ready; without a device it ends with {checked.came}"
