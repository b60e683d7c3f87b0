"""The lists of myths: popular statements that are false, popular fixes that fail, and what proved true."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from generator.judge.catalogue import JudgedEntry
from generator.publish.output import SiteFile
from generator.render.collection import Collection, Parts, Shard
from generator.render.entry import Site
from generator.render.findings import SECTIONS, Finding, findings_of, written
from generator.render.labels import N_
from generator.render.sections import by_label, last_change, list_pages, list_shards, paged, sections_of
from generator.render.templates import PageContext

TITLE = N_("Myths, tested")
OF_DOMAIN = N_("Myths about %(domain)s, tested")
DESCRIPTION = N_(
    "Popular statements and fixes for GPU errors that were put to a run and did not hold, each with the program, "
    "its output and what is so instead."
)
ON_A_PAGE = 100  # cards: 15 KB, compressed
BY_SOURCE = "source"  # in a label: what decided; else it is a run
REACH = "reach"
ALL = ""  # in the place of a domain
Counts = Mapping[str, Mapping[str, int]]  # section → id of an entry → how many of its findings stand there


@dataclass(frozen=True, slots=True)
class Tested:
    """What was found of an entry's claims, and how many wordings and status codes the entry has."""

    findings: tuple[Finding, ...]
    reach: int


class Myths(Collection[Tested]):
    """The list of all myths, and that of each domain; further pages where they are many."""

    name = "myths"

    def __init__(self, size: int = ON_A_PAGE) -> None:
        """Set how many findings a page has at most."""
        self.size = size

    def part(self, site: Site, entry: JudgedEntry) -> Tested | None:
        """Return what was found of an entry's claims."""
        del site
        found, authored = findings_of(entry), entry.loaded.entry
        return Tested(found, len(authored.symptoms) + len(authored.codes)) if found else None

    def labels(self, part: Tested) -> tuple[str, ...]:
        """Return the section of each finding, with what decided it, and how far the entry reaches."""
        decided = (f"{one.section} {'run' if one.environment else BY_SOURCE}" for one in part.findings)
        return *decided, f"{REACH} {part.reach}"

    def shards(self, site: Site, parts: Parts[Tested]) -> Iterator[Shard]:
        """Yield one shard for each page of each list."""
        lists, by_source = _counted(site, parts)
        domains = Counter(entry_id.partition("/")[0] for found in lists.values() for entry_id in found.elements())
        shown = [domain for domain in site.catalogue.site.domains if domains[domain]]
        for domain in (ALL, *shown):
            own = {name: _within(found, domain) for name, found in lists.items()}
            ids = {entry_id for found in own.values() for entry_id in found}
            paths = {code: site.addresses.myths(code, domain) for code in site.locales}
            modified = last_change(site, ids) if ids else None
            totals = {name: sum(found.values()) for name, found in own.items()}
            totals[BY_SOURCE] = sum(_within(by_source, domain).values())
            counts = json.dumps({"here": totals, "domains": domains if domain == ALL else {}})
            about = json.dumps({"domain": domain, "domains": shown})
            for shard in list_shards(site, f"of {domain}", paths, paged(own, self.size), modified):
                yield replace(shard, facts=(*shard.facts, about, counts if shard.number == 1 else ""))

    def render(self, site: Site, shard: Shard, parts: Parts[Tested]) -> Iterator[SiteFile]:
        """Yield one page in every language."""
        found = {entry_id: part.findings for entry_id, part in parts.of(shard.entries)}
        about = json.loads(shard.facts[1])
        titles = site.catalogue.site.domains
        domain = titles.get(about["domain"])

        def heading(page: PageContext) -> tuple[str, str]:
            title = page.texts.gettext(OF_DOMAIN) % {"domain": page.plain(domain)} if domain else ""
            text = page.texts.gettext(DESCRIPTION)
            return (title, f"{title}. {text}") if title else (page.texts.gettext(TITLE), text)

        values = {
            "sections": [
                (
                    section,
                    [
                        (site.catalogue.by_id[name], [one for one in found[name] if one.section == section.name])
                        for name in section.entries
                    ],
                )
                for section in sections_of(shard)
                if section.total or section.name == "refuted"
            ],
            "counts": json.loads(shard.facts[2]) if shard.number == 1 else None,
            "domains": [(name, titles[name]) for name in about["domains"]],
            "here": about["domain"],
            "ordered_by_need": bool(site.catalogue.site.often),
            "written": written,
        }
        return list_pages(site, shard, "myths.html", heading, values)


def _within(found: Mapping[str, int], domain: str) -> dict[str, int]:
    """Return what is of a domain, in the same order."""
    return {entry_id: times for entry_id, times in found.items() if entry_id.startswith(domain and f"{domain}/")}


def _counted(site: Site, parts: Parts[Tested]) -> tuple[dict[str, Counter[str]], Counter[str]]:
    """Count findings by section and entry, those of the entries with the longest reach first; and those by a source."""
    found: dict[str, Counter[str]] = {section: Counter() for section in SECTIONS}
    by_source: Counter[str] = Counter()
    reach: dict[str, int] = {}
    for label, entries in by_label(parts).items():
        section, _space, word = label.partition(" ")
        if section == REACH:
            reach.update(dict.fromkeys(entries, int(word)))
            continue
        found[section].update(entries)
        if word == BY_SOURCE:
            by_source.update(entries)
    often = {entry_id: place for place, entry_id in enumerate(site.catalogue.site.often)}

    def place(entry_id: str) -> tuple[int, int, str]:
        return often.get(entry_id, len(often)), -reach[entry_id], entry_id

    ordered = {
        section: Counter({entry_id: counts[entry_id] for entry_id in sorted(counts, key=place)})
        for section, counts in found.items()
    }
    return ordered, by_source
