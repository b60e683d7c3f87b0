"""Two environments compared, claim by claim: which verdicts differ, and which words of the errors do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from packaging.version import InvalidVersion, Version

from generator.content.frameworks import FRAMEWORKS
from generator.content.loader import Content
from generator.content.model import Role
from generator.evidence.records import Environment, Gpu
from generator.evidence.store import Evidence
from generator.files import printable
from generator.judge.describe import ending
from generator.judge.verdicts import UNOPPOSED, JudgedClaim, Verdict, judge_entry

# `seen`: the verdict is the same, but not the error's words, or not why the claim is contradicted.
Difference = Literal["verdict", "seen", "none", "only_a", "only_b"]
ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,}")  # differs between two runs of the same
IDENTITY = ("id", "name", "format")  # of an environment record: what says nothing by itself


class ClaimName(NamedTuple):
    """What tells a claim from all others."""

    entry: str
    role: Role
    claim: str

    def __str__(self) -> str:
        return " ".join(self)


class Fact(NamedTuple):
    """Something in which two environments differ."""

    what: str
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class ComparedClaim:
    """One claim in two environments; `None` where it was not run."""

    name: ClaimName
    a: Verdict | None
    b: Verdict | None

    @property
    def difference(self) -> Difference:
        """Say in what the two differ most."""
        if self.a is None or self.b is None:
            return "only_b" if self.a is None else "only_a"
        if state(self.a) != state(self.b):
            return "verdict"
        same = self.a.reason == self.b.reason and _settled(seen(self.a)) == _settled(seen(self.b))
        return "none" if same else "seen"


@dataclass(frozen=True)
class Comparison:
    """Two environments, the facts in which they differ, and every claim that was run in one of them."""

    a: Environment
    b: Environment
    facts: tuple[Fact, ...]
    claims: tuple[ComparedClaim, ...]

    @cached_property
    def counts(self) -> Counter[Difference]:
        """Return how many claims differ in what."""
        return Counter(claim.difference for claim in self.claims)

    @property
    def nothing_in_common(self) -> bool:
        """Tell whether no claim was run in both."""
        return all(claim.a is None or claim.b is None for claim in self.claims)


def compare(content: Content, evidence: Evidence, a: Environment, b: Environment) -> Comparison:
    """Compare what is recorded of every claim in two environments."""
    judged = [(entry.id, item) for entry in content.entries for item in judge_entry(entry, evidence)]
    claims = compare_claims(verdicts_in(a.id, judged), verdicts_in(b.id, judged))
    return Comparison(a, b, tuple(differing_facts(a, b)), claims)


def verdicts_in(environment: str, judged: Iterable[tuple[str, JudgedClaim]]) -> dict[ClaimName, Verdict]:
    """Return the verdicts that runs in one environment gave, from judged claims with the ids of their entries."""
    return {
        ClaimName(entry, item.role, item.claim.id): verdict
        for entry, item in judged
        for verdict in item.verdicts
        if verdict.environment is not None and verdict.environment.id == environment
    }


def compare_claims(a: Mapping[ClaimName, Verdict], b: Mapping[ClaimName, Verdict]) -> tuple[ComparedClaim, ...]:
    """Set two sets of verdicts side by side, in the order of the first, and what only the second has at the end."""
    return tuple(ComparedClaim(name, a.get(name), b.get(name)) for name in dict.fromkeys((*a, *b)))


def state(verdict: Verdict) -> str:
    """Return a verdict's word; a workaround that had nothing to cure is no confirmed one."""
    return UNOPPOSED if verdict.shows_no_cure else verdict.word


def seen(verdict: Verdict) -> str:
    """Say in one line what was seen."""
    return printable(ending(verdict.observation)) if verdict.observation else verdict.reason


def _settled(line: str) -> str:
    return ADDRESS.sub("0x", line)


def differing_facts(a: Environment, b: Environment) -> Iterator[Fact]:
    """Yield the packages, versions and devices in which two environments differ."""
    facts_a, facts_b = dict(_facts(a)), dict(_facts(b))
    for what in dict.fromkeys((*facts_a, *facts_b)):
        left, right = facts_a.get(what, "none"), facts_b.get(what, "none")
        if left != right:
            yield Fact(what, left, right)


def _facts(environment: Environment) -> Iterator[tuple[str, str]]:
    for name in Environment.model_fields:
        value = getattr(environment, name)
        words = name.replace("_", " ")
        if name == "distributions":
            yield from sorted(value.items())
        elif isinstance(value, Mapping):
            yield from ((f"{words}: {key}", str(part)) for key, part in sorted(value.items()))
        elif name == "gpus":
            yield words, "; ".join(map(_described, value)) or "none"
        elif name not in IDENTITY:
            yield words, "none" if value is None else str(value)


def _described(gpu: Gpu) -> str:
    return f"{gpu.name}, {gpu.memory_mib} MiB, compute capability {gpu.compute_capability}, MIG {gpu.mig}"


def equivalent_recorded(environment: Environment, candidates: Iterable[Environment]) -> Environment | None:
    """Return the recorded environment that speaks for this one, if one does.

    It is of the same kind, with GPUs of the same models where it has any, and has the same frameworks in the same
    public versions, PyTorch built with CUDA or without. Of several, one with the same minor version of Python is
    preferred, then the very same environment.
    """
    fitting = [other for other in candidates if _equivalence_key(other) == _equivalence_key(environment)]
    by_fit = sorted(
        fitting, key=lambda other: (_minor(other) != _minor(environment), other.id != environment.id, other.id)
    )
    return by_fit[0] if by_fit else None


def _equivalence_key(environment: Environment) -> tuple[str, frozenset[str], dict[str, str], bool]:
    models = frozenset(gpu.name for gpu in environment.gpus)
    return environment.kind, models, _main_versions(environment.distributions), environment.torch_cuda is not None


def _main_versions(distributions: Mapping[str, str]) -> dict[str, str]:
    """Return the public versions of the frameworks by import name; where there are none, those of NVIDIA's wheels."""
    found = {
        name: _public(distributions[distribution])
        for name, group in FRAMEWORKS.items()
        for distribution in group
        if distribution in distributions
    }
    if found.keys() <= {"numpy"}:
        found.update((name, _public(text)) for name, text in distributions.items() if name.startswith("nvidia-"))
    return found


def _public(version: str) -> str:
    try:
        return Version(version).public
    except InvalidVersion:
        return version


def _minor(environment: Environment) -> list[str]:
    return environment.python.split(".")[:2]
