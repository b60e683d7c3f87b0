"""Content, judged, with a site whose pages are bodies alone: what collections are made from, without a build."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.content.loader import load_content
from generator.evidence.store import Evidence
from generator.judge.catalogue import JudgedEntry, catalogue_of, judge_content, ref_of
from generator.render.addresses import Addresses
from generator.render.collection import Collection, PartsInMemory, Shard, files_of, gather
from generator.render.entry import Site
from generator.render.frame.layout import PLACEHOLDERS, Layout, placeholder
from generator.render.lookup_records import lookup_document


@dataclass(frozen=True)
class Collected:
    """Judged entries and their site."""

    site: Site
    entries: tuple[JudgedEntry, ...]

    def parts(self, collection: Collection) -> PartsInMemory:
        """Return the parts of all entries."""
        return gather(collection, self.site, self.entries)

    def shards(self, collection: Collection) -> list[Shard]:
        """Return the shards."""
        return list(collection.shards(self.site, self.parts(collection)))

    def lookup(self) -> dict[str, Any]:
        """Return the content of `lookup.json`."""
        return json.loads(json.dumps(lookup_document(self.site.catalogue, self.entries)))

    def files(self, collection: Collection) -> dict[str, str]:
        """Return the text of each file by its uri."""
        return {file.uri: file.content.decode() for file in files_of(collection, self.site, self.entries)}


def collected(root: Path, evidence: Evidence | None = None) -> Collected:
    """Load a content folder, and judge it by what is committed with it or by other evidence."""
    content = load_content(root)
    evidence = evidence or content.committed
    entries = judge_content(content, evidence)
    catalogue = catalogue_of(content, content.site, map(ref_of, entries), evidence.environments)
    text = "\n".join(map(placeholder, sorted(PLACEHOLDERS)))
    layouts = {code: Layout.parse(code, text) for code in content.site.locale_codes}
    return Collected(Site(catalogue, Addresses(content.site), layouts), entries)
