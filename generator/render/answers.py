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
WHOLE = labels.N_("The whole code is on the page.")
SEPARATOR = "\n\n"
Parts = tuple[str, ...]


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
    """Return the title, the cause, its first step and the link; then what it costs and why, where these fit whole."""
    say = page.texts.gettext
    title = f"**{page.source(entry.loaded.entry.title)}**"
    head = (title, f"{say(CAUSE)}{say(': ')}{page.source(block.cause.title)}")
    claim = block.steps[0].item.claim if block.steps else None
    step: Parts = ()
    cost: Parts = ()
    if isinstance(claim, Workaround):
        forms = _step_forms(page, block.steps[0].item, claim)
        step = next((form for form in forms if _fits(*head, *form, link)), ())
        costs = f"{say('What it costs')}{say(': ')}{first_sentence(page.source(claim.trade_off))}"
        cost = (costs,) if step and _fits(*head, *step, costs, link) else ()
    reason = first_sentence(page.source(block.cause.text))
    why = (reason,) if _fits(*head, reason, *step, *cost, link) else ()
    return SEPARATOR.join((*head, *why, *step, *cost, link))


def _fits(*parts: str) -> bool:
    return len(SEPARATOR.join(parts)) <= LONGEST


def _step_forms(page: PageContext, item: JudgedClaim, claim: Workaround) -> Iterator[Parts]:
    """Yield what to do with all its code, then with less and less from the end, each of these saying so."""
    label = labels.GRADES[grade_of(item)]
    say = page.texts.gettext
    what = f"{say(STEP)}{say(': ')}{page.source(claim.title)} ({label.sign} {say(label.text)})"
    codes = [_code(page, one) for one in claim.do]
    yield what, *codes
    for number in range(len(codes) - 1, -1, -1):
        yield what, *codes[:number], say(WHOLE)


def _code(page: PageContext, step: Step) -> str:
    label = f"{page.source(step.label)}{page.texts.gettext(': ')}\n\n" if step.label else ""
    return label + fence(step.code, step.kind)
