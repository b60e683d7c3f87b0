"""How templates are compiled for one language: constant interface texts become part of the template.

Rendering a page looked up thousands of texts that never change; compiled in, they cost nothing. What the templates say
stays the same.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache, partial
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from types import FunctionType
from typing import Any

from babel.support import NullTranslations
from jinja2 import Environment, FileSystemBytecodeCache, TemplateAssertionError, nodes, pass_eval_context
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame, MacroRef, optimizeconst
from jinja2.nodes import EvalContext
from jinja2.utils import missing
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

COMPILER = f"{version('jinja2')} {hashlib.sha256(Path(__file__).read_bytes()).hexdigest()}"
PLACEHOLDER = re.compile(r"%(?:%|\((\w+)\)s)")
GETTEXT = frozenset({"_", "gettext"})
FILTER = "translate"
FULL_WIDTH = tuple("，。：；！？）")
CLOSED = re.compile(r"^((?:</\w+>)*) +")  # elements that end, and a space
PASSED_CONTEXT = GETTEXT | {"ngettext", "pgettext", "npgettext"}
WRITTEN, MACRO, MARKUP = (f"{__name__}.{name}" for name in ("written", "macro", "as_markup"))
TO_ESCAPE = re.compile(r"[&<>'\"]").search
as_markup = partial(str.__new__, Markup)  # what Markup(…) does with a text, without looking what else it could be


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates of a language in a folder that may be deleted at any time, also while a server runs.

    `texts` is a hash of the language's interface texts, which are part of what is compiled.
    """

    def __init__(self, directory: Path, locale: str, texts: str) -> None:
        super().__init__(str(directory))
        self.locale = locale
        self.texts = texts

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the name under which a template is kept."""
        return f"{self.locale}_{super().get_cache_key(name, filename)}"

    def get_source_checksum(self, source: str) -> str:
        """Return the hash of all that a template is compiled from."""
        return hashlib.sha256(f"{COMPILER}\n{self.texts}\n{source}".encode()).hexdigest()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write a compiled template."""
        Path(self.directory).mkdir(parents=True, exist_ok=True)
        super().dump_bytecode(bucket)


class FoldTexts(NodeTransformer):
    """Replaces calls of `_` in the syntax tree of a template.

    A constant text becomes its translation, cut at its placeholders; any other is looked up by a filter, which needs no
    context. Raises TemplateAssertionError where a template gives the function's name to a variable.
    """

    def __init__(self, texts: NullTranslations) -> None:
        self._texts = texts

    def visit_Name(self, node: nodes.Name) -> nodes.Node:  # noqa: N802 - as Jinja2 looks for it
        """Refuse a variable with the function's name."""
        if node.name in GETTEXT and node.ctx != "load":
            message = f"'{node.name}' is the function that translates: give the variable another name"
            raise TemplateAssertionError(message, node.lineno)
        return node

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 - as Jinja2 looks for it
        """Return what a call comes to."""
        self.generic_visit(node)
        if not isinstance(node.node, nodes.Name) or node.node.name not in GETTEXT or len(node.args) != 1:
            return node
        [text], values = node.args, {keyword.key: keyword.value for keyword in node.kwargs}
        if isinstance(text, nodes.Const):
            return _formatted(self._texts.gettext(text.value), values) or node
        return node if values else nodes.Filter(text, FILTER, [], [], None, None, lineno=node.lineno)

    def visit_Output(self, node: nodes.Output) -> nodes.Node:  # noqa: N802 - as Jinja2 looks for it
        """Write the parts of a text one by one, which spares joining them."""
        self.generic_visit(node)
        node.nodes = [part for child in node.nodes for part in _parts(child)]
        for before, after in pairwise(node.nodes):
            self._close_up(before, after)
        return node

    def generic_visit(self, node: nodes.Node) -> nodes.Node:
        """Visit what is inside a node; what is written under a condition follows what stands before it."""
        super().generic_visit(node)
        for before, after in pairwise(getattr(node, "body", ())):
            if isinstance(before, nodes.Output) and isinstance(after, nodes.If):
                for first in (branch[0] for branch in (after.body, after.else_) if branch):
                    if isinstance(first, nodes.Output):
                        self._close_up(before.nodes[-1], first.nodes[0])
        return node

    def _close_up(self, before: nodes.Expr, after: nodes.Expr) -> None:
        """Drop the space behind a full-width mark, which has its room within itself."""
        if isinstance(after, nodes.TemplateData) and self._literal(before).endswith(FULL_WIDTH):
            after.data = CLOSED.sub(r"\1", after.data)

    def _literal(self, node: nodes.Expr) -> str:
        """Return a text that stands in a template; of anything else, nothing."""
        match node:
            case nodes.TemplateData():
                return node.data
            case nodes.MarkSafeIfAutoescape(expr=nodes.Const(value=text)):
                return str(text)
            case nodes.Call(
                node=nodes.Name(name="ngettext"), args=[nodes.Const(value=one), nodes.Const(value=many), _]
            ):
                return self._texts.ngettext(one, many, 2)
        return ""


def _parts(node: nodes.Expr) -> list[nodes.Expr]:
    return [part for one in node.nodes for part in _parts(one)] if isinstance(node, nodes.Concat) else [node]


def _formatted(text: str, values: Mapping[str, nodes.Expr]) -> nodes.Expr | None:
    """Return a translated text with its values in it; None where that is left to the page that is rendered.

    That is where a value is missing or stands there twice, and where all of them are constants.
    """
    if sorted(name for name in PLACEHOLDER.findall(text) if name) != sorted(values):
        return None
    if not values:
        return nodes.MarkSafeIfAutoescape(nodes.Const(text % {}))
    if all(isinstance(value, nodes.Const) for value in values.values()):
        return None
    parts = re.split(r"%\((\w+)\)s", text.replace("%%", "\0"))
    literals = [nodes.TemplateData(part.replace("\0", "%")) for part in parts[::2]]
    placed = [values[name] for name in parts[1::2]]
    return nodes.Concat([literals[0], *(node for pair in zip(placed, literals[1:], strict=True) for node in pair)])


def macro(function: FunctionType) -> FunctionType:
    """Return a macro as a plain function, whose arguments are given by position: an object around it costs too much."""
    function.__defaults__ = (missing,) * function.__code__.co_argcount
    return function


def written(value: Any) -> str:
    """Return how a value that is not marked as HTML is written into HTML."""
    if type(value) is str:
        return escape(value) if TO_ESCAPE(value) else value
    return escape(value)


class DirectCode(CodeGenerator):
    """Compiles the templates of one language to code without the steps that ours do not need.

    Attributes are attributes and never items; arguments of macros are given by position; only the functions of gettext
    are given the context; what is HTML already is not escaped once more.
    """

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802 - Jinja2's name
        """Compile a template."""
        node = FoldTexts(self.environment.interface_texts).visit(node)  # type: ignore[attr-defined]
        node.body[:0] = [nodes.ExprStmt(nodes.ImportedName(name), lineno=1) for name in (WRITTEN, MACRO, MARKUP)]
        super().visit_Template(node, frame)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 - Jinja2's name
        """Read an attribute."""
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    @optimizeconst
    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: FBT001, FBT002, N802
        """Call a function, a method or a macro."""
        is_gettext = isinstance(node.node, nodes.Name) and node.node.name in PASSED_CONTEXT
        if is_gettext or node.dyn_args or node.dyn_kwargs:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        """Define a macro; only one with a block of its own, or with any arguments, is what Jinja2 makes of it."""
        if macro_ref.accesses_caller or macro_ref.accesses_kwargs or macro_ref.accesses_varargs:
            super().macro_def(macro_ref, frame)
        else:
            self.write(f"{self.import_aliases[MACRO]}(macro)")

    def return_buffer_contents(self, frame: Frame, force_unescaped: bool = False) -> None:  # noqa: FBT001, FBT002
        """Return what a macro writes: HTML where its template is HTML."""
        if frame.eval_ctx.autoescape:
            self.writeline(f"return {self.import_aliases[MARKUP]}(concat({frame.buffer}))")
        else:
            super().return_buffer_contents(frame, force_unescaped)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.autoescape:
            self.write("(_value if type(_value := ")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.autoescape:
            self.write(f") is Markup else {self.import_aliases[WRITTEN]}(_value))")
        else:
            super()._output_child_post(node, frame, finalize)


def compile_for(environment: Environment, texts: NullTranslations, compiled: CompiledTemplates) -> None:
    """Set an environment up for one language: its texts, and that they are compiled into templates."""

    @lru_cache(maxsize=1 << 10)
    def translated(text: str) -> tuple[str, Markup]:
        words = texts.gettext(text) % {}
        return words, Markup(words)  # noqa: S704 - our own texts

    @pass_eval_context
    def translate(eval_ctx: EvalContext, text: str) -> str:
        return translated(text)[eval_ctx.autoescape]

    environment.install_gettext_translations(texts, newstyle=True)  # type: ignore[attr-defined]
    environment.extend(interface_texts=texts)
    environment.filters[FILTER] = translate
    environment.code_generator_class = DirectCode
    environment.bytecode_cache = compiled
