"""The command line of maintainers. A command's module is imported when it is asked for, so that each starts quickly."""

from __future__ import annotations

import atexit
import gc
from importlib import import_module

import click

# Command → the module of generator.commands that has it, and what it does.
COMMANDS = {
    "check": ("site", "Check content and print every problem with its place."),
    "build": ("build", "Check content, run what is due on this machine, and build the site."),
    "serve": ("serve", "Show the site on this machine; rebuild what changes and reload the page."),
    "new": ("site", "Start an entry: a folder with an entry.yaml and a reproduction to fill in."),
    "verify": ("verify", "Run snippets on this machine."),
    "controls": ("controls", "Run the programs of workarounds without their cure, which must then fail."),
    "gpu": ("gpu", "Run the programs that wait for a GPU, on the one in this machine."),
    "gpu-plan": ("gpu_plan", "Write one file with everything that waits for a GPU, to run on another machine."),
    "drycheck": ("drycheck", "Check programs that wait for a GPU as far as that goes without one."),
    "environments": ("environments", "List or make the environments without a GPU that claims ask for."),
    "evidence": ("evidence", "Work with recorded observations."),
    "wheel": ("wheel", "Build the faultbook package, with the index of the content inside."),
    "offline": ("offline", "Put a built site into an archive, for machines without a network."),
    "permalinks": ("permalinks", "List the names that the ledger of permalinks lacks, or add them."),
    "translated": ("translated", "Record that translations were compared with their originals, or list what is to be."),
    "locale": ("locale", "Write the texts of the interface into a file, to be translated."),
    "accept": ("evidence", "Print the expectation that an observation meets, and where in its entry that goes."),
}


class Commands(click.Group):
    """A group that knows its commands by name alone."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"generator.commands.{COMMANDS[cmd_name][0]}"), cmd_name.replace("-", "_"))
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, words) for name, (_module, words) in COMMANDS.items()])


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Check, verify and build a Faultbook site."""
    gc.set_threshold(50_000, 20, 20)  # what a command reads, it needs to its end: hardly anything is garbage
    atexit.register(gc.freeze)  # else the interpreter looks for garbage in all of it when it ends: 7 % of a small edit
