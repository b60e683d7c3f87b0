/* From a message, a code or a number to its permanent link: the names below /e/ first, then what the look-up finds. Nothing is sent. */
(() => {
  const form = document.querySelector("form.fb-link");
  const box = form.querySelector("input");
  const found = form.querySelector(".fb-link__found");
  const { root, base, names: folder, lists } = form.dataset;
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

  globalThis.faultbookLookup = (document) => { globalThis.faultbookDocument = document; };
  let loading = null;
  const index = () => loading ??= Promise.all(["assets/matcher.js", "lookup/index.js"].map(load)).then(async () => {
    for (const list of lists.split(" ")) await load(list); // each adds to what the one before it made
    const names = globalThis.faultbookNames.filter((_list, place) => place % 2 === 0).flatMap((list) => list.split(" "));
    return {
      matcher: new globalThis.faultbookMatcher.Index(globalThis.faultbookDocument),
      names: new Map(names.map((name) => [name.toLowerCase(), name])),
    };
  }).catch((error) => { loading = null; throw error; });

  /* The name of a hit: of a code, its own; of an entry that a code led to, the code's. */
  const nameOf = ({ names }, { id, code }) => {
    const tried = [code, id, id.split("/").pop()].filter(Boolean).map((name) => name.toLowerCase().replaceAll(" ", "-"));
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

  const leads = (name) => {
    const link = Object.assign(document.createElement("a"), { href: `${folder}${name}/` });
    link.append(...name.split(/(?<=_)/).flatMap((part) => [part, document.createElement("wbr")]));
    return link;
  };

  const choices = (part, names) => {
    const node = stamp(part);
    node.querySelector("[data-more]").append(...names.flatMap((name) => [blocks.length ? chooses(name) : leads(name), " "]));
    return node;
  };

  const write = (name) => {
    for (const { code, plain, text } of blocks) {
      code.replaceChildren(...name ? [text.replaceAll("LINK", `${base}${name}/`)] : plain.map((node) => node.cloneNode(true)));
    }
  };

  const linked = (name) => {
    const node = stamp("link");
    const link = node.querySelector("[data-link]");
    link.href = `${folder}${name}/`;
    const address = `${base}${name}/`;
    link.textContent = blocks.length ? address : name;
    node.querySelector("button").dataset.clipboardText = address;
    return node;
  };

  let asked = 0;
  const show = async () => {
    const text = box.value.trim();
    const mine = ++asked;
    const parts = [];
    let best;
    try {
      const names = text ? namesIn(await index(), text) : { others: [] };
      ({ best } = names);
      if (best) parts.push(linked(best));
      if (names.others.length) parts.push(choices(best ? "more" : "several", names.others));
      else if (text && !best) parts.push(stamp("none"));
    } catch {
      parts.push(stamp("failed"));
    }
    if (mine !== asked) return; // something else was typed meanwhile
    found.replaceChildren(...parts);
    write(best);
  };

  box.disabled = false;
  box.addEventListener("focus", () => index().catch(() => {}), { once: true });
  box.addEventListener("input", show);
  /* Where no lines of code wait for the address, Enter opens the page. */
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!blocks.length) found.querySelector("[data-link]")?.click();
  });
})();
