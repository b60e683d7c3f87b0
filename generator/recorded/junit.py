"""Verdicts as JUnit XML: a suite for each environment, a case for each claim."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from generator.content.loader import Content
from generator.evidence.records import Environment
from generator.evidence.store import Evidence
from generator.judge.describe import expected_and_seen
from generator.judge.verdicts import JudgedClaim, Verdict, judge_entry, not_run_reason

# Verdict → the element that says so in a case; a claim upheld, refuted or confirmed passes.
ELEMENTS = {
    "contradicted": "failure",
    "flaky": "failure",
    "harness_error": "error",
    "isolation_violation": "error",
    "stale": "skipped",
    "not_run": "skipped",
}
COUNTED = {"failures": "failure", "errors": "error", "skipped": "skipped"}
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what no XML 1.0 document holds


@dataclass(frozen=True, slots=True)
class _Case:
    entry: str
    item: JudgedClaim
    verdict: Verdict


def junit_report(content: Content, evidence: Evidence, environments: Iterable[Environment]) -> Element:
    """Return the verdicts on all claims in each environment; what was not run there is skipped."""
    judged = [(entry.id, item) for entry in content.entries for item in judge_entry(entry, evidence)]
    root = Element("testsuites", name="faultbook")
    for environment in environments:
        cases = [_Case(entry, item, _verdict_in(environment, item)) for entry, item in judged]
        root.append(_suite(environment, cases))
    _count(root)
    return root


def as_xml(report: Element) -> bytes:
    """Return a report as a file's content."""
    content: bytes = tostring(report, encoding="utf-8", xml_declaration=True)
    return content + b"\n"


def _verdict_in(environment: Environment, item: JudgedClaim) -> Verdict:
    for verdict in item.verdicts:
        if verdict.environment is not None and verdict.environment.id == environment.id:
            return verdict
    stated = item.verdicts[0]
    if item.snippet is None:  # what the entry says of it is true in every environment
        reason = f"judged by a source: {stated.source}" if stated.source else stated.reason
        return Verdict("not_run", reason)
    return Verdict("not_run", not_run_reason(item.needs, environment))


def _suite(environment: Environment, cases: Sequence[_Case]) -> Element:
    suite = Element("testsuite", name=_clean(environment.name))
    properties = SubElement(suite, "properties")
    for name, value in _flat(environment.model_dump(mode="json")):
        SubElement(properties, "property", name=_clean(name), value=_clean(value))
    suite.extend(map(_case, cases))
    _count(suite)
    return suite


def _flat(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield the parts of a record with their places: `gpus.0.name`."""
    if isinstance(value, Mapping | list):
        parts = value.items() if isinstance(value, Mapping) else enumerate(value)
        for key, part in parts:
            yield from _flat(part, f"{name}.{key}" if name else str(key))
    else:
        yield name, "none" if value is None else str(value)


def _case(case: _Case) -> Element:
    verdict, observation = case.verdict, case.verdict.observation
    seconds = observation.seconds if observation else 0.0
    name = f"{case.item.role} {case.item.claim.id}"
    element = Element("testcase", classname=case.entry, name=name, time=f"{seconds:.2f}")
    kind = ELEMENTS.get(verdict.word)
    if kind:
        told = SubElement(element, kind, type=verdict.word, message=_clean(verdict.reason or verdict.word))
        told.text = _clean(expected_and_seen(case.item.claim.expect, observation)) if observation else None
    return element


def _count(element: Element) -> None:
    """Write into a suite, or into all of them, how many cases it holds and how they ended."""
    cases = list(element.iter("testcase"))
    element.set("tests", str(len(cases)))
    for name, kind in COUNTED.items():
        element.set(name, str(sum(case.find(kind) is not None for case in cases)))
    element.set("time", f"{sum(float(case.get('time', 0)) for case in cases):.2f}")


def _clean(text: str) -> str:
    return FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
