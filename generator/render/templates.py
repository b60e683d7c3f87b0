"""Jinja2 with the site's own words: texts, programs, links and dates of one language."""

from __future__ import annotations

import re
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from babel.numbers import format_decimal
from babel.support import NullTranslations
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from generator.content.model import Text
from generator.evidence.records import Environment as Where
from generator.judge.catalogue import Catalogue
from generator.render.addresses import Addresses, relative
from generator.render.environments import BETWEEN, WITHOUT_DEVICE, gpus_of
from generator.render.labels import GRADES
from generator.render.locales import digest_of_texts, show_date, show_day, show_language
from generator.render.prose import (
    around,
    breakable,
    first_sentence,
    first_sentences,
    plain,
    printable,
    render_command,
    render_line,
    render_output,
    render_python,
    render_text,
    render_wording,
    resolve_markdown,
    width_of,
    without_links,
)
from generator.render.template_compiler import CompiledTemplates, compile_for

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
BRIEF = 210  # characters: four lines of a tile
COMPILED = Path(".cache/templates")  # compiling them takes longer than rendering some entries


@dataclass(frozen=True, slots=True)
class PageContext:
    """What a template needs to write in one language on one page of the site."""

    catalogue: Catalogue
    addresses: Addresses
    locale: str
    path: str
    texts: NullTranslations
    """The interface texts in this language."""
    environment_names: Mapping[str, str]
    """Id of an environment → what it is called in any language."""

    def text(self, text: Text) -> Markup:
        """Render a text as paragraphs."""
        return render_text(text[self.locale], self.entry_link)

    def line(self, text: Text) -> Markup:
        """Render a text as part of a line."""
        return render_line(text[self.locale], self.entry_link)

    def first(self, text: Text) -> Markup:
        """Render the first sentence of a text as part of a line."""
        return render_line(first_sentence(text[self.locale]), self.entry_link)

    def brief(self, text: Text) -> Markup:
        """Render the first sentences of a text, a few lines, as part of a line."""
        return render_line(first_sentences(text[self.locale], BRIEF), self.entry_link)

    def plain(self, text: Text) -> str:
        """Return a text without marks."""
        return plain(text[self.locale])

    def source(self, text: Text) -> str:
        """Return the Markdown of a text, with links that work anywhere."""
        return resolve_markdown(text[self.locale].strip(), self.entry_address)

    def entry_link(self, entry_id: str) -> str:
        """Return the relative link to an entry in this language."""
        return self.link(self.addresses.entry(entry_id, self.locale))

    def entry_address(self, entry_id: str) -> str:
        """Return the full address of an entry in this language."""
        return self.addresses.absolute(self.addresses.entry(entry_id, self.locale))

    def link(self, path: str) -> str:
        """Return the relative link to a path of the site."""
        return relative(self.path, path)

    def language(self, locale: str) -> str:
        """Return what a language is called in this one."""
        return show_language(locale, self.locale)

    def environment(self, environment: Where) -> str:
        """Return what an environment is called: torch 2.15 · CUDA 13.2 · no GPU."""
        absent = WITHOUT_DEVICE.get(environment.kind)
        words = (self.environment_names[environment.id], self.texts.gettext(absent) if absent else "")
        return BETWEEN.join(filter(None, words))

    def column(self, environment: Where, among: Sequence[Where]) -> str:
        """Return what stands above a narrow column: torch 2.15, torch 2.15 · H200, ▣ torch 2.15 (simulated driver).

        `among`: the environments of all columns; what tells it from those that begin alike is added.
        """
        named = [self.environment_names[one.id].split(BETWEEN) for one in among if one.kind == environment.kind]
        first, *others = self.environment_names[environment.id].split(BETWEEN)
        alike = [parts for parts in named if parts[0] == first and parts[1:] != others]
        own = (part for part in others if part == gpus_of(environment) or any(part not in parts for parts in alike))
        sign = f"{GRADES['simulated'].sign} " if environment.kind == "simulated-driver" else ""
        return sign + BETWEEN.join((first, *own))

    def number(self, value: int) -> str:
        """Write a number as the page's language does: 1,537."""
        return str(format_decimal(value, locale=self.locale))

    def date(self, value: Any) -> str:
        """Write a date."""
        return show_date(value, self.locale)

    def day(self, iso: str) -> str:
        """Write the date of a run, YYYY-MM-DD."""
        return show_day(str(iso), self.locale)


class OurEnvironment(Environment):
    """Gives all templates the globals themselves: in a chain of mappings, as by default, they take longer to copy."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template."""
        return super().make_globals(d) if d else self.globals


@lru_cache(maxsize=16)
def environment_for(locale: str, own: Path | None, texts: NullTranslations) -> Environment:
    """Return the Jinja2 environment of a language, with its texts compiled into the templates."""
    made = new_environment()
    compile_for(made, texts, CompiledTemplates(COMPILED, locale, digest_of_texts(locale, own)))
    return made


def new_environment() -> Environment:
    """Return a Jinja2 environment without a language. An undefined name in a template is an error, not a gap."""
    made = OurEnvironment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(("html",)),
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "sort_keys": True}  # pages are UTF-8
    made.filters["python"] = render_python
    made.filters["around"] = around
    made.filters["width"] = width_of
    made.filters["command"] = render_command
    made.filters["without_links"] = without_links
    made.filters["breakable"] = breakable
    made.filters["wording"] = render_wording
    made.filters["output"] = render_output
    made.filters["printable"] = printable
    made.filters["fence"] = fence
    made.filters["code_span"] = code_span
    return made


def render(template: str, page: PageContext, **values: Any) -> str:
    """Render a template of one language for one page."""
    environment = environment_for(page.locale, page.catalogue.texts, page.texts)
    return environment.get_template(template).render(page=page, **values)


def macros_of(template: str, page: PageContext, **values: Any) -> Any:
    """Return the macros of a template of one language, each as an attribute, for what stands in many places."""
    environment = environment_for(page.locale, page.catalogue.texts, page.texts)
    return environment.get_template(template).make_module({"page": page, **values})


def fence(code: str, language: str = "") -> str:
    """Return a Markdown code block whose fence is longer than any run of backticks in it."""
    marks = "`" * max(3, _longest_run(code) + 1)
    return f"{marks}{language}\n{code.rstrip()}\n{marks}"


def code_span(text: str) -> str:
    """Return a Markdown code span for any text on one line."""
    text = " ".join(text.split())
    marks = "`" * (_longest_run(text) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{marks}{pad}{text}{pad}{marks}"


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0) if "`" in text else 0
