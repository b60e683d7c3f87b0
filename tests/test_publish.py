"""Publishing: only what differs is written, others go, and nobody sees half of a file."""

import fcntl
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator.files import file_states
from generator.publish.output import SiteFile
from generator.publish.stamp import digest_of_states, look_at, remember
from generator.publish.writer import MARK, Published, PublishError, alone, publishing, refuse_foreign

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def files(**texts):
    return [SiteFile.text(name.replace("__", "/"), text) for name, text in texts.items()]


def contents(folder):
    return {p.relative_to(folder).as_posix(): p.read_text() for p in folder.rglob("*") if p.is_file()}


def publish(folder, files, known=()):
    """Make a folder hold these files; return what is there now, how many were written, and how many deleted.

    `known` is what an earlier call returned.
    """
    before = {output.uri: output for output in known}
    with alone(folder), publishing(folder) as target:
        done = [target.write(file, before.pop(file.uri, None), "test") for file in files]
        deleted = target.delete(before)
    return [output for output, _written in done], sum(written for _output, written in done), deleted


def test_the_first_build_writes_everything(tmp_path):
    outputs, written, deleted = publish(tmp_path / "site", files(a="1", b__c="2"))

    assert contents(tmp_path / "site") == {"a": "1\n", "b/c": "2\n"}
    assert ([output.uri for output in outputs], written, deleted) == (["a", "b/c"], 2, 0)
    for output in outputs:
        state = (tmp_path / "site" / output.uri).stat()
        assert (output.size, output.modified) == (state.st_size, state.st_mtime_ns)


def test_a_second_build_writes_what_differs_and_deletes_what_is_gone(tmp_path):
    known, _written, _deleted = publish(tmp_path / "site", files(a="1", b__c="2", d__e="3"))
    kept = (tmp_path / "site" / "a").stat().st_mtime_ns
    time.sleep(0.01)

    _outputs, written, deleted = publish(tmp_path / "site", files(a="1", b__c="changed"), known)

    assert contents(tmp_path / "site") == {"a": "1\n", "b/c": "changed\n"}
    assert (written, deleted) == (1, 1)
    assert (tmp_path / "site" / "a").stat().st_mtime_ns == kept
    assert not (tmp_path / "site" / "d").exists()


def test_of_what_is_not_known_the_bytes_are_compared(tmp_path):
    publish(tmp_path / "site", files(a="1", b="2"))
    _outputs, written, _deleted = publish(tmp_path / "site", files(a="1", b="changed"))
    assert contents(tmp_path / "site") == {"a": "1\n", "b": "changed\n"}
    assert written == 1


def in_pieces(text, failure=None):
    """Return a file that comes byte after byte, and may not come to its end."""

    def pieces():
        yield from (bytes([byte]) for byte in text.encode())
        if failure:
            raise failure

    return SiteFile("a", pieces())


@pytest.mark.parametrize("is_known", [True, False])
def test_a_file_in_pieces_is_written_only_where_its_bytes_differ(tmp_path, is_known):
    whole = publish(tmp_path / "site", files(a="one"))[0]
    before = (tmp_path / "site" / "a").stat()

    same = publish(tmp_path / "site", [in_pieces("one\n")], whole if is_known else ())
    assert same == (whole, 0, 0)
    assert (tmp_path / "site" / "a").stat() == before

    [output], written, _deleted = publish(tmp_path / "site", [in_pieces("two\n")], same[0] if is_known else ())
    assert contents(tmp_path / "site") == {"a": "two\n"}
    after = (tmp_path / "site" / "a").stat()
    assert (written, output.size, output.modified) == (1, 4, after.st_mtime_ns)
    assert output.digest == publish(tmp_path / "other", files(a="two"))[0][0].digest


@pytest.mark.parametrize("failure", [ValueError("of a record"), KeyboardInterrupt(), OSError(5, "of a disk")])
def test_a_file_that_does_not_come_to_its_end_leaves_the_old_one(tmp_path, failure):
    known = publish(tmp_path / "site", files(a="one"))[0]

    with pytest.raises(PublishError if isinstance(failure, OSError) else type(failure)):
        publish(tmp_path / "site", [in_pieces("half of", failure)], known)
    assert contents(tmp_path / "site") == {"a": "one\n"}

    with pytest.raises(PublishError if isinstance(failure, OSError) else type(failure)):
        publish(tmp_path / "new", [in_pieces("half of", failure)])
    assert sorted(path.name for path in tmp_path.iterdir()) == [".cache", "site"]


def test_a_build_killed_within_a_file_leaves_the_old_one_and_the_next_build_leaves_nothing_else(tmp_path):
    publish(tmp_path / "site", files(b__a="one"))
    writer = (
        "import time\n"
        "from pathlib import Path\n"
        "from generator.publish.output import SiteFile\n"
        "from generator.publish.writer import publishing\n"
        "def pieces():\n"
        "    for _ in range(40):\n"
        "        yield bytes(50000)\n"
        "    print('most of it', flush=True)\n"
        "    time.sleep(100)\n"
        "with publishing(Path('site')) as target:\n"
        "    target.write(SiteFile('b/a', pieces()), None, 'test')\n"
    )
    environment = {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, "-c", writer], cwd=tmp_path, env=environment, stdout=-1) as process:
        assert process.stdout.readline() == b"most of it\n"
        process.kill()
    [unfinished] = (path for path in (tmp_path / "site" / "b").iterdir() if path.name != "a")
    assert unfinished.stat().st_size > 1_900_000  # pieces go to the disk as they come
    assert (tmp_path / "site/b/a").read_text() == "one\n"

    publish(tmp_path / "site", files(b__a="two"))

    assert contents(tmp_path / "site") == {"b/a": "two\n"}


def test_a_published_file_that_somebody_deleted_is_named_with_a_remedy(tmp_path):
    with publishing(tmp_path / "site") as target, pytest.raises(PublishError, match=r"x/y cannot be read .*: delete "):
        target.read("x/y")


@pytest.mark.parametrize("name", ["a__b", "x" * 300])
def test_what_cannot_be_written_is_said_in_words_and_leaves_no_folder(tmp_path, name):
    with pytest.raises(PublishError, match="cannot be written: "):
        publish(tmp_path / "site", files(a="1", **{name: "2"}))

    assert [path.name for path in tmp_path.iterdir()] == [".cache"]


def test_a_page_can_become_a_folder_and_back(tmp_path):
    known, *_counts = publish(tmp_path / "site", files(x="page"))
    known, *_counts = publish(tmp_path / "site", files(x__y="below"), known)
    assert contents(tmp_path / "site") == {"x/y": "below\n"}
    publish(tmp_path / "site", files(x="page"), known)
    assert contents(tmp_path / "site") == {"x": "page\n"}


def test_leftovers_of_a_killed_first_build_go(tmp_path):
    (tmp_path / ".publishing-site").mkdir()
    (tmp_path / ".publishing-site" / "half").write_text("half")

    publish(tmp_path / "site", files(a="1"))

    assert contents(tmp_path / "site") == {"a": "1\n"}
    assert not (tmp_path / ".publishing-site").exists()


def test_a_link_in_the_site_is_replaced_and_its_target_left_alone(tmp_path):
    outside = tmp_path / "outside"
    outside.write_text("mine")
    publish(tmp_path / "site", files(a="1"))
    (tmp_path / "site" / "a").unlink()
    (tmp_path / "site" / "a").symlink_to(outside)

    publish(tmp_path / "site", files(a="1"))

    assert outside.read_text() == "mine"
    assert not (tmp_path / "site" / "a").is_symlink()


def test_two_builds_at_once_are_refused(tmp_path):
    publish(tmp_path / "site", files(a="1"))
    lock = next(Path(".cache/locks").iterdir())
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(PublishError, match="another build is writing"):
            publish(tmp_path / "site", files(a="2"))

    assert contents(tmp_path / "site") == {"a": "1\n"}


def test_readers_see_whole_files_while_a_build_writes(tmp_path):
    writer = (
        "from pathlib import Path\n"
        "from generator.publish.output import SiteFile\n"
        "from generator.publish.writer import publishing\n"
        "for n in range(40):\n"
        "    with publishing(Path('site')) as target:\n"
        "        for i in range(5):\n"
        "            target.write(SiteFile.text(f'page{i}', str(n) * 200000), None, 'test')\n"
    )
    command = [sys.executable, "-c", writer]
    process = subprocess.Popen(command, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)})
    seen = set()
    while process.poll() is None:
        for page in (tmp_path / "site").glob("page*"):
            text = page.read_text().rstrip()
            assert len(text) % 200000 == 0
            assert len(text.replace(text[:1], "")) in (0, len(text) // 2)
            seen.add(text[:2])
    assert process.returncode == 0
    assert seen


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path):
    mine = tmp_path / "thesis"
    mine.mkdir()
    (mine / "chapter.tex").write_text("years of work")

    with pytest.raises(PublishError, match="holds something else than a built site"):
        refuse_foreign(mine)

    publish(tmp_path / "site", files(a="1", **{MARK.replace("/", "__"): "x"}))
    refuse_foreign(tmp_path / "site")
    refuse_foreign(tmp_path / "not-there-yet")


def test_the_parts_of_a_folder_have_each_of_its_files_once(tmp_path):
    names = ("a", "b/c", "b/d/e", "f/g/h", "f/i/j/k", "f/l/m/n/o")
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    parts = [[name for name, _size, _time in file_states(tmp_path, part, 3)] for part in range(3)]
    assert all(parts)
    assert sorted(name for part in parts for name in part) == sorted(names)


def test_the_digest_of_states_tells_every_file_from_another_and_takes_them_in_any_order():
    states = [("a", 1, 5), ("b", 2, 6)]
    digest = digest_of_states(states)
    assert digest == digest_of_states(reversed(states))
    others = [states[:1], [*states, states[0]], [("a", 1, 6), ("b", 2, 5)], [("a", 2, 5), ("b", 1, 6)], []]
    assert digest not in [digest_of_states(other) for other in others]


def test_processes_beside_this_one_find_the_same_as_this_one(tmp_path):
    site = tmp_path / "site"
    for name in ("index.html", "a/b/c.html", "a/d/e/f.html", "g/h.html"):
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(name)
    wanted = digest_of_states(file_states(site))
    remember(site, "inputs", "settings", Published(4, 4, 0, 4, wanted), ())
    looks = [look_at(site, may_fork=may_fork) for may_fork in (True, False)]
    assert [look.states() for look in looks] == [wanted, wanted]
    assert all(look.unchanged("inputs", "settings") for look in looks)
    (site / "a/d/e/f.html").write_text("other")
    assert not look_at(site, may_fork=True).unchanged("inputs", "settings")
