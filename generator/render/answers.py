"""An entry's answer in a few lines of Markdown, to paste into an issue or a forum: one for each cause."""

from __future__ import annotations

from collections.abc import Iterator

from generator.content.model import Step, Workaround
from generator.judge.catalogue import JudgedEntry
from generator.judge.grades import grade_of
from generator.judge.verdicts import JudgedClaim
from generator.publish.output import SiteFile
from generator.render import labels
from generator.render.cause_blocks import CauseBlock, cause_blocks
from generator.render.entry import Site
from generator.render.prose import first_sentence
from generator.render.scripts import call
from generator.render.templates import PageContext, fence

LONGEST = 700  # characters
CAUSE, STEP = labels.N_("Cause"), labels.N_("Step")


def answer_files(site: Site, entry: JudgedEntry) -> Iterator[SiteFile]:
    """Yield the script with the answers of an entry, by cause, in every language."""
    for locale in site.locales:
        made = answers_of(site.page(locale, site.addresses.entry(entry.id, locale)), entry)
        yield SiteFile.text(site.addresses.answers(entry.id, locale), call("faultbookAnswers", made))


def answers_of(page: PageContext, entry: JudgedEntry) -> dict[str, str]:
    """Return the answer for each cause, by its id."""
    link = page.addresses.absolute(page.addresses.permalink(entry.loaded.slug, page.locale))
    return {block.cause.id: _answer(page, entry, block, link) for block in cause_blocks(entry)}


def _answer(page: PageContext, entry: JudgedEntry, block: CauseBlock, link: str) -> str:
    """Return the title, the cause, its first step, and the link; of these, what fits, whole and in this order."""
    title = f"**{page.source(entry.loaded.entry.title)}**"
    cause = f"{page.texts.gettext(CAUSE)}{page.texts.gettext(': ')}{page.source(block.cause.title)}"
    wanted = [(0, title), (1, cause), (5, first_sentence(page.source(block.cause.text)))]
    if block.steps:
        wanted += _step(page, block.steps[0].item)
    kept: dict[int, str] = {}
    for rank, text in sorted(wanted):
        if len("\n\n".join((*kept.values(), text, link))) <= LONGEST:
            kept[rank] = text
        elif rank == FIRST_CODE:  # a step without its code is shown with the code on the page
            break
    return "\n\n".join((*(kept[rank] for rank in ORDER if rank in kept), link))


FIRST_CODE = 3
ORDER = (0, 1, 5, 2, 3, 6, 7, 4)  # in which the parts stand; their numbers say what goes first where room is short


def _step(page: PageContext, item: JudgedClaim) -> Iterator[tuple[int, str]]:
    """Yield the parts of a step: what to do, its code, what it costs."""
    claim = item.claim
    if not isinstance(claim, Workaround):
        return
    label = labels.GRADES[grade_of(item)]
    say = page.texts.gettext
    yield 2, f"{say(STEP)}{say(': ')}{page.source(claim.title)} ({label.sign} {say(label.text)})"
    yield from zip((FIRST_CODE, 6, 7), (_code(page, one) for one in claim.do), strict=False)
    yield 4, f"{say('What it costs')}{say(': ')}{first_sentence(page.source(claim.trade_off))}"


def _code(page: PageContext, step: Step) -> str:
    label = f"{page.source(step.label)}{page.texts.gettext(': ')}\n\n" if step.label else ""
    return label + fence(step.code, step.kind)
