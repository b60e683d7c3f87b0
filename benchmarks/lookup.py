"""Look-up among 10,000 entries: a 200-line log in Python and in Chromium, the index's weight, hostile texts, agreement.

python -m benchmarks.lookup

The entries are made: each has two wordings as long as ours are (59 characters), random walks from word to word of real
logs (`tests/lookup/cases`), so that they share words and compress as real ones do, and a slug of words of the first.
The peer, in the same run, looks for every wording in the text, one by one.
"""

from __future__ import annotations

import gzip
import itertools
import json
import platform
import random
import re
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from selenium import webdriver

from faultbook.matcher import Index, find
from faultbook.signatures import Compact
from generator.render.lookup import browser_index
from tools.browser import browser, served

ROOT = Path(__file__).resolve().parents[1]
CASES = ROOT / "tests/lookup/cases"
MATCHER = ROOT / "site_overrides/assets/matcher.js"
ENTRIES = 10_000
LINES = 200
ROUNDS = 200
HEADS = ("RuntimeError: CUDA error: ", "RuntimeError: ", "torch.AcceleratorError: ", "ValueError: ", "E external: ", "")
HOSTILE = {
    "5 MB of a": "a" * 5_000_000,
    "200,000 lines": "".join(f"[rank{line % 8}]: step {line} of 200000, loss 0.{line}\n" for line in range(200_000)),
    "an almost-match, 50,000 times": "CUDA out of memory. Tried to allocate has a total capacity " * 50_000,
}


def real_lines() -> list[str]:
    """Return the lines of the evaluation set, in a fixed order."""
    return [
        line
        for path in sorted(CASES.glob("*.txt"))
        for line in path.read_text(encoding="utf-8", errors="replace").split("\n\n", 1)[1].split("\n")
        if line.strip()
    ]


def made_document(lines: list[str], entries: int) -> dict[str, Any]:
    """Return a `lookup.json` of so many entries."""
    chance = random.Random(4)  # noqa: S311 - numbers for measuring, the same each time
    words = [re.findall(r"(?<![A-Za-z_0-9])[A-Za-z][A-Za-z_]{0,14}(?![A-Za-z_0-9])", line) for line in lines]
    follows: dict[str, list[str]] = {}
    for first, second in (pair for line in words for pair in itertools.pairwise(line)):
        follows.setdefault(first, []).append(second)
    starts = [line[0] for line in words if line]

    def walk(length: int) -> str:
        word = chance.choice(starts)
        walked = [word]
        while len(walked) < length:
            word = chance.choice(follows.get(word) or starts)
            walked.append(word)
        return " ".join(walked)

    def wording() -> str:
        return f"{chance.choice(HEADS)}{walk(chance.randint(3, 5))}*{walk(chance.randint(2, 4))}"

    def entry(number: int) -> dict[str, Any]:
        wordings = [wording(), wording()]
        name = "-".join(wordings[0].split("*")[0].split()[-3:]).lower().replace("_", "-")  # as slugs are made
        title = walk(6)
        told = {
            "title": {"en": title, "zh": title},
            "symptom": wordings[0].replace("*", "<n>"),
            "words": {"en": [walk(2)]},
        }
        numbers = {"tried": [f"{walk(2)} <number>"]}
        shows = [{"text": walk(5), "where": None}, {"text": None, "where": "tried > 1 GiB"}]
        causes = [{"id": "first", "shows": shows, "never": []}, {"id": "second", "shows": [], "never": shows[:1]}]
        given = {"signatures": wordings, "shared": [], "aliases": [], "codes": [], "numbers": numbers, "causes": causes}
        return {"id": f"pytorch/{name}-{number}", **told, **given}

    lists: dict[str, Any] = {
        "codes": [],
        "numbered": [],
        "wrappers": [],
        "foreign": [],
        "ignore": [],
        "locales": ["en", "zh"],
    }
    return {"entries": [entry(number) for number in range(entries)], **lists}


def logs(lines: list[str], document: dict[str, Any]) -> dict[str, str]:
    """Return two logs of 200 lines: one with an error that has an entry in its last third, one without."""
    quiet = (lines * (1 + LINES // len(lines)))[:LINES]
    loud = list(quiet)
    loud[150] = document["entries"][ENTRIES // 2]["signatures"][0].replace("*", " 17 ")
    return {"an entry is found": "\n".join(loud), "nothing is found": "\n".join(quiet)}


def one_by_one(text: str, document: dict[str, Any]) -> list[str]:
    """Look for every wording, as one would without an index."""
    compact = Compact(text).text
    pieces = document["prepared"]
    return [name for name, parts in pieces if all(part in compact for part in parts)]


def median_ms(action: Callable[[], object], rounds: int) -> float:
    """Return the median time of an action in milliseconds, after one round that does not count."""
    action()
    taken = []
    for _round in range(rounds):
        started = time.perf_counter()
        action()
        taken.append(time.perf_counter() - started)
    return 1000 * statistics.median(taken)


IN_BROWSER = """
const [text, rounds] = arguments;
const taken = [];
for (let round = 0; round <= rounds; round++) {
  const started = performance.now();
  self.answer = faultbookMatcher.find(text, self.made);
  taken.push(performance.now() - started);
}
taken.shift();
taken.sort((a, b) => a - b);
return [taken[taken.length >> 1], self.answer.kind];
"""


def measure_browser(driver: webdriver.Chrome, texts: dict[str, str], rounds: int) -> dict[str, tuple[float, str]]:
    """Return the median milliseconds and the kind of answer in Chromium, for each text."""
    return {name: tuple(driver.execute_script(IN_BROWSER, text, rounds)) for name, text in texts.items()}


def browser_rows(document: dict[str, Any], texts: dict[str, str]) -> tuple[dict[str, Any], float, int]:
    """Return what Chromium took for each text, for preparing the index, and the index's compressed bytes."""
    script = f"faultbookLookup({json.dumps(browser_index(document), ensure_ascii=False, separators=(',', ':'))});\n"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "matcher.js").write_bytes(MATCHER.read_bytes())
        (folder / "index.js").write_text(script, encoding="utf-8")
        page = (
            "<!doctype html><script>self.faultbookLookup=d=>{self.doc=d}</script>"
            "<script src=matcher.js></script><script src=index.js></script>"
        )
        (folder / "index.html").write_text(page, encoding="utf-8")
        with served(folder) as address, browser() as driver:
            driver.set_script_timeout(120)
            driver.get(address)
            made = "const t=performance.now();self.made=new faultbookMatcher.Index(self.doc);return performance.now()-t"
            prepared = float(driver.execute_script(made))
            rows = measure_browser(driver, texts, ROUNDS) | measure_browser(driver, HOSTILE, 1)
    return rows, prepared, len(gzip.compress(script.encode(), 9))


def main() -> None:
    """Measure and print tables."""
    lines = real_lines()
    document = made_document(lines, ENTRIES)
    texts = logs(lines, document)
    started = time.perf_counter()
    index = Index(document)
    prepared = 1000 * (time.perf_counter() - started)
    document["prepared"] = [(target.id, target.prepared.pieces) for target in index.targets]
    python = {name: median_ms(lambda text=text: find(text, index), ROUNDS) for name, text in texts.items()}
    peer = {name: median_ms(lambda text=text: one_by_one(text, document), 5) for name, text in texts.items()}
    del document["prepared"]
    hostile = {name: median_ms(lambda text=text: find(text, index), 1) for name, text in HOSTILE.items()}
    chromium, prepared_there, weight = browser_rows(document, texts)

    print(f"Python {platform.python_version()}, {ENTRIES} entries, {len(index.targets)} wordings, {LINES} lines")
    print("| text | Python, ms | one by one, ms | ratio | Chromium, ms |\n|---|--:|--:|--:|--:|")
    for name in texts:
        expected = "entry" if name.startswith("an entry") else "none"
        kinds = {find(texts[name], index).kind, chromium[name][1]}
        assert kinds == {expected}, f"{name}: {kinds}"
        ratio = peer[name] / python[name]
        print(f"| {name} | {python[name]:.2f} | {peer[name]:.1f} | {ratio:.0f} × | {chromium[name][0]:.2f} |")
    for name, taken in hostile.items():
        print(f"| {name} | {taken:.0f} | | | {chromium[name][0]:.0f} |")
    print(f"| prepare the index | {prepared:.0f} | | | {prepared_there:.0f} |")
    print(f"index as the browser loads it, gzip: {weight / 1000:.0f} KB")


if __name__ == "__main__":
    main()
