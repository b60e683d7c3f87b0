"""`faultbook mcp`, asked by the SDK's own client, over standard input and output and over HTTP."""

import asyncio
import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import time

import pytest
from collected import collected
from lookup_cases import load_cases
from mcp import MCPError, StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client
from package_runs import REPOSITORY, faultbook, surroundings

from faultbook.answers import MAX_TEXT

OOM = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB"
ILLEGAL = "RuntimeError: CUDA error: cudaErrorIllegalAddress"
NOTHING = "The weather is fine."
START = 10.0  # seconds for a server to listen


@pytest.fixture(scope="module")
def real_index(tmp_path_factory):
    path = tmp_path_factory.mktemp("real") / "lookup.json"
    path.write_text(json.dumps(collected(REPOSITORY / "content").lookup(), ensure_ascii=False), "utf-8")
    return path


def ask_stdio(index, talk, **variables):
    """Let a client talk to a server that it starts itself."""
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "faultbook", "mcp"], env=surroundings(index, **variables)
    )

    async def connect():
        async with Client(stdio_client(server)) as client:
            return await talk(client)

    return asyncio.run(connect())


def ask_http(index, talk):
    """Let a client talk to a server that listens."""
    with listening(index) as address:

        async def connect():
            async with Client(address) as client:
                return await talk(client)

        return asyncio.run(connect())


@contextlib.contextmanager
def listening(index):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "faultbook", "mcp", "--http", f"127.0.0.1:{port}"]
    process = subprocess.Popen(command, env=surroundings(index), stderr=subprocess.PIPE)
    try:
        end = time.monotonic() + START
        while time.monotonic() < end and process.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.terminate()
        process.communicate()


ASK = pytest.mark.parametrize("ask", [ask_stdio, ask_http], ids=["stdio", "http"])


def answers_of(*calls):
    """Return a talk that calls tools, and returns the text and the data of each answer."""

    async def talk(client):
        results = [await client.call_tool(name, given) for name, given in calls]
        assert not any(result.is_error for result in results)
        return [(result.content[0].text, result.structured_content) for result in results]

    return talk


@ASK
def test_a_client_finds_the_tools_with_what_they_take_and_how_to_use_them(index, ask):
    async def talk(client):
        return client.instructions, (await client.list_tools()).tools, (await client.list_resource_templates())

    instructions, tools, templates = ask(index, talk)
    assert "verbatim" in str([tool.input_schema for tool in tools])
    assert {tool.name: list(tool.input_schema["properties"]) for tool in tools} == {
        "find_error": ["text", "language"],
        "explain": ["name", "language"],
        "search": ["words", "language"],
        "list_myths": ["topic", "language"],
    }
    assert all(tool.annotations.read_only_hint and not tool.annotations.open_world_hint for tool in tools)
    assert not any(re.search(r"\n +\S", tool.description) for tool in tools)  # as it stands in the code
    assert "find_error" in instructions
    assert [template.uri_template for template in templates.resource_templates] == ["faultbook://entries/{+name}"]


@ASK
def test_an_error_is_answered_with_the_card_of_the_command_and_the_same_as_data(index, ask):
    ((text, data),) = ask(index, answers_of(("find_error", {"text": OOM})))
    assert text + "\n" == faultbook("find", OOM, index=index)[1]
    assert (data["kind"], data["found"], data["id"]) == ("entry", True, "demo/first-entry")
    assert data["address"] == "https://demo.example/e/first-entry/"
    assert data["verdict"] == "Not run yet"
    assert data["line"] == OOM
    assert data["cause"]["id"] == "not-a-number"
    assert data["cause"]["shown_by_the_text"] is False
    assert data["step"] == {
        "title": "Look before reading",
        "do": ["number = int(text) if text.isdigit() else None"],
        "cost": "One more branch.",
        "backed_by": "no run or source yet",
    }


def test_where_nothing_is_known_it_says_so_and_guesses_nothing(index):
    ((text, data), (named, of_name)) = ask_stdio(
        index, answers_of(("find_error", {"text": NOTHING}), ("explain", {"name": "cudaErrorIlegalAddress"}))
    )
    assert (text, data["kind"], data["found"]) == ("No entry for this.", "none", False)
    assert "id" not in data
    assert (of_name["found"], of_name["near"][0]["id"]) == (False, "cudaErrorIllegalAddress")
    assert named.startswith("no entry and no status code is called 'cudaErrorIlegalAddress'; near it: cudaErrorIllegal")


def test_names_words_and_languages(index):
    code, number, words, chinese, everything = ask_stdio(
        index,
        answers_of(
            ("explain", {"name": "cudaErrorIllegalAddress"}),
            ("explain", {"name": "700"}),
            ("search", {"words": "GPU full"}),
            ("search", {"words": "显存", "language": "zh"}),
            ("list_myths", {}),
        ),
    )
    assert (code[1]["id"], code[1]["step"]) == ("cudaErrorIllegalAddress", "Run it again with compute-sanitizer.")
    assert {item["id"] for item in number[1]["candidates"]} == {"cudaErrorIllegalAddress", "CUDA_ERROR_ILLEGAL_ADDRESS"}
    assert [item["id"] for item in words[1]["entries"]] == ["demo/first-entry"]
    assert chinese[0] == "显存不足 (demo/first-entry)\n  https://demo.example/zh/e/first-entry/"
    assert everything[1] == {"found": False, "entries": []}  # nothing has run


def test_the_language_is_the_servers_unless_a_call_asks_for_another(index):
    talk = answers_of(("find_error", {"text": OOM}), ("find_error", {"text": OOM, "language": "en"}))
    chinese, english = ask_stdio(index, talk, FAULTBOOK_LANG="zh")
    assert (chinese[1]["title"], english[1]["title"]) == ("显存不足", "The GPU is full")


def test_an_entry_is_read_as_markdown_and_one_that_is_none_is_named(index):
    async def talk(client):
        uris = ("faultbook://entries/demo/first-entry", "faultbook://entries/zh/demo/first-entry")
        texts = [(await client.read_resource(uri)).contents[0] for uri in uris]
        with pytest.raises(MCPError, match="no entry has the id 'demo/other'; the tool search finds ids by words"):
            await client.read_resource("faultbook://entries/demo/other")
        return texts

    english, chinese = ask_stdio(index, talk)
    assert english.mime_type == "text/markdown"
    assert english.text.startswith("# The GPU is full\n\n```text\nCUDA out of memory. Tried to allocate <size>\n```\n")
    assert "\n## Cause: The text is no number\n" in english.text
    assert "\n```python\nnumber = int(text) if text.isdigit() else None\n```\n" in english.text
    assert chinese.text.startswith("# 显存不足\n")


def test_the_held_texts_have_the_answers_of_the_command(real_index):
    """Of every text of public threads: the same error, the same cause, and an answer that is small."""
    from faultbook.catalogue import Catalogue
    from faultbook.finding import look_up
    from faultbook.matcher import Index
    from faultbook.records import of_answer

    document = json.loads(real_index.read_bytes())
    catalogue, matching = Catalogue(document), Index(document)
    cases = load_cases()[::4]  # another process answers each, which takes long; the rest is the same look-up
    texts = [case.text.encode("utf-8", "replace").decode() for case in cases]
    told = ask_http(real_index, answers_of(*(("find_error", {"text": text}) for text in texts)))
    assert len(told) > 300
    for text, (card, data) in zip(texts, told, strict=True):
        expected = of_answer(catalogue, look_up(matching, [text]).answer())
        assert data["kind"] == expected["kind"], text
        assert data.get("id") == (expected["best"] or {}).get("id"), text
        shown = ((expected["best"] or {}).get("reading") or {}).get("shown", [])
        if len(shown) == 1:
            assert data["cause"]["id"] == shown[0]
            assert data["cause"]["shown_by_the_text"]
        assert 0 < len(card) <= MAX_TEXT
    assert sum(data["found"] for _card, data in told) > 200


def test_myths_of_the_real_entries_have_addresses_and_backing(real_index):
    one, listed = ask_stdio(
        real_index, answers_of(("list_myths", {"topic": "pytorch/cuda-out-of-memory"}), ("list_myths", {}))
    )
    assert one[1]["found"]
    assert all(
        re.fullmatch(r"https://\S+/myths/cuda-out-of-memory/[a-z0-9-]+/", myth["address"]) for myth in one[1]["myths"]
    )
    assert {myth["backed_by"] for myth in one[1]["myths"]} <= {
        "run without a GPU",
        "from source or vendor",
        "run on a GPU",
    }
    assert len(listed[1]["entries"]) > 50


def test_without_the_sdk_the_command_says_what_to_install(index, tmp_path):
    (tmp_path / "mcp.py").write_text("raise ImportError('no SDK')\n")
    path = os.pathsep.join([str(tmp_path), str(REPOSITORY)])
    status, printed, besides = faultbook("mcp", index=index, PYTHONPATH=path)
    assert (status, printed) == (2, "")
    assert besides == "faultbook: `faultbook mcp` needs the Python SDK of MCP (no SDK): pip install 'faultbook[mcp]'\n"


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.1:port", "127.0.0.1:99999999"])
def test_an_address_that_is_none_is_refused(index, address):
    status, _printed, besides = faultbook("mcp", "--http", address, index=index)
    assert status == 2
    assert f"argument --http: invalid HOST:PORT value: '{address}'" in besides
