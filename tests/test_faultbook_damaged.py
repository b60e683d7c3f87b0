"""An index that is damaged: every command says so with the remedy, and none ends in a traceback."""

import copy
import json
import random

import pytest
from package_runs import ILLEGAL, faultbook

from faultbook import __version__
from faultbook.cli import main
from faultbook.shape import find_fault

COMMANDS = (
    ["--version"],
    ["explain", "first-entry"],
    ["explain", "cudaErrorIllegalAddress", "--lang", "zh"],
    ["explain", "700", "--json"],
    ["explain", "nothing like it"],
    ["find", f"{ILLEGAL}\nCUDA out of memory. Tried to allocate 2 GiB"],
    ["find", "error 700"],
    ["find", "HIP error: invalid device function"],
    ["find", "xid 79", "--json"],
    ["open", "--print", "xid-79"],
)
INSTEAD = (None, True, 0, -1.5, "", "x", "cuda-runtime", [], [1], [None], [[]], {}, {"en": 1}, {"x": "y"}, 10**30)
MUTATIONS = 200
CODE_OF_DRIVER = "CUDA_ERROR_ILLEGAL_ADDRESS"


def places(value, place=()):
    """Yield where values stand inside a value, by the keys that lead there."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in pairs:
        yield (*place, key)
        yield from places(item, (*place, key))


def damaged(document, chance):
    """Return a document with a value missing, or another in its place."""
    changed = copy.deepcopy(document)
    *path, last = chance.choice([place for place in places(document) if place[0] != "schema_version"])
    holder = changed
    for key in path:
        holder = holder[key]
    if chance.random() < 0.3:
        del holder[last]
    else:
        holder[last] = chance.choice(INSTEAD)
    return changed


def test_no_damage_ends_in_a_traceback(index, tmp_path, monkeypatch, capsys):
    document = json.loads(index.read_bytes())
    chance = random.Random(4)
    path = tmp_path / "lookup.json"
    monkeypatch.setenv("FAULTBOOK_INDEX", str(path))
    monkeypatch.setenv("LANG", "C.UTF-8")
    refused = 0
    for _number in range(MUTATIONS):
        changed = damaged(document, chance)
        path.write_text(json.dumps(changed), encoding="utf-8")
        for command in COMMANDS:
            status = main(command)
            stderr = capsys.readouterr().err
            assert status in (0, 1, 2), command
            if status == 2:
                assert "lookup.json" in stderr or "no language 'zh'" in stderr
                refused += 1
    assert refused > MUTATIONS


def test_bytes_that_were_changed_end_in_no_traceback_either(index, tmp_path, monkeypatch):
    content = index.read_bytes()
    chance = random.Random(4)
    path = tmp_path / "lookup.json"
    monkeypatch.setenv("FAULTBOOK_INDEX", str(path))
    for _number in range(300):
        changed = bytearray(content[: chance.choice((len(content), chance.randrange(len(content))))])
        for _times in range(chance.randint(1, 4)):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        path.write_bytes(changed)
        assert main(["find", ILLEGAL]) in (0, 1, 2)


@pytest.mark.parametrize(
    ("change", "command", "place"),
    [
        (lambda document: document["entries"][0].pop("title"), ["explain", "first-entry"], "entries[0].title"),
        (lambda document: document.update(locales=[]), ["find", ILLEGAL], "locales"),
        (lambda document: document["codes"][0].update(library="x"), ["find", "error 700"], "codes[0].library"),
        (lambda document: document["codes"][0].update(entries=["a/b"]), ["find", CODE_OF_DRIVER], "codes[0].entries"),
        (lambda document: document.update(licence="MIT"), ["--version"], "licence"),
    ],
)
def test_what_is_damaged_is_said_with_its_place_and_what_to_do(index, tmp_path, change, command, place):
    document = json.loads(index.read_bytes())
    assert document["codes"][0]["name"] == CODE_OF_DRIVER
    change(document)
    path = tmp_path / "lookup.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    status, stdout, stderr = faultbook(*command, index=path)
    assert status == 2
    assert stdout == (f"{__version__}\n" if command == ["--version"] else "")
    assert stderr.startswith(f"faultbook: this index is damaged: {path} ({place}). Take a fresh lookup.json, ")
    assert stderr.endswith("or reinstall faultbook\n")


def test_every_index_that_the_generator_writes_is_sound(index):
    assert find_fault(json.loads(index.read_bytes())) is None


def test_an_error_of_ours_is_not_blamed_on_a_sound_index(index, monkeypatch):
    monkeypatch.setenv("FAULTBOOK_INDEX", str(index))
    monkeypatch.setattr("sys.stdin", object())  # an error that no index can cause
    with pytest.raises(AttributeError):
        main(["find", "-"])
