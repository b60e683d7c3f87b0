"""The site's own fixed words: what each verdict, status and reason is called, marked for translation.

`N_` marks a text that a template looks up with `_()`. Sign and word go with every colour, so that a
verdict is told apart without seeing colours.
"""

from __future__ import annotations

from typing import NamedTuple

from generator.judge.expectations import NO_ASSERTION, OUT_OF_RANGE
from generator.judge.verdicts import CONTROL_CLEAN, OWN_WORDS, UNOPPOSED, JudgedClaim, Verdict


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for it
    """Mark a text for translation without translating it."""
    return text


class Label(NamedTuple):
    """How a word of ours looks: its tone (a CSS class), a sign and a text."""

    tone: str
    sign: str
    text: str


VERDICTS: dict[tuple[str, str], Label] = {
    ("reproduce", "confirmed"): Label("good", "✓", N_("reproduced")),
    ("reproduce", "contradicted"): Label("bad", "✗", N_("not reproduced")),
    ("workaround", "confirmed"): Label("good", "✓", N_("ran clean")),
    ("workaround", "unopposed"): Label("part", "◐", N_("ran, but where the error does not occur")),
    ("workaround", CONTROL_CLEAN): Label("part", "◐", N_("ran, but shows no cure")),
    ("workaround", "contradicted"): Label("bad", "✗", N_("did not work")),
    ("dead-end", "confirmed"): Label("dead", "⊘", N_("still fails, as said")),
    ("dead-end", "contradicted"): Label("bad", "✗", N_("not as said")),
    ("dead-end", "harm"): Label("dead", "⊘", N_("runs, and shows that it does not help")),
    ("claim", "upheld"): Label("good", "✓", N_("upheld")),
    ("claim", "refuted"): Label("refuted", "≠", N_("refuted")),
}
ANY_ROLE: dict[str, Label] = {
    "flaky": Label("part", "≈", N_("flaky")),
    "stale": Label("wait", "↻", N_("must be run again")),
    "isolation_violation": Label("wait", "▣", N_("ran into its fences")),
    "harness_error": Label("wait", "!", N_("the run itself failed")),
    "not_run": Label("wait", "○", N_("not run")),
}
OTHER_VERSIONS = Label("wait", "○", N_("says nothing of these versions"))
# What claims of any role are counted as, in the order in which a bar shows them.
OUTCOMES: dict[str, Label] = {
    "contradicted": Label("bad", "✗", N_("contradicted")),
    "confirmed": Label("good", "✓", N_("confirmed")),
    "upheld": VERDICTS["claim", "upheld"],
    "refuted": VERDICTS["claim", "refuted"],
    UNOPPOSED: Label("part", "◐", N_("ran, no cure shown")),
    **ANY_ROLE,
}
BADGES: dict[str, Label] = {
    "verified": Label("good", "✓", N_("Verified")),
    "partly": Label("part", "◐", N_("Partly verified")),
    "unverified": Label("wait", "◌", N_("No cause shown by a run yet")),
    "contradicted": Label("bad", "✗", N_("Contradicted by a run")),
    "not_run": Label("wait", "○", N_("Not run yet")),
    "simulated": Label("part", "▣", N_("Shown on a simulated driver")),
    "never_observed": Label("refuted", "≠", N_("Never observed")),
    "no_longer_raised": Label("refuted", "≠", N_("No longer raised")),
}
GRADES: dict[str, Label] = {
    "gpu": Label("good", "✓", N_("run on a GPU")),
    "run": Label("good", "✓", N_("run without a GPU")),
    "simulated": Label("part", "▣", N_("run on a simulated driver")),
    "source": Label("quoted", "❝", N_("from source or vendor")),
    "nothing": Label("wait", "○", N_("no run or source yet")),
}
REASONS: dict[str, str] = {
    "no_gpu": N_("needs a GPU; no run on one is recorded yet"),
    "not_yet": N_("no run is recorded yet"),
    "needs_network": N_("needs a network; snippets run without one"),
    "snippet_changed": N_("the program changed after this run"),
    "fork_cannot_contradict": N_("a run with frameworks loaded beforehand came out otherwise, which proves nothing"),
    OUT_OF_RANGE: N_("the entry speaks of other versions here"),
    "no_report": N_("the program ended without a report"),
    NO_ASSERTION: N_("none of the program’s own assertions was evaluated"),
    OWN_WORDS: N_("the program raises the error itself"),
    CONTROL_CLEAN: N_("its program ends clean without the change too"),
    "by_source": N_("by a source, not by a run"),
    "timed_out": N_("was still running at the deadline"),
    "no_error": N_("ended without an error"),
    "now_works": N_("no longer fails"),
    "other_error": N_("ended with an error other than the expected one"),
    "other_message": N_("raised the error with another message"),
    "crashed": N_("was ended by a signal"),
    "latent_error": N_("left an error on the device"),
}
NEEDS: dict[str, str] = {
    "gpu": N_("a GPU"),
    "two-gpus": N_("two GPUs"),
    "no-driver": N_("a machine without a CUDA driver"),
    "simulated-driver": N_("a simulated driver"),
    "c-compiler": N_("a C compiler"),
    "torch-cpu-build": N_("a CPU build of PyTorch"),
    "torch-cuda-build": N_("a CUDA build of PyTorch"),
    "tensorflow-cuda-build": N_("a TensorFlow that can use CUDA"),
    "network": N_("a network"),
}
KINDS: dict[str, str] = {
    "device": N_("a real device"),
    "no-device": N_("no GPU"),
    "simulated-driver": N_("simulated driver, no GPU"),
}
LIFECYCLES: dict[str, str] = {
    "active": N_("current versions raise it"),
    "changed": N_("the message has changed"),
    "no-longer-raised": N_("no longer raised"),
    "never-observed": N_("never observed"),
}
RECOVERIES: dict[str, str] = {
    "none": N_("fix the cause and run again; nothing to reset"),
    "retry": N_("trying again can help"),
    "restart-process": N_("the process must be restarted"),
    "reset-gpu": N_("the GPU must be reset"),
    "reboot": N_("the machine must be rebooted"),
    "replace-hardware": N_("hardware must be replaced"),
}
RESTARTS: dict[str, str] = {
    "none": N_("no"),
    "retry": N_("no; trying again can help"),
    "restart-process": N_("the process"),
    "reset-gpu": N_("the GPU: reset it"),
    "reboot": N_("the machine: reboot it"),
    "replace-hardware": N_("replace the hardware"),
}
TRACEBACK_LINES: dict[str, str] = {
    "synchronously": N_("points at the call that fails"),
    "asynchronously": N_("need not point at the culprit"),
}
REPORTED: dict[str, str] = {
    "synchronously": N_("by the call that fails"),
    "asynchronously": N_("may be reported late: the traceback need not point at the culprit"),
}
ROW_STATUS: dict[str, str] = {
    "affected": N_("affected"),
    "not-affected": N_("not affected"),
    "changed": N_("changed"),
}
RESULTS: dict[str, str] = {
    "reproduced": N_("raises it"),
    "partly": N_("raises it in part of the programs or runs"),
    "not_reproduced": N_("does not raise it"),
    "otherwise": N_("ended otherwise than said"),
}
RELATIONS: dict[str, str] = {
    "confused-with": N_("mistaken for this one"),
    "leads-to": N_("can lead to"),
    "caused-by": N_("can be caused by"),
}
SOURCE_KINDS: dict[str, str] = {
    "docs": N_("documentation"),
    "source": N_("source code"),
    "release-note": N_("release note"),
    "issue": N_("issue"),
}


ROLES: dict[str, str] = {
    "reproduce": N_("Reproduction"),
    "workaround": N_("Workaround"),
    "dead-end": N_("Dead end"),
    "claim": N_("Popular claim"),
}
MODES: dict[str, str] = {
    "fork": N_("in a process with the frameworks already loaded"),
    "exec": N_("in a fresh interpreter"),
}
MODE_NAMES: dict[str, str] = {"fork": N_("preloaded"), "exec": N_("fresh")}
ISOLATION: dict[str, str] = {"network": N_("network"), "processes": N_("processes"), "files": N_("files")}


def label_for(item: JudgedClaim, verdict: Verdict) -> Label:
    """Return how a verdict on a claim is shown."""
    if verdict.reason == OUT_OF_RANGE:
        return OTHER_VERSIONS
    word: str = verdict.word
    if verdict.shows_no_cure:
        word = verdict.reason
    if item.role == "dead-end" and word == "confirmed" and item.claim.expect == "completes":
        word = "harm"
    return VERDICTS.get((item.role, word)) or ANY_ROLE[word]


def outcome_of(verdict: Verdict) -> str:
    """Return the word of `OUTCOMES` under which a verdict is counted."""
    return UNOPPOSED if verdict.shows_no_cure else verdict.word


def reason_text(reason: str) -> str:
    """Return the sentence for a reason, or an empty text for one that an entry states itself."""
    return REASONS.get(reason, "")
