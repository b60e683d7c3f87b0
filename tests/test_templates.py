"""Compiled templates: a cache, and no more; what they write is what Jinja2 writes that knows nothing of our texts."""

import re
import subprocess
import sys

import pytest
from coded import add_codes
from jinja2 import TemplateAssertionError
from judged import judged
from markupsafe import Markup
from real import CONTENT
from running import SETTINGS

from generator.build.kinds import COLLECTIONS
from generator.render import templates
from generator.render.entry import entry_pages
from generator.render.locales import translations
from generator.render.runs import run_pages
from generator.render.templates import TEMPLATES, environment_for, new_environment

LANGUAGES = ("en", "zh")
NO_TEMPLATES = {"api-index", "api-bulk", "llms-full", "lookup", "lookup-index", "search", "tables", "openapi"}
VALUES = ("<b>&\"'", Markup("<b>&amp;</b>"), "%(k)s %%", 12, "")
NAMES = re.compile(r"%\((\w+)\)s")
DELETED_BETWEEN = """\
import shutil
from generator.render.locales import translations
from generator.render.templates import COMPILED, environment_for

environment = environment_for("en", None, translations("en", None))
environment.get_template("number.html")
shutil.rmtree(COMPILED)
environment.get_template("code.html")
assert list(COMPILED.iterdir())
"""
IN_TURN = """\
import sys
from generator.render.locales import translations
from generator.render.templates import environment_for

for locale in sys.argv[1:]:
    macros = environment_for(locale, None, translations(locale, None)).get_template("macros.html").module
    print(locale, macros.copy("x"))
"""


def run(script, folder, *arguments):
    command = [sys.executable, "-c", script, *arguments]
    done = subprocess.run(command, cwd=folder, env=SETTINGS, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Compile templates into a folder of the test's own."""
    monkeypatch.chdir(tmp_path)
    environment_for.cache_clear()
    yield
    environment_for.cache_clear()


@pytest.fixture(scope="module")
def real():
    return judged(CONTENT)


@pytest.fixture(scope="module")
def small(tmp_path_factory, good_content):
    return judged(add_codes(good_content(tmp_path_factory.mktemp("small"))))


def plain_environment(locale, own, texts):
    """Return what Jinja2 makes of the templates by itself; as `environment_for`."""
    del locale, own
    environment = new_environment()
    environment.install_gettext_translations(texts, newstyle=True)
    return environment


def test_compiled_templates_may_be_deleted_at_any_time(tmp_path):
    run(DELETED_BETWEEN, tmp_path)


def test_each_language_has_compiled_templates_of_its_own(tmp_path):
    first = sorted(run(IN_TURN, tmp_path, "zh", "en"))
    again = sorted(run(IN_TURN, tmp_path, "en", "zh"))  # what the other process compiled, in the other order

    assert again == first
    assert 'title="Copy"' in first[0]
    assert 'title="复制"' in first[1]


def test_an_edited_text_is_compiled_into_its_templates_again(tmp_path):
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    shown = []
    for words in ("kopieren", "in die Zwischenablage"):
        (tmp_path / "de.po").write_text(f'{header}msgid "Copy"\nmsgstr "{words}"\n', encoding="utf-8")
        environment = environment_for("de", tmp_path, translations("de", tmp_path))
        shown += re.findall('title="([^"]*)"', environment.get_template("macros.html").module.copy("x"))

    assert shown == ["kopieren", "in die Zwischenablage"]


def calls_in(environment):
    """Return every call of `_` with a constant text in our templates: the text and the names of its values."""
    found = set()
    for name in environment.list_templates(extensions=("html", "md")):
        source = (TEMPLATES / name).read_text(encoding="utf-8")
        found |= {
            texts for _line, function, texts in environment.extract_translations(source) if function in ("_", "gettext")
        }
    return {(text, tuple(dict.fromkeys(NAMES.findall(text)))) for text in found if isinstance(text, str)}


@pytest.mark.parametrize("form", ["{{ X }}", "{{ [X] | join('<') }}", "{% set x = X %}{{ x ~ '<' }}"])
@pytest.mark.parametrize("escapes", [True, False])
@pytest.mark.parametrize("locale", LANGUAGES)
def test_every_constant_text_says_the_same_as_when_it_is_looked_up(locale, escapes, form):
    texts = translations(locale, None)
    environments = [make(locale, None, texts) for make in (plain_environment, environment_for)]
    calls = sorted(calls_in(environments[0]))
    assert len(calls) > 300

    written = [f"_({text!r}{''.join(f', {name}={name}' for name in names)})" for text, names in calls]
    source = "\n".join(form.replace("X", call) for call in written)
    said = []
    for environment in environments:
        environment.autoescape = escapes
        template = environment.from_string(source)
        said.append([template.render({name: value for _text, names in calls for name in names}) for value in VALUES])
    for plain, compiled in zip(*said, strict=True):
        assert compiled.splitlines() == plain.splitlines()


def test_the_name_of_the_function_that_translates_is_no_variable():
    environment = environment_for("en", None, translations("en", None))
    with pytest.raises(TemplateAssertionError, match="give the variable another name"):
        environment.from_string("{% for _ in [1] %}{{ _ }}{% endfor %}")


def without_spaces(text):
    return re.sub("(?<=[，。：；！？）]) +", "", text)


def test_no_space_of_a_template_follows_a_full_width_mark():
    needed = "'%(num)s program needs one and is ready.', '%(num)s programs need one and are ready.'"
    source = (
        "{{ _('Source') }}{{ _(': ') }} <a>{{ x }} {{ y }}</a> {{ _('Copied') }}: {{ x }}"
        f" {{{{ ngettext({needed}, 2) }}}} {{{{ y }}}}"
        "{{ _(': ') }}{% if x %} {{ x }}{% else %} {{ y }}{% endif %}"
    )
    texts = translations("zh", None)
    environment = environment_for("zh", None, texts)

    said = environment.from_string(source).render(x="甲：", y="乙")

    assert said == f"{texts.gettext('Source')}：<a>甲： 乙</a> 已复制: 甲： 2 个程序需要 GPU，已经准备就绪。乙：甲："


def rendered(real, small):
    """Return the text of files of every kind: those of some real entries, and those made from all entries of a few."""
    entries = [(real.site, entry) for number, entry in enumerate(real.entries) if number % 9 == 0]
    made = [file for site, entry in entries for make in (entry_pages, run_pages) for file in make(site, entry)]
    found = {file.uri: file.content.decode() for file in made}
    for collection in COLLECTIONS:
        if collection.name not in NO_TEMPLATES:
            found.update(small.rendered(collection, small.site))
    return found


def test_pages_are_what_jinja2_writes_by_itself(real, small, monkeypatch):
    compiled = rendered(real, small)
    monkeypatch.setattr(templates, "environment_for", plain_environment)
    plain = rendered(real, small)

    assert {path for path in plain if without_spaces(plain[path]) != without_spaces(compiled.get(path))} == set()
    assert {path for path in plain if plain[path] != compiled[path] and not re.search("zh|^e/", path)} == set()
    assert len(plain) == len(compiled) > 100
