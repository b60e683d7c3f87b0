/* Filters the rows of a page about runs. What is chosen stands in the address. */
(() => {
  const form = document.querySelector("form.fb-filter");
  if (!form) return;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const asked = new URLSearchParams(location.search);
  let verdict = "";

  const rows = all("tr[data-find]").map((row) => {
    const { entry, find } = row.closest("[data-entry]").dataset;
    const cells = [row, ...row.cells].filter((cell) => cell.dataset.outcomes);
    return { row, entry, cells, text: `${find} ${row.dataset.find}`.toLowerCase() };
  });

  // The items of the legend become buttons.
  const chips = all(".fb-legend [data-verdict]").map((item) => {
    const chip = Object.assign(document.createElement("button"), {
      className: item.className,
      value: item.dataset.verdict,
      onclick: () => apply(verdict === chip.value ? "" : chip.value),
    });
    chip.append(...item.childNodes);
    item.replaceWith(chip);
    if (chip.value === asked.get("verdict")) verdict = chip.value;
    return chip;
  });

  const apply = (chosen = verdict) => {
    verdict = chosen;
    const state = new URLSearchParams([...new FormData(form), ["verdict", verdict]].filter(([, value]) => value));
    const search = String(state);
    const { q = "", domain = "", kind } = Object.fromEntries(state);
    const words = q.toLowerCase().split(/\s+/);
    const one = rows.some(({ entry }) => entry === q); // an id is no part of another
    const here = ({ dataset }) => !kind || dataset.kind === kind;
    const came = ({ dataset }) => !verdict || dataset.outcomes.split(" ").includes(verdict);
    for (const { row, entry, cells, text } of rows) {
      const found = one ? entry === q : words.every((word) => text.includes(word));
      const inside = entry.startsWith(domain && `${domain}/`);
      row.hidden = !(found && inside && cells.some((cell) => here(cell) && came(cell)));
    }
    const shown = "tr[data-find]:not([hidden])";
    for (const group of all("tbody")) group.hidden = !group.querySelector(shown);
    for (const part of all("[data-kind]")) part.hidden = !here(part);
    for (const segment of all(".fb-seg")) segment.classList.toggle("fb-dim", verdict && !segment.matches(`.fb-seg--${verdict}`));
    for (const chip of chips) chip.setAttribute("aria-pressed", chip.value === verdict);
    form.querySelector("output").value = form.dataset.count.replace("{k}", all(shown).length).replace("{n}", rows.length);
    history.replaceState(history.state, "", location.pathname + (search && `?${search}`) + location.hash);
    for (const link of all("a.md-select__link")) link.search = search;
  };

  for (const field of form.elements) if (asked.has(field.name)) field.value = asked.get(field.name);
  form.addEventListener("input", () => apply());
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(apply, 0, "")); // which empties its fields
  form.hidden = false;
  apply();
})();
