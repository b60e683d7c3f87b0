"""Links where errors are reported: each with the real tool, and, where that talks to a service, a server beside it."""

import json
import logging
import os
import subprocess
import sys
import textwrap
import threading
import venv
from http.server import BaseHTTPRequestHandler, HTTPServer

import loguru
import pytest
import sentry_sdk
import structlog
from package_runs import ILLEGAL, SITE, run, surroundings

import faultbook
from faultbook.integrations import github
from faultbook.integrations.logs import FaultbookFilter
from faultbook.integrations.loguru import patch
from faultbook.integrations.sentry import before_send
from faultbook.integrations.structlog import add_page

OOM = "CUDA out of memory. Tried to allocate 2.00 GiB"
PAGE = f"{SITE}e/first-entry/"
LINE = f"→ The GPU is full · {PAGE}"
OTHER = "the disk is full"
PTH = 'import importlib.util as u; u.find_spec("faultbook") and __import__("faultbook").install()\n'


@pytest.fixture(autouse=True)
def at_hand(index, monkeypatch):
    monkeypatch.setenv("FAULTBOOK_INDEX", str(index))
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.fixture
def service():
    """Return a server that keeps what it is sent, and answers what it is told to."""

    class Handler(BaseHTTPRequestHandler):
        def answer(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            server.seen.append((self.command, self.path, dict(self.headers), body))
            self.send_response(server.status)
            self.end_headers()
            self.wfile.write(json.dumps(server.answers.get(self.command, {})).encode())

        do_GET = do_POST = do_PATCH = answer  # noqa: N815 - the server's own names

        def log_message(self, *_arguments):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    server.seen, server.answers, server.status = [], {}, 200
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def raised(message):
    """Return an exception with a traceback."""
    try:
        raise RuntimeError(message)  # noqa: TRY301 - for its traceback
    except RuntimeError as error:
        return error


# --- the function that all of them call ----------------------------------------------------------


def test_an_exception_or_a_text_is_found_with_its_title_and_address(monkeypatch):
    found = faultbook.find(RuntimeError(OOM))
    assert found == faultbook.find(f"RuntimeError: {OOM}")
    assert (found.id, found.title, found.address) == ("demo/first-entry", "The GPU is full", PAGE)
    assert f"→ {found.line}" == LINE
    assert faultbook.find(OTHER) is None
    monkeypatch.setenv("FAULTBOOK_LANG", "zh")
    assert faultbook.find(OOM).address == f"{SITE}zh/e/first-entry/"
    monkeypatch.setenv("FAULTBOOK", "0")
    assert faultbook.find(OOM) is None


def test_it_raises_nothing_whatever_is_wrong(monkeypatch, tmp_path):
    class OddError(Exception):
        def __str__(self):
            raise ValueError

    assert faultbook.find(OddError()) is None
    monkeypatch.setenv("FAULTBOOK_INDEX", str(tmp_path / "missing.json"))
    assert faultbook.find(OOM) is None


# --- loggers -------------------------------------------------------------------------------------


def test_logging_names_a_page_once_and_gives_it_to_every_record(caplog):
    logger = logging.getLogger("train")
    caplog.handler.addFilter(own := FaultbookFilter())
    try:
        logger.warning(OOM)
        logger.error("step %d failed: %s", 3, OOM)
        logger.error("step 4 failed", exc_info=raised(OOM))
        logger.error(OTHER)
    finally:
        caplog.handler.removeFilter(own)
    assert [record.getMessage() for record in caplog.records] == [
        OOM,
        f"step 3 failed: {OOM}\n{LINE}",
        "step 4 failed",
        OTHER,
    ]
    assert [getattr(record, "faultbook", "-") for record in caplog.records] == ["-", PAGE, PAGE, None]


def test_loguru_has_the_page_in_its_message_and_its_extra():
    written = []
    logger = loguru.logger.patch(patch)
    handler = logger.add(lambda message: written.append(message.record), level="INFO")
    try:
        logger.opt(exception=raised(OOM)).error("step failed")
        logger.info(OOM)
        logger.error(OTHER)
    finally:
        loguru.logger.remove(handler)
    assert [record["message"] for record in written] == [f"step failed\n{LINE}", OOM, OTHER]
    assert [record["extra"].get("faultbook") for record in written] == [PAGE, None, None]


def test_structlog_has_the_page_as_a_key(capsys):
    processors = [add_page, structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    logger = structlog.wrap_logger(structlog.PrintLogger(), processors=processors)
    error = raised(OOM)
    for given in (error, (RuntimeError, error, error.__traceback__)):
        logger.error("step failed", exc_info=given)
    logger.error(OOM)
    logger.info(OOM)
    logger.error(OTHER)
    events = list(map(json.loads, capsys.readouterr().out.splitlines()))
    assert [event.get("faultbook") for event in events] == [PAGE, PAGE, PAGE, None, None]
    assert "Traceback" in events[0]["exception"]


def test_the_plug_in_of_vllm_names_the_page_in_its_loggers_alone_however_they_are_configured_later(tmp_path, index):
    # That vLLM loads it, and what an engine of vLLM logs: test_framework_integrations.py.
    (tmp_path / "serve.py").write_text(
        textwrap.dedent(f"""
        import logging, logging.config
        from faultbook.integrations.vllm import register
        register()
        register()
        handler = {{"h": {{"class": "logging.StreamHandler", "stream": "ext://sys.stdout"}}}}
        loggers = {{name: {{"handlers": ["h"], "propagate": False}} for name in ("vllm", "vllmlike")}}
        logging.config.dictConfig({{"version": 1, "handlers": handler, "loggers": loggers}})
        try:
            raise RuntimeError({OOM!r})
        except RuntimeError as error:
            logging.getLogger("vllm.v1.engine.core").error("EngineCore failed: %s", "see", exc_info=error)
        logging.getLogger("vllm.v1.engine.core").error({OTHER!r})
        logging.getLogger("vllm.v1.engine.core").warning({OOM!r})
        logging.getLogger("vllmlike").error({OOM!r})
        raise RuntimeError({ILLEGAL!r})
        """)
    )
    status, printed, said = run(["serve.py"], index, cwd=tmp_path)
    trace = printed[printed.index("Traceback") : printed.index(OTHER)]
    assert (status, printed.replace(trace, "…")) == (1, f"EngineCore failed: see\n{LINE}\n…{OTHER}\n{OOM}\n{OOM}\n")
    assert said.endswith(f"→ A kernel used an address that is not its own: {SITE}e/cudaErrorIllegalAddress/\n")
    status, printed, said = run(["serve.py"], index, cwd=tmp_path, FAULTBOOK="0")
    assert (status, SITE in printed + said) == (1, False)


# --- services ------------------------------------------------------------------------------------


def test_sentry_is_sent_the_page_and_a_tag_to_search_by(service):
    address = f"http://key@127.0.0.1:{service.server_port}/1"
    sentry_sdk.init(address, before_send=before_send, default_integrations=False)
    for message in (OOM, OTHER):
        sentry_sdk.capture_exception(raised(message))
    sentry_sdk.get_client().close(timeout=10)
    sentry_sdk.init()
    events = [event_of(body, headers) for _method, _path, headers, body in service.seen]
    events.sort(key=lambda event: "tags" not in event)
    assert events[0]["tags"] == {"gpu_error": "demo/first-entry"}
    assert events[0]["contexts"]["faultbook"]["page"] == PAGE
    assert "faultbook" not in events[1].get("contexts", {})


def event_of(body, headers):
    """Return the event in an envelope: a line about the envelope, one about the item, the item."""
    import gzip

    text = gzip.decompress(body) if headers.get("Content-Encoding") == "gzip" else body
    return json.loads(text.splitlines()[2])


@pytest.fixture
def job(service, tmp_path):
    """Return what GitHub gives a job on a pull request, and the folder."""
    (tmp_path / "event.json").write_text(json.dumps({"pull_request": {"number": 7}}))
    (tmp_path / "train.log").write_text(f"step 1\nRuntimeError: {OOM}\n")
    return tmp_path, {
        "GITHUB_EVENT_PATH": str(tmp_path / "event.json"),
        "GITHUB_REPOSITORY": "we/models",
        "GITHUB_JOB": "train",
        "GITHUB_API_URL": f"http://127.0.0.1:{service.server_port}",
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
        "GITHUB_TOKEN": "secret",
    }


def comment(job, index, log="train.log"):
    folder, variables = job
    return run(["-m", "faultbook.integrations.github", log], index, cwd=folder, **variables)


def test_a_failed_job_is_commented_on_once_and_then_the_comment_is_replaced(job, service, index):
    service.answers = {"GET": [{"id": 1, "body": "LGTM"}]}
    assert comment(job, index) == (0, "", "")
    (listed, posted) = service.seen
    assert listed[:2] == ("GET", "/repos/we/models/issues/7/comments?per_page=100&page=1")
    assert posted[:2] == ("POST", "/repos/we/models/issues/7/comments")
    assert posted[2]["Authorization"] == "Bearer secret"
    text = json.loads(posted[3])["body"]
    assert text.startswith(f"{github.MARK.format(job='train')}\n### [The GPU is full]({PAGE})\n")
    assert f"RuntimeError: {OOM}" in text
    assert "step 1" not in text
    assert (job[0] / "summary.md").read_text() == text
    service.answers = {"GET": [{"id": 1, "body": f"> {text}"}, {"id": 2, "body": text}]}
    assert comment(job, index)[0] == 0
    assert service.seen[-1][:2] == ("PATCH", "/repos/we/models/issues/comments/2")


def test_a_job_whose_log_shows_nothing_known_is_left_alone(job, service, index):
    (job[0] / "train.log").write_text("it works\n")
    assert comment(job, index) == (0, "", "faultbook: the log shows no GPU error that is known\n")
    assert service.seen == []


def test_a_refused_comment_is_said_with_the_remedy(job, service, index):
    service.status = 403
    status, _printed, said = comment(job, index)
    assert status == 2
    assert "403" in said
    assert "permissions: pull-requests: write" in said
    assert "secret" not in said
    assert comment(job, index, "missing.log")[0] == 2


def test_nothing_is_raised_whatever_is_reported():
    class OddEvent:
        def __str__(self):
            raise ValueError

    assert FaultbookFilter().filter(logging.LogRecord("train", logging.ERROR, "", 1, "step %d", ("a",), None))
    assert add_page(None, "error", {"event": OddEvent(), "exc_info": ()}).keys() == {"event", "exc_info"}
    hint = {"exc_info": (RuntimeError, raised(OOM), None)}
    assert before_send({"tags": None, "contexts": None}, hint)["tags"] == {"gpu_error": "demo/first-entry"}
    assert before_send({"tags": 7}, hint) == {"tags": 7}


def test_a_switch_turns_the_comment_off(job, service, index):
    folder, variables = job
    assert comment((folder, {**variables, "FAULTBOOK": "0"}), index) == (0, "", "")
    assert service.seen == []


# --- processes -----------------------------------------------------------------------------------


def pytest_run(tmp_path, index, *arguments, **variables):
    (tmp_path / "test_model.py").write_text(
        textwrap.dedent(f"""
        def test_train():
            raise RuntimeError({OOM!r})
        def test_disk():
            raise OSError({OTHER!r})
        def test_fine():
            pass
        """)
    )
    command = ["-m", "pytest", "-p", "faultbook.integrations.pytest_plugin", "-p", "no:cacheprovider", *arguments]
    return run(command, index, cwd=tmp_path, **variables)


def test_pytest_names_the_page_below_the_failure(tmp_path, index):
    status, printed, _besides = pytest_run(tmp_path, index)
    assert status == 1
    assert printed.count("GPU error") == 1
    assert printed.index("test_train") < printed.index(LINE[2:]) < printed.index("def test_disk")
    assert "GPU error" not in pytest_run(tmp_path, index, FAULTBOOK="0")[1]


def test_a_line_in_site_packages_serves_every_program_of_an_interpreter(tmp_path, index):
    folder = tmp_path / "environment"
    venv.EnvBuilder(symlinks=True).create(folder)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    (folder / f"lib/{version}/site-packages/faultbook.pth").write_text(PTH)
    program = f"raise RuntimeError({ILLEGAL!r})"
    known = {**os.environ, **surroundings(index)}
    done = subprocess.run(
        [folder / "bin/python", "-c", program], env=known, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert f"{SITE}e/cudaErrorIllegalAddress/" in done.stderr
    gone = {**known, "PYTHONPATH": ""}
    done = subprocess.run([folder / "bin/python", "-c", "1"], env=gone, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
