"""Search: building the index, its size, and what the first query fetches, beside Pagefind fed with the same records.

`python -m benchmarks.search PYTHON`, where PYTHON is an interpreter of an environment that has `pagefind[extended]`.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from datetime import date
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from generator.build.loading import judged_entries, load_valid
from generator.content.model import Site as Settings
from generator.judge.catalogue import Catalogue, EntryRef, JudgedEntry
from generator.publish.output import SiteFile
from generator.render.addresses import Addresses
from generator.render.collection import Parts, PartsInMemory
from generator.render.entry import Site
from generator.render.search import Search
from generator.render.search_fields import document, entry_fields
from generator.render.search_index import pack, weights
from generator.render.search_plan import Searched
from tools.browser import browser

SIZES = (54, 2500, 10_000)
PEER = 2500  # entries, from which on ours is measured alone
SENTENCES = ("This also happens when a notebook keeps the allocation.", "笔记本还占用显存时也会这样。")
QUERIES = {"en": "out of memory", "zh": "显存不足"}
FIELDS = ("codes", "title", "words", "symptoms", "summary", "heads", "body")
PAGE = '<!doctype html><html lang="{locale}"><meta charset="utf-8"><title>{locale}</title>'
OURS = """
const [query, done] = arguments;
const load = path => new Promise((resolve, reject) => {
  const script = Object.assign(document.createElement('script'), {src: path, onload: resolve, onerror: reject});
  document.head.append(script);
});
(async () => {
  await Promise.all([fetch('/search.js'), load('/searcher.js')]);
  const index = faultbookSearcher.open(new URL('index.js', location));
  const found = await index.found(query);
  await Promise.all(found.slice(0, 8).map(({document}) => index.card(document)));
  done(found.map(({document}) => document));
})().catch(problem => done(String(problem)));
"""
PAGEFIND = """
const [query, done] = arguments;
(async () => {
  const pagefind = await import('/pagefind/pagefind.js');
  const {results} = await pagefind.search(query);
  await Promise.all(results.slice(0, 8).map(result => result.data()));
  const all = await Promise.all(results.map(result => result.id));
  done(all);
})().catch(problem => done(String(problem)));
"""
FEED = """
import asyncio, json, sys
from pagefind.index import PagefindIndex, IndexConfig
async def main(given, target):
    async with PagefindIndex(config=IndexConfig(output_path=target)) as index:
        for record in json.load(open(given, encoding="utf-8")):
            await index.add_custom_record(**record)
asyncio.run(main(*sys.argv[1:]))
"""
SETTINGS = {
    "name": {"en": "Measured", "zh": "测量"},
    "description": {"en": "Made for measuring", "zh": "供测量用"},
    "address": "https://measured.example/",
    "locales": ({"code": "en", "name": "English"}, {"code": "zh", "name": "中文"}),
    "domains": {"made": {"en": "Made", "zh": "示例"}},
    "categories": {"runtime-error": {"en": "Runtime error", "zh": "运行时错误"}},
    "licence": {"name": "CC BY 4.0", "url": "https://creativecommons.org/licenses/by/4.0/"},
}
Record = dict[str, list[str]]


@functools.cache
def our_entries() -> tuple[JudgedEntry, ...]:
    """Return our own entries."""
    content, _warnings = load_valid(Path("content"))
    return judged_entries(content)


def records(locale: str, count: int) -> list[Record]:
    """Return the texts of so many entries: ours, or texts of ours put together at random, and words of its own."""
    real = [{field: list(texts) for field, texts in entry_fields(entry, locale).items()} for entry in our_entries()]
    if count <= len(real):
        return real[:count]
    chance = random.Random(7)  # noqa: S311 - made content, the same in each run
    made = []
    for number in range(count):
        like = chance.choice(real)
        record = {field: [chance.choice(chance.choice(real)[field] or [""]) for _ in like[field]] for field in FIELDS}
        record["title"].append(f"made_{number:x} {''.join(chance.choices('abcdefghij', k=7))}")
        made.append(record)
    return made


def build_ours(given: Path, target: Path) -> None:
    """Write our index of records, then again after an edit of one; print the seconds of processor time of the edit."""
    listed: dict[str, list[Record]] = json.loads(given.read_text(encoding="utf-8"))
    ids = [f"made/{number:05}" for number in range(len(listed["en"]))]
    settings = Settings.model_validate(SETTINGS)
    refs = (EntryRef(one, {}, {}, "", "verified", date(2026, 1, 1), (), (), has_programs=False) for one in ids)
    site = Site(Catalogue(settings, tuple(refs)), Addresses(settings), {})
    parts = {one: _part([listed[locale][number] for locale in QUERIES]) for number, one in enumerate(ids)}
    search, keys = Search(), dict[str, object]()
    labels = {one: search.labels(part) for one, part in parts.items()}
    for file in _changed(search, site, PartsInMemory(parts, labels), keys):
        path = target / file.uri
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    started = time.process_time()
    middle = ids[len(ids) // 2]
    edited = [listed[locale][len(ids) // 2] for locale in QUERIES]
    for record, sentence in zip(edited, SENTENCES, strict=True):
        record["body"].append(sentence)
    parts[middle] = _part(edited)
    labels[middle] = search.labels(parts[middle])
    list(_changed(search, site, PartsInMemory(parts, labels), keys))
    print(time.process_time() - started)


def _part(given: list[Record]) -> Searched:
    packed = tuple(pack(weights(document(record))) for record in given)
    return Searched(packed, tuple(json.dumps(_card(record), ensure_ascii=False) for record in given), ("none",))


def _changed(search: Search, site: Site, parts: Parts[Searched], keys: dict[str, object]) -> Iterator[SiteFile]:
    """Render the shards whose inputs are not those that are known, and note them."""
    for shard in search.shards(site, parts):
        key = (shard.facts, tuple(parts.labels(one) for one in shard.entries))
        if keys.get(shard.name) != key:
            keys[shard.name] = key
            yield from search.render(site, shard, parts)


def _card(record: Record) -> dict[str, object]:
    heads = [["claim", str(place), head] for place, head in enumerate(record["heads"])]
    texts = {field: " ".join(record[field]) for field in ("title", "summary")}
    return {"path": "made/", "symptom": record["symptoms"][0], "claims": heads, **texts}


def _for_pagefind(listed: Record, locale: str, number: int) -> dict[str, object]:
    texts = [text for field in FIELDS for text in listed[field]]
    meta = {"title": " ".join(listed["title"]), "badge": "verified"}
    filters = {"domain": ["cuda"], "recovery": ["none"]}
    return {
        "url": f"/{locale}/{number}/",
        "content": " \n".join(texts),
        "language": locale,
        "meta": meta,
        "filters": filters,
    }


def measured(command: list[str]) -> tuple[float, int, str]:
    """Run a command; return the processor time of all its processes in s, the peak MiB of the largest, its output."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True);"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(used.ru_utime + used.ru_stime, used.ru_maxrss // 1024)"
    )
    done = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True, check=True)
    *output, seconds, peak = done.stdout.split()
    return float(seconds), int(peak), " ".join(output)


def fetched(root: Path, page: str, script: str, query: str) -> tuple[list[object], int, int]:
    """Ask in Chromium; return the results, how many files it fetched and their bytes, compressed.

    The server counts: what a worker fetches is not in the log of its page.
    """
    asked: set[str] = set()

    class Counting(SimpleHTTPRequestHandler):
        def log_message(self, *_arguments: object) -> None:
            asked.add(self.path)

    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Counting, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with browser() as driver:
        driver.set_script_timeout(120)
        driver.get(f"http://127.0.0.1:{server.server_address[1]}/{page}")
        asked.clear()
        found = driver.execute_async_script(script, query)
    server.shutdown()
    assert isinstance(found, list), found
    files = [path for path in (root / urlsplit(url).path.lstrip("/") for url in asked) if path.is_file()]
    return found, len(files), sum(min(path.stat().st_size, len(gzip.compress(path.read_bytes()))) for path in files)


def _size(folder: Path) -> tuple[int, int]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return len(files), sum(path.stat().st_size for path in files)


def compare(python: str | None, count: int, folder: Path) -> None:
    """Measure both at one size and print what came out; only ours without an interpreter that has Pagefind."""
    listed = {locale: records(locale, count) for locale in QUERIES}
    (folder / "ours.json").write_text(json.dumps(listed), encoding="utf-8")
    theirs = [_for_pagefind(one, locale, n) for locale in QUERIES for n, one in enumerate(listed[locale])]
    (folder / "theirs.json").write_text(json.dumps(theirs), encoding="utf-8")
    (folder / "feed.py").write_text(FEED, encoding="utf-8")
    for name in ("search.js", "searcher.js"):
        (folder / name).write_bytes((Path("site_overrides/assets") / name).read_bytes())
    ours = [sys.executable, "-m", "benchmarks.search", "--build", str(folder / "ours.json"), str(folder)]
    fed = [python or "", str(folder / "feed.py"), str(folder / "theirs.json"), str(folder / "pagefind")]
    for name, command, below in (("ours", ours, "search"), ("Pagefind", fed, "pagefind"))[: 2 if python else 1]:
        seconds, peak, edit = measured(command)
        files, size = _size(folder / below)
        print(f"{name}, {count} x 2: {seconds:.1f} s of processor time, {peak} MiB, {files} files, {size / 1e6:.1f} MB")
        if edit:
            print(f"{name}: {float(edit):.2f} s of it for an edit of one entry")
    for locale, query in QUERIES.items():
        page = f"search/{locale}/page.html"
        (folder / page).write_text(PAGE.format(locale=locale), encoding="utf-8")
        true = sum(query in " ".join(text for texts in one.values() for text in texts) for one in listed[locale])
        for name, script, asked in (
            ("ours", OURS, query),
            ("Pagefind", PAGEFIND, query),
            *([("Pagefind, split beforehand", PAGEFIND, "显存 不足")] if locale == "zh" else []),
        )[: None if python else 1]:
            found, files, size = fetched(folder, page, script, asked)
            print(f"{name}: {asked}: {len(found)} found ({true} hold it), {files} files, {size / 1000:.0f} KB")


def main() -> None:
    """Measure both at every size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python", nargs="?", help="an interpreter with pagefind[extended]")
    parser.add_argument("--build", nargs=2, type=Path, help="records and a folder: write our index and end")
    arguments = parser.parse_args()
    if arguments.build:
        build_ours(*arguments.build)
        return
    for count in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            compare(arguments.python if count <= PEER else None, count, Path(folder))


if __name__ == "__main__":
    main()
