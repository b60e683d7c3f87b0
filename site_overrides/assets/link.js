/* From a message, a code or a number to its permanent link: the names below /e/ first, then what the look-up finds. Nothing is sent.
   Where the form has a locale, the link alone would say nothing new: there each name stands with what it means. */
(() => {
  const form = document.querySelector("form.fb-link");
  const box = form.querySelector("input");
  const found = form.querySelector(".fb-link__found");
  const { root, base, names: folder, lists, locale } = form.dataset;
  const table = locale && document.querySelector(".fb-libraries"); // for who has no name
  const MOST = 12; // names that are offered
  const blocks = [...document.querySelectorAll("[data-snippet]")].map((block) => {
    const code = block.querySelector("code");
    return { code, plain: [...code.childNodes].map((node) => node.cloneNode(true)), text: block.dataset.snippet };
  });

  const load = (path) => new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = root + path;
    script.onload = resolve;
    script.onerror = () => { script.remove(); reject(new Error(path)); };
    document.head.append(script);
  });

  const cards = new Map();
  globalThis.faultbookLookup = (document) => { globalThis.faultbookDocument = document; };
  globalThis.faultbookCards = (number, found) => { cards.set(number, found); };
  let loading = null;
  const index = () => loading ??= Promise.all(["assets/matcher.js", "lookup/index.js"].map(load)).then(async () => {
    for (const list of lists.split(" ")) await load(list); // each adds to what the one before it made
    const names = globalThis.faultbookNames.filter((_list, place) => place % 2 === 0).flatMap((list) => list.split(" "));
    const { entries, codes } = globalThis.faultbookDocument;
    return {
      matcher: new globalThis.faultbookMatcher.Index(globalThis.faultbookDocument),
      names: new Map(names.map((name) => [name.toLowerCase(), name])),
      entries: new Map(entries.map((entry, place) => [entry.id.split("/").pop(), { ...entry, place }])),
      codes: new Map(codes.map((code, place) => [asName(code.name), { ...code, place }])),
    };
  }).catch((error) => { loading = null; throw error; });

  const asName = (name) => name.toLowerCase().replaceAll(" ", "-");

  /* The name of a hit: of a code, its own; of an entry that a code led to, the code's. */
  const nameOf = ({ names }, { id, code }) => {
    const tried = [code, id, id.split("/").pop()].filter(Boolean).map(asName);
    return names.get(tried.find((name) => names.has(name)));
  };

  const namesIn = (known, text) => {
    const exact = known.names.get(text.toLowerCase());
    if (exact) return { best: exact, others: [] };
    const hits = globalThis.faultbookMatcher.find(text, known.matcher);
    const named = [...hits.others, ...hits.codes.map((id) => ({ id }))].map((hit) => nameOf(known, hit));
    const first = hits.best && nameOf(known, hits.best);
    const others = [...new Set(named)].filter((name) => name && name !== first);
    return { best: first, others: first || others.length ? others : begun(known, text.toLowerCase()) };
  };

  /* The names of which a part was typed: those that begin with it first, of these first what a library prints. */
  const begun = ({ names }, part) => {
    if (part.length < 3) return [];
    const rank = ([key]) => 2 * !key.startsWith(part) + key.includes("-");
    const having = [...names].filter(([key]) => key.includes(part));
    return having.sort((one, other) => rank(one) - rank(other)).slice(0, MOST).map(([, name]) => name);
  };

  const stamp = (name) => form.querySelector(`template[data-part=${name}]`).content.cloneNode(true);

  const chooses = (name) => {
    const button = document.createElement("button");
    button.type = "button";
    button.addEventListener("click", () => { box.value = name; show(); });
    return Object.assign(button, { className: "fb-tool", textContent: name });
  };

  const choices = (part, names) => {
    const node = stamp(part);
    node.querySelector("[data-more]").append(...names.flatMap((name) => [chooses(name), " "]));
    return node;
  };

  // --- what a name means -----------------------------------------------------------------------

  /* The codes that have a number, those that have it today first. */
  const having = ({ codes }, number) => [...codes.values()]
    .flatMap((code) => code.numbers.filter((one) => String(one.number) === number).map((one) => ({ code, until: one.until })))
    .sort((one, other) => Boolean(one.until) - Boolean(other.until))
    .map(({ code }) => code);

  const broken = (name) => name.split(/(?<=_)|(?<=[a-z])(?=[A-Z])/).flatMap((part) => [part, document.createElement("wbr")]);

  const leads = (words, path) => {
    const link = Object.assign(document.createElement("a"), { href: path });
    link.append(...words);
    return link;
  };

  const cardIn = async (number, name) => {
    if (!cards.has(number)) await load(`lookup/cards-${locale}-${number}.js`);
    return cards.get(number)[name];
  };

  const ofCode = async (known, code) => {
    const { entries, codes: each } = globalThis.faultbookDocument.cards;
    const card = await cardIn(Math.ceil(known.entries.size / entries) + Math.floor(code.place / each), code.name);
    const row = stamp("code");
    row.querySelector("[data-name]").append(leads(broken(code.name), `${folder}${card.permalink}/`));
    row.querySelector("[data-library]").append(card.library);
    row.querySelector("[data-meaning]").append(card.meaning ?? card.message ?? "");
    const listed = code.entries.map((id) => known.entries.get(id.split("/").pop())).filter(Boolean);
    const links = listed.flatMap(({ id, title }) => [" · ", leads([title[locale]], `${form.dataset.pages}${id}/`)]);
    if (links.length) row.querySelector("[data-entries]").append(...links.slice(1));
    else row.querySelector("[data-entries]").remove();
    return row;
  };

  /* An entry, or a name that leads to one under another name. */
  const ofEntry = async (known, name) => {
    const row = stamp("code");
    const entry = known.entries.get(name);
    row.querySelector("[data-name]").append(leads(entry ? [entry.title[locale]] : broken(name), `${folder}${name}/`));
    for (const part of row.querySelectorAll("[data-library], [data-entries]")) part.remove();
    const card = entry && await cardIn(Math.floor(entry.place / globalThis.faultbookDocument.cards.entries), entry.id);
    row.querySelector("[data-meaning]").append(card?.summary ?? "");
    return row;
  };

  const rowsOf = (known, name) => {
    const codes = /^\d+$/.test(name) ? having(known, name) : [known.codes.get(asName(name))].filter(Boolean);
    return codes.length ? codes.map((code) => ofCode(known, code)) : [ofEntry(known, name)];
  };

  const meanings = async (known, { best, others }) => {
    const names = [best, ...others].filter(Boolean);
    const list = Object.assign(document.createElement("ul"), { className: "fb-link__rows" });
    list.append(...await Promise.all(names.flatMap((name) => rowsOf(known, name))));
    return names.length ? [list] : [stamp("none")];
  };

  // --- the address -----------------------------------------------------------------------------

  const write = (name) => {
    for (const { code, plain, text } of blocks) {
      code.replaceChildren(...name ? [text.replaceAll("LINK", `${base}${name}/`)] : plain.map((node) => node.cloneNode(true)));
    }
  };

  const linked = (name) => {
    const node = stamp("link");
    const address = `${base}${name}/`;
    Object.assign(node.querySelector("[data-link]"), { href: `${folder}${name}/`, textContent: address });
    node.querySelector("button").dataset.clipboardText = address;
    return node;
  };

  const addresses = ({ best, others }) => {
    const parts = best ? [linked(best)] : [];
    if (others.length) return [...parts, choices(best ? "more" : "several", others)];
    return best ? parts : [stamp("none")];
  };

  let asked = 0;
  const show = async () => {
    const text = box.value.trim();
    const mine = ++asked;
    let [parts, best] = [[], undefined];
    try {
      if (text) {
        const known = await index();
        const names = namesIn(known, text);
        ({ best } = names);
        parts = await (locale ? meanings(known, names) : addresses(names));
      }
    } catch {
      parts = [stamp("failed")];
    }
    if (mine !== asked) return; // something else was typed meanwhile
    found.replaceChildren(...parts);
    if (table) table.hidden = Boolean(text);
    write(best);
  };

  box.disabled = false;
  box.addEventListener("focus", () => index().catch(() => {}), { once: true });
  box.addEventListener("input", show);
  /* Where no lines of code wait for the address, Enter opens the first page. */
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (locale) found.querySelector("a")?.click();
  });
})();
