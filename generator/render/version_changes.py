"""What changes from one version of a package to another, by runs of the same program with both.

Runs are compared only where the rest of the machine is similar: the same kind of device, a build with CUDA or
without, the same Python. What ran with one of the two versions alone is counted, and shows nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import NamedTuple

from generator.content.model import Role, Text
from generator.evidence.records import Environment, Observation
from generator.judge.catalogue import JudgedEntry
from generator.judge.environment_diff import main_versions
from generator.judge.verdicts import JudgedClaim, Verdict
from generator.judge.version_table import order_of
from generator.render.claims import title_of
from generator.render.labels import ANY_ROLE, N_, Label, label_for

# The kinds of changes, in the order of a page: what each is called.
KINDS: dict[str, str] = {
    "appears": N_("Errors that appear"),
    "vanishes": N_("Errors that vanish"),
    "words": N_("Errors that change their words"),
    "verdict": N_("What else comes out otherwise"),
}
ALIKE = "alike"  # of a claim: the same with both versions
APART = "apart"  # of a claim: it ran with both, but nowhere on similar machines
FLAKY = ANY_ROLE["flaky"]
NUMBER = re.compile(r"0x[0-9a-fA-F]+|\d+(?:\.\d+)*")  # processes, addresses, the version itself: none is a wording
CLASS_ALONE = re.compile(r"^([\w.]+:)\s*\n\s*")  # a message that begins with an empty line
CUDA_BUILDS = ("jax-cuda", "cupy-cuda")  # distributions that are there in a build with CUDA alone; torch says it itself
Machine = tuple[str, ...]


class Ran(NamedTuple):
    """What a claim came to in one environment."""

    versions: tuple[tuple[str, str], ...]
    """The packages that its program needs, each with its version."""
    machine: Machine
    environment: str
    label: Label
    raised: bool
    """Whether it is of a reproduction, and showed the error, in whatever words."""
    line: str
    """The first line of the error, where one ended it."""

    def is_like(self, other: Ran) -> bool:
        """Tell whether it came out the same: an error of a reproduction with the same words too."""
        same_words = NUMBER.sub("0", self.line) == NUMBER.sub("0", other.line)
        return (self.label, self.raised) == (other.label, other.raised) and (same_words or not self.raised)


class RanClaim(NamedTuple):
    """A claim with all its runs."""

    role: Role
    anchor: str
    title: Text
    runs: tuple[Ran, ...]


class Change(NamedTuple):
    """A claim that came out otherwise with the newer version."""

    kind: str
    claim: RanClaim
    before: Ran
    after: Ran


class Compared(NamedTuple):
    """How many claims two versions were compared by."""

    changed: int
    compared: int
    apart: int
    """Ran with one of the two alone, or on other machines with each."""


def ran_claims(entry: JudgedEntry) -> tuple[RanClaim, ...]:
    """Return the claims of an entry that ran, with their runs."""
    found = ((item, tuple(_ran(item))) for item in entry.judged)
    return tuple(RanClaim(item.role, item.anchor, title_of(entry, item), runs) for item, runs in found if runs)


def _ran(item: JudgedClaim) -> Iterator[Ran]:
    for verdict in item.verdicts:
        if not verdict.ran or verdict.environment is None or verdict.observation is None:
            continue
        versions = main_versions(verdict.environment, item.needs)
        exception = verdict.observation.exception
        yield Ran(
            tuple((package, version) for package, version in versions.items() if package != "Python"),
            machine_of(verdict.environment),
            verdict.environment.id,
            label_for(item, verdict),
            item.role == "reproduce" and _raised(verdict, verdict.observation),
            CLASS_ALONE.sub(r"\1 ", exception.line).split("\n")[0] if exception else "",
        )


def _raised(verdict: Verdict, observation: Observation) -> bool:
    """Tell whether a run of a reproduction showed its error: one that is expected to complete shows none."""
    return observation.exit_code != 0 and (verdict.word == "confirmed" or verdict.reason == "other_message")


def machine_of(environment: Environment) -> Machine:
    """Return what two environments have in common where their runs are compared, whatever the versions of packages."""
    python = ".".join(environment.python.split(".")[:2])
    has_cuda = environment.torch_cuda or any(name.startswith(CUDA_BUILDS) for name in environment.distributions)
    build = "cuda" if has_cuda else "cpu"
    return environment.kind, *(gpu.name for gpu in environment.gpus), build, environment.implementation, python


def in_order(versions: Iterable[str]) -> list[str]:
    """Return versions, the oldest first."""
    return sorted(set(versions), key=order_of)


def outcome(claim: RanClaim, package: str, older: str, newer: str) -> Change | str:
    """Return what changed of a claim, or else `alike`, `apart`, or nothing where one of the versions has no run of it.

    Several runs with one version on similar machines agree where any two of them are: what differs by itself from
    run to run is no change of a version's.
    """
    before, after = (_bymachine_of(claim, (package, version)) for version in (older, newer))
    if not before or not after:
        return ""
    common = [machine for machine in before if machine in after]
    for machine in common:
        if not any(one.is_like(other) for one in before[machine] for other in after[machine]):
            first, second = before[machine][0], after[machine][0]
            return Change(_kind(claim.role, first, second), claim, first, second)
    return ALIKE if common else APART


def _bymachine_of(claim: RanClaim, of: tuple[str, str]) -> dict[Machine, list[Ran]]:
    found: dict[Machine, list[Ran]] = {}
    for run in claim.runs:
        if of in run.versions:
            found.setdefault(run.machine, []).append(run)
    return found


def _kind(role: Role, before: Ran, after: Ran) -> str:
    if role != "reproduce" or FLAKY in (before.label, after.label) or not (before.raised or after.raised):
        return "verdict"
    if before.raised and after.raised:
        return "words"
    return "appears" if after.raised else "vanishes"


def changes(claims: Iterable[RanClaim], package: str, older: str, newer: str) -> Iterator[Change]:
    """Yield what changed of some claims from one version of a package to another."""
    for claim in claims:
        found = outcome(claim, package, older, newer)
        if isinstance(found, Change):
            yield found


# --- counted without reading parts -------------------------------------------------------------


def labels_of(claims: tuple[RanClaim, ...]) -> Iterator[str]:
    """Yield `package version count` of claims that ran, and `package older newer what count` of how they compare."""
    ran = Counter(place for claim in claims for place in {place for run in claim.runs for place in run.versions})
    versions: dict[str, list[str]] = {}
    for (package, version), count in sorted(ran.items()):
        versions.setdefault(package, []).append(version)
        yield f"{package} {version} {count}"
    for package, known in versions.items():
        for older, newer in combinations(in_order(known), 2):
            found = [outcome(claim, package, older, newer) for claim in claims]
            what = Counter(one.kind if isinstance(one, Change) else one for one in found if one)
            yield from (f"{package} {older} {newer} {name} {count}" for name, count in sorted(what.items()))


@dataclass(frozen=True, slots=True)
class Tally:
    """What the labels of all entries say of a package's versions."""

    ran: Counter[str] = field(default_factory=Counter)
    """How many claims ran with each version."""
    pairs: dict[tuple[str, str], dict[str, dict[str, int]]] = field(default_factory=dict)
    """Older and newer version → how claims compare → entry → how many of its claims."""

    def listed(self, pair: tuple[str, str]) -> dict[str, dict[str, int]]:
        """Return the entries of which something changed, by kind of change."""
        found = self.pairs.get(pair, {})
        return {kind: found[kind] for kind in KINDS if kind in found}

    def compared(self, pair: tuple[str, str]) -> Compared:
        """Count what two versions were compared by."""
        sums = {what: sum(counts.values()) for what, counts in self.pairs.get(pair, {}).items()}
        changed = sum(sums.get(kind, 0) for kind in KINDS)
        compared = changed + sums.get(ALIKE, 0)
        ran_with_both = compared + sums.get(APART, 0)
        return Compared(changed, compared, self.ran[pair[0]] + self.ran[pair[1]] - ran_with_both - compared)

    def all_pairs(self) -> list[tuple[str, str]]:
        """Return every two versions: what can be compared first, of that neighbours, of these the newest."""
        known = in_order(self.ran)
        neighbours = set(pairwise(known))
        pairs = list(combinations(known, 2))[::-1]
        return sorted(pairs, key=lambda pair: (not self.compared(pair).compared, pair not in neighbours))


def tallies(labelled: Iterable[tuple[str, tuple[str, ...]]]) -> dict[str, Tally]:
    """Return what the labels of entries say, by package."""
    found: dict[str, Tally] = {}
    for entry_id, labels in labelled:
        for label in labels:
            match label.split(" "):
                case [package, version, count]:
                    found.setdefault(package, Tally()).ran[version] += int(count)
                case [package, older, newer, what, count]:
                    pair = found[package].pairs.setdefault((older, newer), {})
                    pair.setdefault(what, {})[entry_id] = int(count)
    return found
