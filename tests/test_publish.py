"""Publishing: only what differs is written, others go, and nobody sees half of a file."""

import fcntl
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator.publish.output import SiteFile
from generator.publish.writer import MARK, PublishError, publish, refuse_foreign

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def files(**texts):
    return [SiteFile.text(name.replace("__", "/"), text) for name, text in texts.items()]


def contents(folder):
    return {p.relative_to(folder).as_posix(): p.read_text() for p in folder.rglob("*") if p.is_file()}


def test_the_first_build_writes_everything(tmp_path):
    done = publish(tmp_path / "site", files(a="1", b__c="2"))

    assert contents(tmp_path / "site") == {"a": "1\n", "b/c": "2\n"}
    assert (done.files, done.written, done.deleted) == (2, 2, 0)


def test_a_second_build_writes_what_differs_and_deletes_what_is_gone(tmp_path):
    publish(tmp_path / "site", files(a="1", b__c="2", d__e="3"))
    kept = (tmp_path / "site" / "a").stat().st_mtime_ns
    time.sleep(0.01)

    done = publish(tmp_path / "site", files(a="1", b__c="changed"))

    assert contents(tmp_path / "site") == {"a": "1\n", "b/c": "changed\n"}
    assert (done.written, done.deleted) == (1, 1)
    assert (tmp_path / "site" / "a").stat().st_mtime_ns == kept
    assert not (tmp_path / "site" / "d").exists()


@pytest.mark.parametrize("name", ["a__b", "x" * 300])
def test_what_cannot_be_written_is_said_in_words_and_leaves_no_folder(tmp_path, name):
    with pytest.raises(PublishError, match="cannot be written: "):
        publish(tmp_path / "site", files(a="1", **{name: "2"}))

    assert [path.name for path in tmp_path.iterdir()] == [".cache"]


def test_a_page_can_become_a_folder_and_back(tmp_path):
    publish(tmp_path / "site", files(x="page"))
    publish(tmp_path / "site", files(x__y="below"))
    assert contents(tmp_path / "site") == {"x/y": "below\n"}
    publish(tmp_path / "site", files(x="page"))
    assert contents(tmp_path / "site") == {"x": "page\n"}


def test_leftovers_of_a_killed_build_go(tmp_path):
    publish(tmp_path / "site", files(a="1"))
    (tmp_path / "site" / ".publishing-junk").write_text("half")

    publish(tmp_path / "site", files(a="1"))

    assert contents(tmp_path / "site") == {"a": "1\n"}


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
        "from generator.publish.writer import publish\n"
        "for n in range(40):\n"
        "    publish(Path('site'), [SiteFile.text(f'page{i}', str(n) * 200000) for i in range(5)])\n"
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
