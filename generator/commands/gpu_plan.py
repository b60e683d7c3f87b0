"""`generator gpu-plan`: one file to take to a machine with a GPU: parse, one call, print."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from generator.build import recorded_evidence
from generator.commands.options import CONTENT_OPTION, NOTHING_RAN, ROLE_OPTION, USAGE, UsageProblem, say
from generator.commands.shared import load_or_exit, refuse_unknown
from generator.terminal.hints import make_command
from generator.verify.bundle import FILE, README, RESULTS, write_bundle
from generator.verify.export import exported
from generator.verify.plan import Wanted


@click.command("gpu-plan")
@CONTENT_OPTION
@ROLE_OPTION
@click.argument("entries", nargs=-1)
@click.option("--again", is_flag=True, help="Also programs that have run on a GPU already.")
@click.option("--repeat", default=1, show_default=True, type=click.IntRange(1, 100), help="Run each so many times.")
@click.option(
    "--out", default="gpu-plan", show_default=True, type=click.Path(path_type=Path), help="The folder to write to."
)
def gpu_plan(
    content: Path, roles: tuple[str, ...], entries: tuple[str, ...], out: Path, repeat: int, *, again: bool
) -> None:
    """Write one file with everything that waits for a GPU, to be run on another machine by any Python from 3.9 on.

    Nothing in the folder is deleted: results that were brought back stay. Exit 3: nothing waits for a run.
    """
    loaded, _warnings = load_or_exit(content, code=USAGE, judged=False)
    refuse_unknown(entries, loaded)
    wanted = Wanted(entries, roles, again=again, repeat=repeat)  # type: ignore[arg-type]
    plan = exported(loaded, recorded_evidence(loaded), wanted)
    count = len(plan["cells"])
    if not count:
        say("no program waits for a run" + ("" if again else "; --again takes also what has run"))
        sys.exit(NOTHING_RAN)
    try:
        write_bundle(out, plan)
    except OSError as error:
        raise UsageProblem(f"{out} cannot be written: {error.strerror}. Name another folder with --out") from error
    say(f"wrote {out / FILE}: {count} programs; {out / README} says what to install there and what comes back")
    say(f"there:  python3 {FILE}")
    say(f"here:   {make_command('evidence', content)} FROM={RESULTS}")
