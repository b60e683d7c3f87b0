/* The search box in use: loads the directory of this language's index, then the shards and cards that a query needs.
   Its words come from the directory and the box itself. */
(() => {
  const PAUSE = 80; // milliseconds without a key until it is searched
  const SHOWN = 8; // results at a time
  const CLAIMS = 2; // of an entry, that hold what is searched for

  const box = document.querySelector(".md-search[data-search]");
  const [input, meta, list, filters] =
    ["input", ".md-search-result__meta", ".md-search-result__list", ".fb-filters"].map((one) => box.querySelector(one));
  const toggle = document.getElementById("__search");
  const index = new URL(box.dataset.search, location.href);
  const assets = new URL("../../assets/", index);

  // --- what is loaded --------------------------------------------------------------------------

  let [site, directory] = [null, null];

  const load = (address) => new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = resolve;
    script.onerror = () => reject(Object.assign(new Error(address), {address}));
    document.head.append(script);
  });

  /* The searcher is a script of its own, which the look-up box uses too; the directory is loaded beside it. */
  const start = async () => {
    let early = null;
    if (!globalThis.faultbookSearcher) {
      globalThis.faultbookSearch = (given) => { early = given; };
      await Promise.all([load(new URL("searcher.js", assets).href), load(index.href).catch(() => {})]);
    }
    return faultbookSearcher.open(index, early);
  };

  const fresh = async (act) => {
    site ??= await start();
    return site.fresh(() => { ({directory} = site); return act(); });
  };

  // --- what is shown ---------------------------------------------------------------------------

  const element = (tag, className, ...children) => {
    const made = Object.assign(document.createElement(tag), {className});
    made.append(...children);
    return made;
  };

  const marked = (text, pattern) => {
    const nodes = [];
    let done = 0;
    for (const hit of pattern ? text.matchAll(pattern) : []) {
      nodes.push(text.slice(done, hit.index), element("mark", "", hit[0]));
      done = hit.index + hit[0].length;
    }
    return [...nodes, text.slice(done)];
  };

  const chip = (document) => {
    const badge = directory.filters.find(({key}) => key === "badge");
    if (document >= directory.entries) return element("span", "fb-chip fb-plain", directory.words.code);
    const [word, name] = badge.values[badge.entries[document][0]];
    const [tone, sign] = directory.badges[word];
    const mark = element("span", "fb-sign", sign);
    mark.ariaHidden = "true";
    return element("span", `fb-chip fb-${tone}`, mark, name);
  };

  const link = (path, anchor, ...children) => {
    const made = element("a", "md-search-result__link",
      element("article", "md-search-result__article md-typeset", ...children));
    made.href = site.link(path, anchor).href;
    return made;
  };

  /* How much of a query stands in a text: of its letters, each counted once. */
  const held = (text, pattern, query) => {
    const found = new Set([...text.matchAll(pattern)].map(([hit]) => hit.toLowerCase()));
    return [...found].join("").length / query.replace(/\s/g, "").length;
  };

  const claims = ({path, claims: all = []}, pattern, query) => (pattern ? all : [])
    .map(([role, id, title, word]) => ({role, id, title, word, share: held(title, pattern, query)}))
    .filter(({share}) => share > 0.5)
    .sort((a, b) => b.share - a.share)
    .slice(0, CLAIMS)
    .map(({role, id, title, word}) => link(path, `#${role}-${id}`,
      element("h3", "", directory.words[word ?? role], directory.words.colon, ...marked(title, pattern))));

  const item = async ({document, missing}, pattern, query) => {
    const card = await site.card(document);
    const body = [
      element("div", "md-search-result__icon md-icon"),
      element("h2", "", ...marked(card.title, pattern)),
      element("p", "fb-result", chip(document), element("code", "", ...marked(card.symptom, pattern))),
      element("p", "fb-result__summary", ...marked(card.summary, pattern)),
    ];
    if (missing.length) {
      const words = missing.flatMap((word) => [element("del", "", word), " "]);
      body.push(element("p", "md-search-result__terms", directory.words.missing, directory.words.colon, ...words));
    }
    return element("li", "md-search-result__item", link(card.path, "", ...body), ...claims(card, pattern, query));
  };

  /* Pages of the site itself, by the beginning of a word of their titles; apart, those whose titles begin with it.
     A directory from before an update has none. */
  const ownPages = (query) => {
    const wanted = query.toLowerCase();
    const found = {first: [], last: []};
    for (const [title, path] of query.length < 2 || chosen.size ? [] : directory.pages ?? []) {
      const [text, begins] = [title.toLowerCase(), title.toLowerCase().startsWith(wanted)];
      if (!begins && !text.includes(` ${wanted}`)) continue;
      const mark = element("p", "fb-result", element("span", "fb-chip fb-plain", directory.words.page));
      found[begins ? "first" : "last"].push(element("li", "md-search-result__item", link(path, "", element("h2", "", title), mark)));
    }
    return found;
  };

  const more = (results, shown, pattern, query) => {
    const button = element("button", "fb-more-results", directory.words.more);
    button.type = "button";
    const place = element("li", "md-search-result__item", button);
    button.addEventListener("click", async () => {
      const next = await page(results, shown, pattern, query);
      place.replaceWith(...next);
      next[0].querySelector("a").focus();
    });
    return place;
  };

  const page = async (results, from, pattern, query) => {
    const shown = results.slice(from, from + SHOWN);
    const items = await Promise.all(shown.map((result) => item(result, pattern, query)));
    return results.length > from + SHOWN ? [...items, more(results, from + SHOWN, pattern, query)] : items;
  };

  const counted = (n) => {
    const text = directory.words[n === 0 ? "none" : n === 1 ? "one" : "other"];
    return text.replace("#", n);
  };

  // --- filters ---------------------------------------------------------------------------------

  const chosen = new Map();

  const passes = (document, except) => [...chosen].every(([key, value]) => key === except ||
    (document < directory.entries && directory.filters.find((one) => one.key === key).entries[document].includes(value)));

  const option = (value, text, isChosen) => new Option(text, value, isChosen, isChosen);

  /* A filter offers what its results have, as many as there are of each. */
  const offer = (results) => {
    for (const {key, name, values, entries} of directory.filters) {
      const counts = new Map();
      for (const {document} of results)
        if (document < directory.entries && passes(document, key))
          for (const value of entries[document]) counts.set(value, (counts.get(value) ?? 0) + 1);
      const offered = values.map(([, text], value) => [value, text]).filter(([value]) => counts.has(value) || chosen.get(key) === value);
      const select = filters.querySelector(`select[name=${key}]`);
      select.replaceChildren(option("", name, !chosen.has(key)), ...offered.map(([value, text]) =>
        option(value, `${text} (${counts.get(value) ?? 0})`, chosen.get(key) === value)));
      select.disabled = !offered.length;
      select.classList.toggle("fb-filters__set", chosen.has(key));
    }
    filters.querySelector("button").hidden = !chosen.size;
  };

  const prepareFilters = () => {
    if (!filters.hidden) return;
    for (const {key, name} of directory.filters) {
      const select = Object.assign(document.createElement("select"), {name: key, ariaLabel: name});
      select.addEventListener("change", () => {
        if (select.value === "") chosen.delete(key);
        else chosen.set(key, Number(select.value));
        run();
      });
      filters.append(select);
    }
    const clear = Object.assign(document.createElement("button"), {type: "button", textContent: directory.words.clear});
    clear.addEventListener("click", () => { chosen.clear(); input.focus(); run(); });
    filters.append(clear);
    filters.hidden = false;
  };

  // --- the box ---------------------------------------------------------------------------------

  let [turn, timer] = [0, 0];

  const everything = () => Array.from({length: directory.entries}, (_, document) => ({document, missing: []}));

  const found = async (query) => {
    prepareFilters();
    const results = query ? await faultbookSearcher.search(query, directory, (name) => site.part(name)) : everything();
    const pattern = faultbookSearcher.pattern(query, new Set(directory.stop));
    const kept = query || chosen.size ? results.filter(({document}) => passes(document)) : [];
    const {first, last} = ownPages(query);
    const items = [...first, ...await page(kept, 0, pattern, query), ...last];
    return {results, count: kept.length + first.length + last.length, items};
  };

  const run = async () => {
    clearTimeout(timer);
    const mine = ++turn;
    const query = input.value.trim();
    try {
      const {results, count, items} = await fresh(() => found(query));
      if (mine !== turn) return;
      offer(results);
      list.replaceChildren(...items);
      meta.textContent = query || chosen.size ? counted(count) : directory.words.begin;
      list.closest(".md-search__scrollwrap").scrollTop = 0;
    } catch (problem) {
      if (!problem.address) console.error(problem);
      if (mine !== turn) return;
      list.replaceChildren();
      meta.textContent = box.dataset.failed;
    }
  };

  const soon = (event) => {
    clearTimeout(timer);
    if (!event?.isComposing) timer = setTimeout(run, PAUSE); // not the letters of an input method
  };

  const close = () => {
    if (toggle.checked) toggle.click();
    if (box.contains(document.activeElement)) document.activeElement.blur();
  };

  const move = (step) => {
    const places = [input, ...list.querySelectorAll("a, button")];
    const at = places.indexOf(document.activeElement);
    places[(Math.max(0, at) + step + places.length) % places.length].focus();
  };

  const keys = {
    Escape: close,
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => list.querySelector("a")?.click(),
  };

  box.addEventListener("keydown", (event) => {
    if (event.isComposing || !keys[event.key]) return;
    if (event.target.tagName === "SELECT" && event.key !== "Escape") return;
    if (event.key === "Enter" && event.target !== input) return;
    event.preventDefault();
    keys[event.key]();
  });
  box.addEventListener("click", (event) => event.target.closest("a") && close());
  box.addEventListener("focusout", ({relatedTarget}) => relatedTarget && !box.contains(relatedTarget) && toggle.checked && toggle.click());
  box.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  box.querySelector("form").addEventListener("reset", () => { input.focus(); soon(); });
  input.addEventListener("input", soon);
  input.addEventListener("compositionend", () => soon());
  toggle.addEventListener("change", () => toggle.checked && !directory && run());
  run();
})();
