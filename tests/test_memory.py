"""What was read for one build is given back before the next: nothing global may keep it."""

import ast
import gc
import importlib
import inspect
import pkgutil
import weakref
from functools import cache

import generator
from generator.build.loading import load_valid
from generator.build.site import build_site
from generator.verify.mode import exec_reason

CACHE = type(cache(len))


def caches():
    """Yield every cache of results that a module of the generator has."""
    for found in pkgutil.walk_packages(generator.__path__, "generator."):
        if not found.name.endswith("__main__"):
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


def test_the_programs_of_a_build_are_given_back_before_the_next(good_content, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    root = good_content(tmp_path)

    def build():
        content, _warnings = load_valid(root)
        build_site(content, tmp_path / "site")
        snippets = [snippet for entry in content.entries for snippet in entry.snippets.values()]
        assert [exec_reason(snippet) for snippet in snippets] == [""] * 4
        return [weakref.ref(snippet.tree) for snippet in snippets]

    trees = build()
    build()
    gc.collect()

    assert [ast.dump(tree()) for tree in trees if tree()] == []
