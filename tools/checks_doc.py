"""Make docs/checks.md from the list of checks, so that it cannot say anything else."""

from __future__ import annotations

from generator.checks import CHECKS, FORM_CODES
from generator.checks.codes import CODE_CODES
from generator.checks.evidence import EVIDENCE_CODES
from generator.checks.interface import INTERFACE_CODES
from generator.checks.lookup import LOOKUP_CODES
from generator.checks.pages import PAGE_CODES
from generator.checks.permalinks import PERMALINK_CODES
from generator.checks.translations import TRANSLATION_CODES
from generator.checks.waivers import WAIVER_CODES
from generator.paths import ROOT

TARGET = ROOT / "docs" / "checks.md"


def checks_page() -> str:
    """Return the text of docs/checks.md."""
    lines = [
        "# Checks of content",
        "",
        "Made by `python -m tools.checks_doc` from `generator/checks/`. `make check` prints every problem as",
        "`path:line:column: CODE message`, with a hint; `--format github` prints annotations, `--format json` JSON.",
        "Errors stop a build; warnings do not. Each code has an example of the fault under `tests/bad/`.",
        "",
        "| code | name | why | severity |",
        "|---|---|---|---|",
        *(f"| {code} | form | {why} | error |" for code, why in FORM_CODES.items()),
        *(f"| {check.code} | {check.name} | {check.why} | {check.severity} |" for check in CHECKS),
        *(f"| {code} | waivers | {why} | error |" for code, why in WAIVER_CODES.items()),
        *(f"| {code} | codes | {why} | {severity} |" for code, (why, severity) in CODE_CODES.items()),
        *(f"| {code} | look-up | {why} | {severity} |" for code, (why, severity) in LOOKUP_CODES.items()),
        *(f"| {code} | permalinks | {why} | {severity} |" for code, (why, severity) in PERMALINK_CODES.items()),
        *(f"| {code} | translations | {why} | {severity} |" for code, (why, severity) in TRANSLATION_CODES.items()),
        *(f"| {code} | interface | {why} | error |" for code, why in INTERFACE_CODES.items()),
        *(f"| {code} | pages | {why} | error |" for code, why in PAGE_CODES.items()),
        "| EVID001 | evidence | evidence that cannot be read is never guessed at | error |",
        *(f"| {code} | evidence | {why} | {severity} |" for code, (why, severity) in EVIDENCE_CODES.items()),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(checks_page(), encoding="utf-8")
