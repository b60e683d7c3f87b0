"""What was read for one build is given back before the next: nothing global may keep it."""

import ast
import gc
import importlib
import inspect
import pkgutil
import tracemalloc
from functools import cache
from pathlib import Path

import generator
from generator.checks import check_content
from generator.content.loader import load_content
from generator.content.syntax import TREES_HELD
from generator.verify.mode import exec_reason

CONTENT = Path(__file__).parents[1] / "content"
CACHE = type(cache(len))


def caches():
    """Yield every cache of results that a module of the generator has."""
    for found in pkgutil.walk_packages(generator.__path__, "generator."):
        if not found.name.endswith(("__main__", "mkdocs_hook")):  # which only MkDocs may load
            module = importlib.import_module(found.name)
            yield from (one for one in vars(module).values() if isinstance(one, CACHE))


def test_no_cache_of_results_grows_without_bound():
    found = list(caches())
    unbounded = [
        f"{one.__module__}.{one.__qualname__}"
        for one in found
        if one.cache_parameters()["maxsize"] is None and inspect.signature(one).parameters
    ]

    assert len(found) > 5
    assert unbounded == []


def trees_in_memory():
    gc.collect()
    return sum(isinstance(one, ast.Module) for one in gc.get_objects())


def test_no_more_trees_of_programs_are_held_than_the_cache_has():
    """Each takes about 25 KB: those of all programs would be most of what a build needs."""
    content = load_content(CONTENT)
    before = trees_in_memory()
    check_content(content)
    snippets = [snippet for entry in content.entries for snippet in entry.snippets.values()]

    assert len(snippets) > 4 * TREES_HELD
    for snippet in snippets:
        exec_reason(snippet)
    assert trees_in_memory() - before <= TREES_HELD


def test_a_loaded_entry_takes_no_more_than_its_texts_and_programs_several_times():
    load_content(CONTENT)  # what is loaded once for all is not counted
    tracemalloc.start()
    entries = load_content(CONTENT).entries
    gc.collect()  # in a process with many objects, what is given up is collected late
    taken = sum(trace.size for trace in tracemalloc.take_snapshot().statistics("filename"))
    tracemalloc.stop()
    read = sum(path.stat().st_size for entry in entries for path in entry.folder.iterdir())

    assert taken < 5 * read  # with the trees and the place of each part it was twenty times
