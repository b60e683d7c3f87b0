"""Any bytes give an entry or located problems; a problem stands where the mistake stands."""

import ast
import copy
import math
import pickle
import re
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.build.loading import find_problems
from generator.checks import check_content
from generator.content.loader import Content, load_content, load_entry
from generator.content.plain_data import plain_data
from generator.content.positions import read_tree
from generator.content.reading import tree_of
from generator.files import decode, sorted_files
from generator.problems import Problem, format_problems

PATH = "entries/demo/first-entry/entry.yaml"
MANY = settings(max_examples=100, deadline=None, database=None)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory, good_content: Callable[[Path], Path]) -> Path:
    """Return a content folder whose entry.yaml each test overwrites."""
    return good_content(tmp_path_factory.mktemp("loader"))


@pytest.fixture(scope="module")
def check(root: Path) -> Callable[[bytes], tuple[Content, list[Problem]]]:
    def check_entry(entry: bytes) -> tuple[Content, list[Problem]]:
        (root / PATH).write_bytes(entry)
        content = load_content(root)
        return content, check_content(content)

    return check_entry


def short(problems: list[Problem], root: Path | None = None) -> list[str]:
    words = format_problems(problems).splitlines()
    return [line.removeprefix(f"{root}/") for line in words if not line.startswith("    hint: ")]


def assert_located(problems: list[Problem], root: Path, entry: bytes) -> None:
    lines = re.split(r"\r\n|\r|\n", entry.decode("utf-8-sig", errors="replace"))
    for problem in problems:
        at = problem.location
        assert problem.message
        assert problem.code
        if at.path == str(root / PATH):
            assert 1 <= at.line <= len(lines)
            assert 1 <= at.column <= len(lines[at.line - 1]) + 1
        else:
            assert Path(at.path).is_relative_to(root)
    for form in ("text", "github", "json"):
        format_problems(problems, form).encode()


# --- any bytes ---------------------------------------------------------------------------------

SCALAR_TRAPS = ["2.10", "no", "~", "0x1F", "2026-13-45", "12:30:45", "<<", "title", "causes", "text", "en", "zh", "\\0"]
MARKUP = [": ", "- ", ", ", "\n", "\n  ", "|\n", ">-\n ", "---\n", "...\n", "&a ", "*a ", "!!x "]
YAML_PIECES = st.one_of(
    st.sampled_from(MARKUP),
    st.sampled_from(SCALAR_TRAPS),
    st.sampled_from("ab:[]{}\"'#?%@`=\t\0\r\x85\u2028\ufeff中"),
)


@MANY
@given(
    entry=st.one_of(
        st.binary(max_size=300), st.lists(YAML_PIECES, max_size=40).map(lambda some: "".join(some).encode())
    )
)
def test_any_bytes_give_an_entry_or_located_problems(entry: bytes, root: Path, check: Callable[..., Any]):
    content, problems = check(entry)

    assert content.entries or problems
    assert_located(problems, root, entry)


@MANY
@given(
    site=st.one_of(st.binary(max_size=200), st.lists(YAML_PIECES, max_size=30).map(lambda some: "".join(some).encode()))
)
def test_any_bytes_as_site_file(site: bytes, tmp_path_factory: pytest.TempPathFactory):
    root = tmp_path_factory.getbasetemp() / "any-site"
    (root / "entries").mkdir(parents=True, exist_ok=True)
    (root / "site.yaml").write_bytes(site)
    content = load_content(root)

    assert content.site or check_content(content)
    assert_located([problem for problem in content.problems if problem.code == "YAML001"], root, b"")


# --- the two readers ---------------------------------------------------------------------------

ROOT = Path(__file__).resolve().parents[1]
FILES = [
    *sorted((ROOT / "tests/bad").rglob("*.y*ml")),
    *sorted((ROOT / "content").rglob("*.yaml")),
    *sorted((ROOT / ".github").rglob("*.yml")),  # nobody wrote these for us
]


def holds_nothing(data: Any) -> bool:
    if isinstance(data, dict):
        return any(map(holds_nothing, data.values()))
    return any(map(holds_nothing, data)) if isinstance(data, tuple) else data is None


def assert_read_alike(content: bytes) -> None:
    """A file is read quickly exactly when nothing is wrong with it, and then with the same data of the same types."""
    tree = read_tree("f", content)
    text = decode("f", content)
    quick = plain_data(text) if isinstance(text, str) else None
    is_sound = not tree.problems and not holds_nothing(tree.data)
    if is_sound and isinstance(text, str) and not re.search(r"!(\s|$)", text):  # `! word` is a text, and never written
        assert quick is not None
    if quick is not None:
        assert is_sound
        assert repr(quick) == repr(tree.data)
    with_nulls = plain_data(text, nulls=True) if isinstance(text, str) else None
    if with_nulls is not None:
        assert not tree.problems
        assert repr(with_nulls) == repr(tree.data)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_file_is_read_alike_with_positions_and_without(path: Path):
    if path.is_file():  # one bad example is a folder
        assert_read_alike(path.read_bytes())


@settings(MANY, max_examples=1000)
@given(pieces=st.lists(YAML_PIECES, max_size=40))
def test_any_text_is_read_alike_with_positions_and_without(pieces: list[str]):
    assert_read_alike("".join(pieces).encode())


WORDS = st.one_of(
    st.text(max_size=6),
    st.text("0123456789:-._+eExXabnoyt~=<? ", max_size=12),
    st.sampled_from([*SCALAR_TRAPS, "null", "12:30:45", "2026-02-30", "1e3", ".inf", "y", "\x07", "\ufffe"]),
)
SOUND = st.recursive(
    WORDS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(WORDS, inner, max_size=4)),
    max_leaves=12,
)


@settings(MANY, max_examples=500)
@given(data=SOUND, flow=st.sampled_from([True, False, None]), style=st.sampled_from([None, "'", '"', "|", ">"]))
def test_any_data_is_read_alike_with_positions_and_without(*, data: Any, flow: bool | None, style: str | None):
    assert_read_alike(yaml.safe_dump(data, default_flow_style=flow, default_style=style, allow_unicode=True).encode())
    unquoted = re.sub("[\"']", "", yaml.safe_dump(data, default_flow_style=flow, allow_unicode=True))
    assert_read_alike(unquoted.encode())


def test_a_null_that_a_program_wrote_is_meant():
    assert plain_data("a: null\nb: [null, c]\n", nulls=True) == {"a": None, "b": (None, "c")}
    assert plain_data("a: null\n") is None
    assert plain_data("a: ~\n", nulls=True) is None
    assert plain_data("a:\n", nulls=True) is None


def test_no_positions_are_read_of_content_in_which_nothing_is_wrong(
    tmp_path: Path, good_content: Callable[[Path], Path]
):
    tree_of.cache_clear()
    content = load_content(good_content(tmp_path))

    assert find_problems(content) == []
    assert tree_of.cache_info().misses == 0
    assert content.entries[0].file.at("summary").line == 2
    assert tree_of.cache_info().misses == 1


def test_an_entry_can_be_handed_to_another_process(tmp_path: Path, good_content: Callable[[Path], Path]):
    loaded, problems = load_entry(load_content(good_content(tmp_path)), "demo/first-entry")
    assert loaded is not None
    assert problems == ()
    other = pickle.loads(pickle.dumps(loaded))

    assert (other.id, other.folder, other.file, other.entry) == (loaded.id, loaded.folder, loaded.file, loaded.entry)
    assert other.snippets == loaded.snippets
    assert other.file.at("symptoms") == loaded.file.at("symptoms")
    assert ast.dump(other.snippets["claim.py"].tree) == ast.dump(ast.parse('assert int("12") == 12\n'))


def test_what_is_read_of_an_entry_depends_on_its_folder_alone(tmp_path: Path, good_content: Callable[[Path], Path]):
    root = good_content(tmp_path)
    folder = root / "entries/demo/first-entry"
    before = pickle.dumps(load_entry(load_content(root), "demo/first-entry"))
    (root / "site.yaml").unlink()
    shutil.copytree(folder, folder.with_name("second"))

    assert pickle.dumps(load_entry(load_content(root), "demo/first-entry")) == before


# --- mutations of a good entry -----------------------------------------------------------------

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.floats(allow_nan=False),
    st.dates(),
    st.text(max_size=20),
    st.lists(st.text(max_size=5), max_size=3),
    st.dictionaries(st.text(max_size=5), st.one_of(st.text(max_size=5), st.integers(), st.none()), max_size=3),
    st.sampled_from(
        [
            *({"raises": []}, {"exits": True}, {"hangs": "5"}, {"raises": "X", "exits": 1}, [[]], [{}], [None]),
            *([{"exits": 1, "until": "2"}], {"x.py": {"files": 1}}, {"x.py": {"variables": {"en": 1}}}),
        ]
    ).map(copy.deepcopy),
)


SELDOM_USED = {
    "programs": {"claim.py": {"fresh_interpreter": True, "variables": {"DEMO": "1"}, "files": ["entry.yaml"]}}
}


def places_in(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for key, value in items for place in places_in(value, (*path, key)))]


def mutate(data: Any, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
    place = draw(st.sampled_from(places_in(data)[1:] or [()]))
    holder = data
    for part in place[:-1]:
        holder = holder[part]
    what = draw(st.sampled_from(["delete", "replace", "insert", "rename"]))
    if not place:
        return
    if what == "delete":
        del holder[place[-1]]
    elif what == "replace":
        holder[place[-1]] = draw(JUNK)
    elif isinstance(holder, list):
        holder.insert(place[-1], draw(JUNK))
    elif what == "insert":
        holder[draw(st.text(max_size=8))] = draw(JUNK)
    else:
        holder[str(place[-1])[:-1]] = holder.pop(place[-1])


@MANY
@given(data=st.data())
def test_any_mutation_of_a_good_entry(data: st.DataObject, root: Path, check: Callable[..., Any], good_entry: bytes):
    mutated = {**yaml.load(good_entry, yaml.CSafeLoader), **copy.deepcopy(SELDOM_USED)}
    mutated["claims"][0]["expect"] = [{"exits": 0, "package": "torch", "since": "2.1"}, {"raises": ["ValueError"]}]
    for _number in range(data.draw(st.integers(1, 4))):
        mutate(mutated, data.draw)
    entry = yaml.dump(mutated, Dumper=yaml.CSafeDumper, allow_unicode=True).encode()
    content, problems = check(entry)

    assert_located(problems, root, entry)
    if content.entries:
        assert all(problem.code != "YAML002" for problem in problems)


@MANY
@given(data=st.data())
def test_any_cut_or_addition_in_a_good_entry(
    data: st.DataObject, root: Path, check: Callable[..., Any], good_entry: bytes
):
    text = good_entry.decode()
    start = data.draw(st.integers(0, len(text)))
    end = min(len(text), start + data.draw(st.integers(0, 40)))
    piece = data.draw(st.one_of(st.text(max_size=10), st.lists(YAML_PIECES, max_size=5).map("".join)))
    entry = (text[:start] + piece + text[end:]).encode("utf-8", errors="replace")
    content, problems = check(entry)

    assert content.entries or problems
    assert_located(problems, root, entry)


KEYS_AT_THE_TOP = ["title", "summary", "symptoms", "category", "lifecycle", "recovery", "reported", "causes", "history"]


@pytest.mark.parametrize("key", KEYS_AT_THE_TOP)
def test_every_required_key_is_missed(key: str, root: Path, check: Callable[..., Any], good_entry: bytes):
    data = yaml.safe_load(good_entry)
    del data[key]
    content, problems = check(yaml.safe_dump(data, allow_unicode=True).encode())

    assert short(problems, root) == [f"{PATH}:1:1: SCH002 key '{key}' is missing"]
    assert content.entries == ()
    assert content.ids == {"demo/first-entry"}


@MANY
@given(data=st.data())
def test_a_problem_stands_on_the_line_of_the_mistake(
    data: st.DataObject, root: Path, check: Callable[..., Any], good_entry: bytes
):
    lines = good_entry.decode().splitlines()
    tops = [index for index, line in enumerate(lines) if re.match(r"[a-z]", line)]
    place = data.draw(st.sampled_from([*tops, len(lines)]))
    filling = data.draw(st.lists(st.sampled_from(["", "# a comment", "   ", "# 注释"]), max_size=5))
    newline = data.draw(st.sampled_from(["\n", "\r\n"]))
    mark = data.draw(st.sampled_from(["", "\ufeff"]))
    broken = [*filling, *lines[:place], "no_such_key: 1", *lines[place:]]
    _content, problems = check((mark + newline.join(broken) + newline).encode())

    assert short(problems, root) == [f"{PATH}:{len(filling) + place + 1}:1: SCH001 unknown key 'no_such_key'"]


VALUE = re.compile(r"(?<=: )(?:\"[^\"]*\"|[A-Za-z\u4e00-\u9fff][^,}:#\n]*)(?=[,}\n])")


@MANY
@given(data=st.data())
def test_a_number_for_a_text_is_found_where_it_stands(
    data: st.DataObject, check: Callable[..., Any], good_entry: bytes
):
    text = good_entry.decode()
    found = data.draw(st.sampled_from(list(VALUE.finditer(text))))
    entry = text[: found.start()] + "12:30:45" + text[found.end() :]
    line = text.count("\n", 0, found.start()) + 1
    column = found.start() - text.rfind("\n", 0, found.start())
    _content, problems = check(entry.encode())

    assert (line, column) in {(problem.location.line, problem.location.column) for problem in problems}
    assert {problem.code for problem in problems} & {"YAML007", "SCH003"}


# --- tables ------------------------------------------------------------------------------------

QUESTION = "not every YAML reader takes an unquoted ? between braces or brackets"
FORMS = {
    "empty": ("", []),
    "plain": ("a: b\n", []),
    "byte order mark": ("\ufeffa: \x01", ["f:1:4: YAML001 control character U+0001 in the file"]),
    "columns count characters": ("中文: é\x07", ["f:1:6: YAML001 control character U+0007 in the file"]),
    "NUL": ("a: b\nc: \0", ["f:2:4: YAML001 control character U+0000 in the file"]),
    "escaped NUL": ('a: b\nc: "\\0"', ["f:2:4: YAML001 control character U+0000 in a text"]),
    "line separator": ("a: b\u2028c: d", ["f:1:5: YAML001 control character U+2028 in the file"]),
    "reordered text": ("a: b\u202ec", ["f:1:5: YAML001 control character U+202E in the file"]),
    "old line ends": ("a: b\ra: c", ["f:2:1: YAML003 key 'a' is repeated"]),
    "Windows line ends": ("a: b\r\na: c\r\n", ["f:2:1: YAML003 key 'a' is repeated"]),
    "repeated twice": ("a: {b: 1, b: 2.10}\nc: 1\n", ["f:1:11: YAML003 key 'b' is repeated"]),
    "bracket open": ("a: [b\nc: d\n", ["f:1:4: YAML002 not valid YAML: '[' is not closed"]),
    "bracket open to the end": ("a: {b: c\n", ["f:1:4: YAML002 not valid YAML: '{' is not closed"]),
    "question in braces": ("a: {b: c?}\n", [f"f:1:8: YAML002 {QUESTION}"]),
    "question in a list": ("a: [b, c? d]\n", [f"f:1:8: YAML002 {QUESTION}"]),
    "question in a key": ("a: {b?: c}\n", [f"f:1:5: YAML002 {QUESTION}"]),
    "quoted or unbraced questions": ("a: {b: 'c?', d: \"e?\"}\nf: g?\n", []),
    "quote open": ("a: 'b\nc: d\n", ["f:1:4: YAML002 not valid YAML: found unexpected end of stream"]),
    "two aliases": (
        "a: *b\nc: *d\ne: *b\n",
        ["f:1:4: YAML005 alias 'b' is not read", "f:2:4: YAML005 alias 'd' is not read"],
    ),
    "alias as key": ("*a : b\n", ["f:1:1: YAML005 alias 'a' is not read"]),
    "merge key": ("<<: {a: b}\n", ["f:1:1: YAML007 key << is not text to YAML"]),
    "empty key": ("'': b\n", ["f:1:1: YAML007 the key is empty"]),
    "key of a mapping": ("{a: b}: c\n", ["f:1:1: YAML002 a key must be a plain word"]),
    "tag on a key": ("!!str a: b\n", ["f:1:1: YAML008 tag !!str is not read"]),
    "second document": ("a: b\n---\n", ["f:2:1: YAML002 a second document begins"]),
    "no such hour": ("a: 2026-01-01 99:00:00\n", ["f:1:4: YAML007 2026-01-01 99:00:00 cannot be read as a date"]),
    "only an underscore": ("a: 0x_\n", ["f:1:4: YAML007 0x_ cannot be read as a number"]),
    "the value tag": ("a: =\n", ["f:1:4: YAML007 = cannot be read as text"]),
    "33 levels": ("[" * 33 + "]" * 33, ["f:1:33: YAML006 nested deeper than 32 levels"]),
    "32 levels": ("[" * 32 + "]" * 32, []),
    "10,000 brackets": ("[" * 10_000, ["f:1:33: YAML006 nested deeper than 32 levels"]),
    "10,000 braces": ("{a: " * 10_000, ["f:1:129: YAML006 nested deeper than 32 levels"]),
    "10,000 dashes": ("- " * 10_000, ["f:1:65: YAML006 nested deeper than 32 levels"]),
    "10,000 indents": (
        "\n".join(" " * depth + "a:" for depth in range(1_000)),
        ["f:33:33: YAML006 nested deeper than 32 levels"],
    ),
}


@pytest.mark.parametrize(("text", "expected"), FORMS.values(), ids=FORMS)
def test_what_is_wrong_with_the_form_of_a_file(text: str, expected: list[str]):
    assert short(read_tree("f", text.encode()).problems) == expected


ENCODINGS = {
    "GBK": ("a: 读".encode("gbk"), (1, 4)),
    "Latin-1": ("a: b\nc: é".encode("latin-1"), (2, 4)),
    "UTF-16": ("a: b".encode("utf-16"), (1, 1)),
    "UTF-16 without mark": ("a: b".encode("utf-16-le"), (1, 2)),
    "half a character": ("é: 中".encode()[:-1], (1, 4)),
    "half a character after a mark": ("\ufeffé: 中".encode()[:-1], (1, 4)),
    "surrogate": (b"a: \xed\xa0\x80", (1, 4)),
}


@pytest.mark.parametrize(("content", "place"), ENCODINGS.values(), ids=ENCODINGS)
def test_a_file_that_is_not_utf_8(content: bytes, place: tuple[int, int]):
    (problem,) = read_tree("f", content).problems

    assert (problem.location.line, problem.location.column, problem.code) == (*place, "YAML001")


SCALARS = {
    "2.10": 2.1,
    '"2.10"': "2.10",
    "no": False,
    "On": True,
    "n": "n",
    "010": 8,
    "0o17": "0o17",
    "12:30:45": 45045,
    "1_000": 1000,
    "2026-11-21": date(2026, 11, 21),
    "~": None,
    "Null": None,
    ".inf": math.inf,
    "9" * 5_000: "9" * 5_000,
    "0x" + "f" * 5_000: "0x" + "f" * 5_000,
    "1" + ":59" * 10_000: "1" + ":59" * 10_000,
    "2.5.1": "2.5.1",
}


@pytest.mark.parametrize(("written", "read"), SCALARS.items(), ids=lambda value: repr(value)[:20])
def test_what_yaml_makes_of_a_word(written: str, read: object):
    tree = read_tree("f", f"a: {written}\n".encode())

    assert tree.data == {"a": read}
    assert ("a",) not in tree.raw or not isinstance(read, str)


def test_lists_cannot_be_changed():
    assert read_tree("f", b"a: [b, {c: [d]}]").data == {"a": ("b", {"c": ("d",)})}


def test_words_are_found_inside_a_text():
    text = 'a: |\n  one\n\n  two entry:x\nb: "entry:x"\nc: >-\n  folded\n  words\n'
    tree = read_tree("f", text.encode())

    assert (tree.at_words("entry:x", "a").line, tree.at_words("entry:x", "a").column) == (4, 7)
    assert (tree.at_words("entry:x", "b").line, tree.at_words("entry:x", "b").column) == (5, 5)
    assert tree.at_words("folded words", "c") == tree.at("c")
    assert tree.at_words("two", "b") == tree.at("b")
    assert tree.at_words("two", "no", "such", "place") == tree.at()


def test_a_place_that_is_not_in_the_file_is_the_nearest_one_that_is():
    tree = read_tree("f", b"# first\na:\n  b: c\n")

    assert (tree.at("a", "x", 3).line, tree.at("a", "x", 3).column) == (3, 3)
    assert (tree.at_key("a", "b").line, tree.at_key("a").line) == (3, 2)
    assert tree.at("z").line == 2


LARGE = {
    "mapping of repeated keys": b"a: 1\n" * 30_000,
    "list of numbers for texts": b"codes: [" + b"1, " * 30_000 + b"]",
    "many unknown keys": b"".join(b"k%d: 1\n" % number for number in range(10_000)),
    "one long line": b'title: {en: "' + b"x" * 400_000 + b'"}',
    "one long key": b"x" * 100_000 + b": 1\n",
    "one long quoted key": b'"' + b"x" * 400_000 + b'": 1\n',
    "open links": b"title: {en: '" + b"](entry:" * 50_000 + b"', zh: x}",
    "open code spans": b"title: {en: '" + b"` " * 150_000 + b"', zh: x}",
    "many spaces": b"title: {en: '" + b" " * 400_000 + b"x', zh: x}",
    "many tags": b"a: [" + b"!x y, " * 30_000 + b"]",
    "many anchors": b"a: [" + b"&x y, " * 30_000 + b"]",
    "an alias bomb": b"a0: &a0 [x]\n"
    + b"".join(b"a%d: &a%d [%s]\n" % (n, n, b", ".join([b"*a%d" % (n - 1)] * 9)) for n in range(1, 30)),
}


@pytest.mark.parametrize("entry", LARGE.values(), ids=LARGE)
def test_a_large_file_is_read_in_seconds_and_its_problems_stay_short(
    entry: bytes, root: Path, check: Callable[..., Any]
):
    _content, problems = check(entry)

    assert problems
    assert max(len(problem.message) for problem in problems) <= 300
    assert_located(problems[:1000], root, entry)


def test_files_below_a_folder_are_found_in_order_and_links_that_lead_nowhere_are_passed_over(tmp_path: Path):
    for name in ("b/z", "b/a", "a", "c"):
        (tmp_path / "top" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "top" / name).touch()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/x").touch()
    for name, target in {"folder": tmp_path / "elsewhere", "file": tmp_path / "elsewhere/x", "loop": "loop"}.items():
        (tmp_path / "top" / name).symlink_to(target)

    found = [Path(path).relative_to(tmp_path / "top").as_posix() for path in sorted_files(str(tmp_path / "top"))]

    assert found == ["a", "b/a", "b/z", "c", "file"]
    assert list(sorted_files(str(tmp_path / "nothing"))) == []


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (["cannot|could not", "libcuda.so|nvcuda*", "!stub"], None),
        (["libcuda*", "cannot"], "the first group must say what is sought"),
        (["!stub", "libcuda.so"], "the first group must say what is sought"),
        (["cannot", "[CUDA] <message> *cuda_*"], "is a wording"),
        (["cannot", "libcuda * missing"], "is a wording"),
        (["cannot|", "libcuda.so"], "'' says too little"),
        (["cannot", "*"], "'*' says too little"),
    ],
)
def test_a_rule_for_lines_says_enough_to_be_found_and_not_everywhere(rule, said, check, good_entry):
    entry = good_entry.replace(b"\ncategory:", f"\nlines: [{rule!r}]\ncategory:".encode(), 1)
    _content, problems = check(entry)

    assert [problem.code for problem in problems] == (["SCH003"] if said else [])
    assert all(said in problem.message for problem in problems)
