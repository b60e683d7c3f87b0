"""The first stage: an entry's folder and what is recorded of it → checked, judged, and cut into parts."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from generator.build.loading import merge_recorded
from generator.build.scan import ENTRIES
from generator.checks import check_entry
from generator.checks.evidence import check_judged
from generator.checks.neighbours import facts_of
from generator.content.loader import Content, LoadedEntry, load_entry
from generator.content.outdated import outdated, translated_into
from generator.evidence.records import Environment
from generator.evidence.store import Evidence, load_entry_evidence
from generator.files import sorted_files
from generator.judge.catalogue import judged_entry, ref_of
from generator.judge.counts import count
from generator.judge.verdicts import JudgedClaim, judge_entry
from generator.problems import Problem, has_errors
from generator.render.collection import Collection
from generator.render.entry import Site
from generator.store import EntryRow, PartRow, digest_of, pack

Environments = Mapping[str, Environment]


class Changed(NamedTuple):
    """An entry that was made again."""

    row: EntryRow
    parts: tuple[PartRow, ...]


@dataclass(frozen=True, slots=True)
class EntryStage:
    """All that an entry is made from besides its own files. `key` is a hash of it.

    `folders` are those of evidence, what is committed and what ran here, each with the environments it has records of.
    """

    key: str
    content: Content
    site: Site
    collections: tuple[Collection[object], ...]
    folders: tuple[tuple[Path, Environments], ...]

    def make(self, entry_id: str, stamp: str, known: str) -> Changed | None:
        """Make an entry; return None where its files hold what they held: its key is then the one that is known."""
        key = self.key_of(entry_id)
        if key == known:
            return None
        loaded, problems = load_entry(self.content, entry_id)
        if loaded is None:
            return Changed(_broken(entry_id, stamp, key, problems), ())
        committed, local = self._evidence(entry_id)
        found = [*problems, *check_entry(self.content, loaded), *committed.problems, *local.problems]
        judged = judge_entry(loaded, committed)
        if not committed.problems:
            found.extend(check_judged(self.content, loaded, judged))
        if has_errors(found):
            return Changed(_broken(entry_id, stamp, key, found, loaded), ())
        if local.observations:
            judged = judge_entry(loaded, merge_recorded((loaded,), committed, local))
        facts, shown = pickle.dumps(facts_of(loaded)), _pickled(found)
        return self._judged(loaded, judged, EntryRow(entry_id, stamp, key, "", None, facts, None, shown, None))

    def key_of(self, entry_id: str) -> str:
        """Return a hash of everything that an entry is made from."""
        parts: list[str | bytes] = [self.key, entry_id, *self._said_elsewhere(entry_id)]
        for folder in (self.content.root / ENTRIES, *(folder for folder, _environments in self.folders)):
            for path in sorted_files(f"{folder}/{entry_id}"):
                parts += (path, hashlib.sha256(Path(path).read_bytes()).digest())
        return digest_of(*parts)

    def _said_elsewhere(self, entry_id: str) -> Iterator[str]:
        """Yield what files that speak of all entries say of one."""
        content, slug = self.content, entry_id.partition("/")[2]
        yield repr(content.control_runs.get(entry_id))
        records = content.compared.records if content.compared else {}
        for locale in translated_into(content):
            record = records.get((entry_id, locale))
            yield record.listed if record else ""
        if content.cases:
            yield repr((slug in content.cases.finished, content.cases.unfinished.get(slug)))
            yield repr(sorted(content.cases.causes.get(slug, ())))

    def _evidence(self, entry_id: str) -> tuple[Evidence, Evidence]:
        committed, local = (load_entry_evidence(folder, entry_id, known) for folder, known in self.folders)
        return committed, local

    def _judged(self, loaded: LoadedEntry, claims: tuple[JudgedClaim, ...], row: EntryRow) -> Changed:
        judged = judged_entry(loaded, claims, outdated(self.content, loaded))
        ref = ref_of(judged)
        parts = []
        for collection in self.collections:
            part = collection.part(self.site, judged)
            if part is not None:
                value = pickle.dumps(part, pickle.HIGHEST_PROTOCOL)
                labels = "\n".join(collection.labels(part))
                parts.append(PartRow(collection.name, loaded.id, _digest(part), labels, value))
        return Changed(
            row._replace(
                digest=digest_of(repr(ref)),
                ref=pickle.dumps(ref),
                counts=pickle.dumps(count(judged.judged)),
                judged=pack(judged),
            ),
            tuple(parts),
        )


def _digest(part: object) -> str:
    return digest_of(part if isinstance(part, bytes) else repr(part))


def _broken(
    entry_id: str, stamp: str, key: str, problems: Sequence[Problem], loaded: LoadedEntry | None = None
) -> EntryRow:
    facts = pickle.dumps(facts_of(loaded)) if loaded else None
    return EntryRow(entry_id, stamp, key, "", None, facts, None, _pickled(problems), None)


def _pickled(problems: Iterable[Problem]) -> bytes | None:
    listed = list(problems)
    return pickle.dumps(listed) if listed else None
