"""Search: building the index, its size, and what the first query fetches, beside Pagefind fed with the same records.

`python -m benchmarks.search PYTHON`, where PYTHON is an interpreter of an environment that has `pagefind[extended]`.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import json
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from generator.build import judged_catalogue, load_valid
from generator.render.addresses import Addresses
from generator.render.search import entry_fields, index_files, search_files, terms_of
from tools.browser import browser

SIZES = (54, 2500)
QUERIES = {"en": "out of memory", "zh": "显存不足"}
FIELDS = ("codes", "title", "symptoms", "summary", "heads", "body")
PAGE = '<!doctype html><html lang="{locale}"><meta charset="utf-8"><title>{locale}</title>'
OURS = """
const [query, done] = arguments;
globalThis.faultbookSearch = given => { globalThis.directory = given; };
const parts = {};
globalThis.faultbookSearchPart = (name, content) => { parts[name] = content; };
const load = path => new Promise((resolve, reject) => {
  const script = Object.assign(document.createElement('script'), {src: path, onload: resolve, onerror: reject});
  document.head.append(script);
});
const part = async name => { if (!parts[name]) await load(name + '.js'); return parts[name]; };
(async () => {
  await Promise.all([fetch('/search.js'), load('/searcher.js'), load('index.js')]);
  const found = await faultbookSearcher.search(query, directory, part);
  const cards = found.slice(0, 8).map(({document}) => part(directory.cards[Math.floor(document / directory.per[0])]));
  await Promise.all(cards);
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
Record = dict[str, list[str]]


def records(locale: str, count: int) -> list[Record]:
    """Return the texts of so many entries: ours, or texts of ours put together at random, and words of its own."""
    content, _warnings = load_valid(Path("content"))
    real = [entry_fields(entry, locale) for entry in judged_catalogue(content).entries]
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
    """Write our index of records."""
    for locale, listed in json.loads(given.read_text(encoding="utf-8")).items():
        searched = [{field: terms_of(tuple(texts)) for field, texts in record.items()} for record in listed]
        cards = [_card(number, record) for number, record in enumerate(listed)]
        for file in index_files(locale, searched, (cards, []), {}):
            path = target / file.uri
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.content)


def _card(number: int, record: Record) -> dict[str, object]:
    heads = [["claim", str(place), head] for place, head in enumerate(record["heads"])]
    texts = {field: " ".join(record[field]) for field in ("title", "summary")}
    return {"path": f"made/{number}/", "symptom": record["symptoms"][0], "claims": heads, **texts}


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


def measured(command: list[str]) -> tuple[float, int]:
    """Run a command; return the seconds of processor time of all its processes, and the peak MiB of the largest."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True);"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(used.ru_utime + used.ru_stime, used.ru_maxrss // 1024)"
    )
    done = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True, check=True)
    seconds, peak = done.stdout.split()[-2:]
    return float(seconds), int(peak)


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
        seconds, peak = measured(command)
        files, size = _size(folder / below)
        print(f"{name}, {count} x 2: {seconds:.1f} s of processor time, {peak} MiB, {files} files, {size / 1e6:.1f} MB")
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


def serving() -> None:
    """Print how long our own index takes when it is made again in the same process, as `serve` does."""
    content, _warnings = load_valid(Path("content"))
    catalogue = judged_catalogue(content)
    for turn in ("first", "again"):
        start = time.process_time()
        files = list(search_files(catalogue, Addresses(catalogue.site)))
        print(f"our site, {turn}: {time.process_time() - start:.2f} s of processor time, {len(files)} files")


def main() -> None:
    """Measure both at every size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python", nargs="?", help="an interpreter with pagefind[extended]")
    parser.add_argument("--build", nargs=2, type=Path, help="records and a folder: write our index and end")
    arguments = parser.parse_args()
    if arguments.build:
        build_ours(*arguments.build)
        return
    serving()
    print(f"peak of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB")
    for count in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            compare(arguments.python, count, Path(folder))


if __name__ == "__main__":
    main()
