"""What the package says first: the reader's cause, or the question that tells the causes apart, and what to type."""

import json

import pytest
from package_runs import SITE, faultbook, run

FULL = "CUDA out of memory. Tried to allocate 2 GiB"
PIECES = f"{FULL}. 5.00 GiB is reserved but unallocated"
TITLES = {"too-big": "The batch is too big", "in-pieces": "The memory is in pieces"}
CODE = "export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True\npython train.py"


def text(english, chinese="一"):
    return {"en": english, "zh": chinese}


def step(name, title, code):
    do = [{"kind": "shell", "code": f"{code}\n", "label": text("Before the start")}] if code else []
    return {
        "id": name, "title": text(title), "text": text("Do it."), "do": do, "cost": text("Slower."), "grade": "source",
    }  # fmt: skip


def cause(name, telltale, signs, steps, recovery="none"):
    return {
        "id": name, "title": text(TITLES[name]), "short": None, "telltale": text(telltale), "shows": signs,
        "never": [sign("no piece is free")], "recovery": recovery, "steps": steps,
    }  # fmt: skip


def sign(literal=None, where=None):
    return {"text": literal, "where": where}


CAUSES = [
    cause(
        "too-big", "It grows with the batch.", [sign("a batch of")],
        [step("smaller", "Make the batch smaller", "python train.py --batch 8")],
    ),
    cause(
        "in-pieces", "More is reserved than was asked for.",
        [sign(where="unallocated > tried"), sign("in small pieces")],
        [step("segments", "Let segments grow", CODE)], "restart-process",
    ),
]  # fmt: skip
ENTRY = {
    "causes": CAUSES,
    "numbers": {"tried": ["Tried to allocate <number>"], "unallocated": ["<number> is reserved but unallocated"]},
    "words": {"en": ["vram is gone"], "zh": ["爆显存"]},
    "questions": [
        {
            "id": "alone", "ask": text("Is the program alone on the GPU?"),
            "run": {"kind": "shell", "code": "nvidia-smi", "label": None},
            "answers": [
                {"text": text("It is"), "cause": "too-big", "question": None, "entry": None},
                {"text": text("It is not"), "cause": None, "question": "mine", "entry": None},
            ],
        },
        {
            "id": "mine", "ask": text("Is the other one yours?"), "run": None,
            "answers": [
                {"text": text("It is mine"), "cause": "in-pieces", "question": None, "entry": None},
                {"text": text("It reads words"), "cause": None, "question": None, "entry": "demo/first-entry"},
                {"text": text("Ask again"), "cause": None, "question": "alone", "entry": None},
            ],
        },
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def told(index, tmp_path_factory):
    """Return an index whose entry has two causes."""
    document = json.loads(index.read_text(encoding="utf-8"))
    document["entries"][0].update(ENTRY)
    path = tmp_path_factory.mktemp("told") / "lookup.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def two(told, tmp_path_factory):
    """Return an index with a second entry, which shares a wording and a word with the first."""
    document = json.loads(told.read_text(encoding="utf-8"))
    document["entries"].append(
        {
            **document["entries"][0], "id": "demo/other", "name": "other", "title": text("Another"), "aliases": [],
            "signatures": ["OtherError: no room"], "codes": [],
        }
    )  # fmt: skip
    for entry in document["entries"]:
        entry["shared"] = ["the allocation was refused"]
    path = tmp_path_factory.mktemp("two") / "lookup.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_the_cause_that_a_text_shows_comes_first_with_its_step_and_what_that_costs(told):
    status, printed, errors = faultbook("find", PIECES, index=told)

    assert (status, errors) == (0, "")
    assert printed.startswith(
        "Your message: The memory is in pieces\n\nLet segments grow\n\nBefore the start\n"
        f"{CODE}\n\nWhat it costs: Slower.\nWhat backs it: from source or vendor\n"
        "Read in your message: Tried to allocate 2.00 GiB; 5.00 GiB is reserved but unallocated\n"
        f"Recovery: the process must be restarted\nPage: {SITE}demo/first-entry/#cause-in-pieces\n\nThe GPU is full\n"
    )
    assert len(printed.partition("export")[0].split()) <= 30


HELD = "Process 12345 has {held} memory in use. Including non-PyTorch memory, this process has 7.00 GiB memory in use."
WHOSE = "ps -o user,etime,cmd -p 12345"


def test_a_step_has_the_number_of_the_process_that_the_message_names(told, tmp_path):
    document = json.loads(told.read_text(encoding="utf-8"))
    for cause in document["entries"][0]["causes"]:
        code = {"kind": "shell", "label": None}
        cause["steps"][0]["do"] = [
            {**code, "code": "nvidia-smi --query-compute-apps=pid"},
            {**code, "code": "kill PID"},
        ]
    path = tmp_path / "lookup.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    for more, wanted in (
        (f" {HELD.format(held='70.00 GiB')}", ["kill 12345"]),
        ("", ["--query-compute-apps", "kill PID"]),
    ):
        _status, printed, _errors = faultbook("find", f"{PIECES}.{more}", index=path)
        assert [word for word in ("--query-compute-apps", "kill PID", "kill 12345") if word in printed] == wanted


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Process 12345 holds 70.00 GiB. Whose is it?"),
        ("zh", "进程 12345 占了 70.00 GiB。它是谁的？"),
    ],
)
def test_another_process_that_holds_more_is_named_with_what_shows_whose_it_is(told, language, line):
    for message in (FULL, PIECES):  # whether the text decides or not
        text = f"{message}. {HELD.format(held='70.00 GiB')}"
        status, printed, errors = faultbook("find", text, "--lang", language, index=told)
        assert (status, errors) == (0, "")
        before, named, after = printed.partition(f"\n\n{WHOSE}\n\n")
        assert (named, before.splitlines()[-1].startswith(line)) != ("", False)
        assert "PYTORCH_CUDA_ALLOC_CONF" in after  # it comes before the step, or the question
        assert len(before.splitlines()) == (3 if message == PIECES else 1)
    status, printed, errors = faultbook("find", f"{PIECES}. {HELD.format(held='6.99 GiB')}", index=told)
    assert (status, "ps -o" in printed, errors) == (0, False, "")


def test_what_another_process_holds_is_data_too(told):
    text = f"{PIECES}. {HELD.format(held='70.00 GiB')}"
    reading = json.loads(faultbook("find", "--json", text, index=told)[1])["best"]["reading"]
    assert reading["other"] == {"process": 12345, "bytes": 70 * 2**30}


QUESTION = f"""\
Is the program alone on the GPU?

nvidia-smi

1. It is
   → Make the batch smaller
     python train.py --batch 8
2. It is not
   → Is the other one yours?
   1. It is mine
      → Let segments grow
        {CODE.splitlines()[0]}
        {CODE.splitlines()[1]}
   2. It reads words
      → The GPU is full
        {SITE}e/first-entry/
   3. Ask again
      → Is the program alone on the GPU?

"""


@pytest.mark.parametrize("command", [["find", FULL], ["explain", "first-entry"], ["find", "vram is gone"]])
def test_where_no_cause_is_shown_the_question_comes_with_what_each_answer_leads_to(told, command):
    status, printed, _errors = faultbook(*command, index=told)

    assert (status, printed[: len(QUESTION)]) == (0, QUESTION)
    assert f"Page: {SITE}e/first-entry/\n" in printed


def test_of_several_causes_that_a_text_shows_only_these_are_asked_for(told):
    _status, printed, _errors = faultbook("find", f"{PIECES}, with a batch of 8", index=told)

    assert printed.startswith(
        "Your message fits several causes. Which of these do you see?\n"
        "1. It grows with the batch.\n   → Make the batch smaller\n     python train.py --batch 8\n"
        "2. More is reserved than was asked for.\n   → Let segments grow\n"
    )


def test_a_text_that_contradicts_every_cause_is_said_to(told):
    _status, printed, _errors = faultbook("find", f"{PIECES}, and no piece is free", index=told)

    assert printed.startswith("Your message contradicts every cause that is known here.")
    assert "export" not in printed


def test_nothing_that_can_be_copied_begins_with_a_sign_of_a_difference_or_a_prompt(told):
    for command in (["find", PIECES], ["explain", "first-entry"]):
        lines = faultbook(*command, index=told)[1].splitlines()
        assert [line for line in lines if line.lstrip().startswith(("+", "-", ">>>", "$ "))] == []


@pytest.mark.parametrize(
    ("command", "heading"),
    [
        (["find", "x: the allocation was refused"], "Several errors say this. Which is yours?"),
        (["find", "vram is gone"], "Which one do you mean?"),
        (["explain", "vram is gone"], "Which one do you mean?"),
    ],
)
def test_several_entries_are_all_named_with_what_to_do_first(two, command, heading):
    status, printed, errors = faultbook(*command, index=two)

    assert (status, errors, printed.splitlines()[0]) == (0, "", heading)
    for name in ("first-entry", "other"):
        assert f"{SITE}e/{name}/" in printed
    assert printed.count("What to do first: Make the batch smaller: python train.py --batch 8\n") == 2
    assert printed.count("How to tell: It grows with the batch.\n") == 2


def test_json_of_a_short_form_names_its_entries(two):
    status, printed, _errors = faultbook("explain", "--json", "vram is gone", index=two)
    found = json.loads(printed)

    assert (status, found["kind"], found["entries"]) == (0, "words", ["demo/first-entry", "demo/other"])
    assert set(found["found"]) == {"demo/first-entry", "demo/other"}


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (PIECES, f"→ Let segments grow: {CODE.splitlines()[0]}\nThe GPU is full: {SITE}e/first-entry/\n"),
        (FULL, f"→ The GPU is full: {SITE}e/first-entry/\n"),
        (f"{PIECES}, and no piece is free", f"→ The GPU is full: {SITE}e/first-entry/\n"),
    ],
)
def test_the_step_stands_under_a_traceback_where_its_message_shows_the_cause(told, message, said):
    program = f"import faultbook\nfaultbook.install()\nraise RuntimeError({message!r})"
    _status, _printed, errors = run(["-c", program], index=told)

    assert errors.endswith(f"RuntimeError: {message}\n{said}")


def test_a_line_out_of_the_middle_of_a_program_is_no_step(told, tmp_path):
    document = json.loads(told.read_text(encoding="utf-8"))
    [entry] = [one for one in document["entries"] if one["id"] == "demo/first-entry"]
    entry["causes"][1]["steps"][0]["do"][0] |= {"kind": "python", "code": "for part in parts:\n    step(part)\n"}
    changed = tmp_path / "lookup.json"
    changed.write_text(json.dumps(document), encoding="utf-8")
    program = f"import faultbook\nfaultbook.install()\nraise RuntimeError({PIECES!r})"
    _status, _printed, errors = run(["-c", program], index=changed)

    assert errors.endswith(f"→ Let segments grow\nThe GPU is full: {SITE}e/first-entry/\n")
