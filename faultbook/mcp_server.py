"""`faultbook mcp`: look-ups for agents and editors, over the Model Context Protocol.

It needs the SDK, which `pip install "faultbook[mcp]"` brings; everything else of this package does without it. Answers
come from the index at hand: nothing is sent anywhere, and nothing is guessed.
"""

from __future__ import annotations

import inspect
import sys
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from faultbook import __version__, answers, language
from faultbook.cards import Reader
from faultbook.catalogue import Catalogue
from faultbook.entry_markdown import markdown
from faultbook.matcher import Index
from faultbook.names import understood
from faultbook.searching import WordIndex
from faultbook.terminal import Style

INSTRUCTIONS = (
    "GPU errors (CUDA, cuDNN, NCCL, Xid, PyTorch, TensorFlow, JAX, …), each claim run, sourced, or said not to have "
    "run. Give find_error the whole traceback or log, not a summary: the text decides which cause it is. Where it "
    "answers with a question, run the command of that question, or ask the user, before you change anything. Say what "
    "a step costs and what backs it, and link the address. Where nothing is found, nothing is known here: say so."
)
READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
Language = Annotated[str, Field(description="Language of the answer: en or zh. Default: that of the server's locale")]


def serve(catalogue: Catalogue, asked_language: str | None, address: tuple[str, int] | None = None) -> None:
    """Serve until the client leaves: standard input and output, or HTTP at `address` (host, port), below /mcp."""
    server = make_server(catalogue, asked_language)
    if address is None:
        server.run("stdio")
    else:
        sys.stderr.write(f"faultbook: http://{address[0]}:{address[1]}/mcp\n")
        server.run("streamable-http", host=address[0], port=address[1], stateless_http=True, json_response=True)


def make_server(catalogue: Catalogue, asked_language: str | None) -> MCPServer[Any]:
    """Return the server with its tools and resources; both are functions of the catalogue alone."""
    desk = _Desk(catalogue, asked_language)
    server: MCPServer[Any] = MCPServer(
        "faultbook",
        title="Faultbook",
        version=__version__,
        instructions=INSTRUCTIONS,
        website_url=catalogue.document["site"],
        log_level="WARNING",
    )
    for tool in (desk.find_error, desk.explain, desk.search, desk.list_myths):
        server.add_tool(tool, description=inspect.getdoc(tool), annotations=READS)
    server.resource(
        "faultbook://entries/{+name}",
        name="entry",
        title="An entry as Markdown",
        description="An entry: causes, questions, steps, costs, what does not help. The name is the id, such as "
        "pytorch/cuda-out-of-memory; zh/pytorch/cuda-out-of-memory is its Chinese text.",
        mime_type="text/markdown",
    )(desk.entry)
    return server


class _Desk:
    """What the tools do. Their names, signatures and docstrings are what a client shows to a model."""

    def __init__(self, catalogue: Catalogue, asked_language: str | None) -> None:
        self._catalogue = catalogue
        self._language = asked_language
        self._index = Index(catalogue.document)  # before the client asks, which waits for the first answer
        self._words = WordIndex(catalogue)

    def _reader(self, asked: str) -> Reader:
        locale = language.choose(self._catalogue.locales, asked or self._language)
        return Reader(self._catalogue, locale, language.words(locale), Style())

    def find_error(
        self,
        text: Annotated[str, Field(description="The error message, traceback or log, verbatim and as long as it is")],
        language: Language = "",
    ) -> CallToolResult:
        """Find which GPU error a text shows: the cause, the first step, its cost, what backs it, the page.

        Answers with a question where the text does not decide between causes, and with `found: false` where the text
        shows no error that is known here.
        """
        return _result(answers.of_text(self._reader(language), self._index, text))

    def explain(
        self,
        name: Annotated[
            str,
            Field(description="A status code, exception class, number, Xid or entry: cudaErrorIllegalAddress, xid-79"),
        ],
        language: Language = "",
    ) -> CallToolResult:
        """Explain a status code, an exception class, an error number, an Xid or an entry by its name."""
        reader = self._reader(language)
        return _result(answers.of_name(reader, name, understood(name, self._catalogue, self._index)))

    def search(
        self,
        words: Annotated[str, Field(description="A few words of English or Chinese, such as: container sees no GPU")],
        language: Language = "",
    ) -> CallToolResult:
        """Search entries by words, for problems without a message; best first. A message goes to find_error."""
        reader = self._reader(language)
        called = understood(words, self._catalogue, self._index)
        known = [called.id] if called.id in self._catalogue.entries else called.called
        return _result(answers.of_list(reader, dict.fromkeys([*known, *self._words.find(words)])))

    def list_myths(
        self,
        topic: Annotated[
            str, Field(description="An entry's id, or words; nothing lists the entries that have any")
        ] = "",
        language: Language = "",
    ) -> CallToolResult:
        """List popular statements and fixes that were tested and found false or without effect, with what is so."""
        reader = self._reader(language)
        ids = [topic] if topic in self._catalogue.entries else self._words.find(topic)
        return _result(answers.of_myths(reader, ids if topic.strip() else None))

    def entry(self, name: str) -> str:
        """Return an entry as Markdown; `name` is its id, behind the language and a slash where it is not the first."""
        locale, _slash, rest = name.partition("/")
        asked, name = (locale, rest) if locale in self._catalogue.locales else (self._catalogue.locales[0], name)
        if name not in self._catalogue.entries:
            raise ResourceNotFoundError(f"no entry has the id {name!r}; the tool search finds ids by words")
        return markdown(self._reader(asked), name)


def _result(told: answers.Told) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=told.text)], structured_content=told.data)
