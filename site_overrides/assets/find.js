/* The look-up box: what is pasted is matched in the browser, and nothing is sent.
   Every word that is shown stands in the page, in templates. */
(() => {
  const form = document.querySelector("form.fb-find");
  if (!form) return;
  const PAUSE = 120; // milliseconds without a key until the text is looked up
  const QUIET = 700; // and until the result is read out
  const SHORT = 12; // characters, up to which finding nothing means: type on
  const MAX_FILE = 16 << 20; // bytes, from the end of a file
  const LARGE = 200_000; // characters, from which on a box takes seconds to lay them out: it then shows the beginning
  const BEGINNING = 4000;
  const TAIL = 65_536; // characters from the end, in which the line to ask about is sought
  const MAX_LINK = 7000; // characters: servers refuse longer addresses
  const MAX_MESSAGE = 1500; // characters of a text that an entry's page is given
  const AROUND = 12; // lines before a message and behind it, in which there may be more of it
  const [PHRASE, PHRASE_WORDS] = [80, 8]; // characters and words, up to which a text is what people search for
  const FOUND = 5; // results of the site's search

  const { root, prefix, locale, find, issue } = form.dataset;
  const box = form.querySelector("textarea");
  const found = document.querySelector(".fb-found");
  const status = found.querySelector("[role=status]");
  const shown = found.querySelector(".fb-found__answer");
  const note = form.querySelector("[data-note]");
  const clear = form.querySelector("[data-do=clear]");
  const asking = (is) => document.documentElement.classList.toggle("fb-asked", is); // what is found takes the page's place

  // --- the page's own words --------------------------------------------------------------------

  const part = (name) => found.querySelector(`template[data-part="${name}"]`);

  /* A template, filled in. data-if: kept if there is such a value; data-href, data-nodes: what goes there;
     data-fill: {name} in its text. */
  const stamp = (name, values = {}) => {
    const node = part(name).content.firstElementChild.cloneNode(true);
    for (const item of [node, ...node.querySelectorAll("*")]) {
      const { if: needed, href, nodes, fill } = item.dataset;
      if (needed && !values[needed]) item.remove();
      if (href && values[href]) item.href = values[href];
      if (nodes) item.replaceChildren(...[values[nodes] ?? []].flat());
      if (fill !== undefined) item.textContent = filled(item.textContent, (key) => values[key] ?? "");
    }
    return node;
  };

  const filled = (text, value) => text.replace(/\{(\w+)\}/g, (_, key) => value(key));

  const mark = (name) => (part(name) ? [stamp(name)] : []);

  // From a folder, a link must name the file: only a server knows which one is meant.
  const file = location.protocol === "file:" ? "index.html" : "";
  const entryPage = (id) => `${root}${prefix}${id}/${file}`;
  const codePage = (permalink) => `${root}${prefix}e/${permalink}/${file}`;

  // --- what is loaded, once the box is used ----------------------------------------------------

  const missing = (path) => Object.assign(new Error(`${path} did not arrive, or does not fit`), { path });

  const scripts = new Map();
  const unfit = new Set(); // what did not arrive, or did not fit
  const load = (path) => {
    if (!scripts.has(path)) {
      scripts.set(path, new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = root + path + (unfit.has(path) ? `?${Date.now()}` : ""); // not again from the browser's store
        script.onload = resolve;
        script.onerror = () => reject(missing(path));
        document.head.append(script);
      }));
      scripts.get(path).catch(() => discard(path));
    }
    return scripts.get(path);
  };

  /* So that it can be tried again. */
  const discard = (path) => {
    scripts.delete(path);
    unfit.add(path);
    return missing(path);
  };

  const received = { cards: new Map(), fits: new Map() };
  globalThis.faultbookLookup = (document) => { received.document = document; };
  globalThis.faultbookCards = (number, cards) => { received.cards.set(number, cards); };
  globalThis.faultbookFits = (id, rows) => { received.fits.set(id, rows); };

  const index = async () => {
    await Promise.all([load("assets/matcher.js"), load("assets/cards.js"), load("lookup/index.js")]);
    if (!globalThis.faultbookMatcher) throw discard("assets/matcher.js");
    if (!globalThis.faultbookAdvice) throw discard("assets/cards.js");
    if (!received.document) throw discard("lookup/index.js");
    advising ??= globalThis.faultbookAdvice({ stamp, mark, entryPage });
    return received.index ??= prepare(received.document);
  };
  let advising; // what cards.js makes of them

  const prepare = (document) => {
    const { entries, codes, cards } = document;
    const behind = Math.ceil(entries.length / cards.entries);
    const chunk = new Map(entries.map(({ id }, place) => [id, Math.floor(place / cards.entries)]));
    codes.forEach(({ name }, place) => chunk.set(name, behind + Math.floor(place / cards.codes)));
    const by = (key, items) => new Map(items.map((item) => [item[key], item]));
    return {
      matcher: new globalThis.faultbookMatcher.Index(document), chunk,
      entries: by("id", entries), codes: by("name", codes), wrappers: by("id", document.wrappers), foreign: by("id", document.foreign),
    };
  };

  const cardOf = async (known, id) => {
    const number = known.chunk.get(id);
    const path = `lookup/cards-${locale}-${number}.js`;
    await load(path);
    const card = received.cards.get(number)?.[id];
    if (card) return card;
    delete received.index; // one of the two is another build's, or damaged
    discard("lookup/index.js");
    throw discard(path);
  };

  // --- what is shown ---------------------------------------------------------------------------

  /* The line of the text with the words that gave it away. White space and case do not count. */
  const marked = (line, signature) => {
    const places = [...line].flatMap((letter, place) => (letter === " " ? [] : [place]));
    const compact = (given) => given.replaceAll(" ", "").replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    const text = compact(line);
    const nodes = [];
    let [from, done] = [0, 0];
    for (const piece of signature.split("*")) {
      const wanted = compact(globalThis.faultbookMatcher.clean(piece).join(""));
      const at = wanted ? text.indexOf(wanted, from) : -1;
      if (at < 0) continue;
      from = at + wanted.length;
      const end = places[from - 1] + 1;
      const hit = document.createElement("mark");
      hit.textContent = line.slice(places[at], end);
      nodes.push(line.slice(done, places[at]), hit);
      done = end;
    }
    return [...nodes, line.slice(done), line.length < globalThis.faultbookMatcher.MAX_LINE ? "" : "…"];
  };

  const share = (line) => {
    const link = new URL(`${find}${file}`, location.href);
    link.hash = `q=${encodeURIComponent(line)}`;
    return stamp("share", { share: link.href });
  };

  /* What the cards of entries and codes have in common. */
  const seen = (known, { line, signature }, wrappers) => ({
    line: marked(line, signature),
    share: share(line),
    wrapper: wrappers.length && wrappers.map((id) => {
      const [name] = known.wrappers.get(id).signatures;
      return stamp("wrapped", { name: name.replaceAll("*", " … ") });
    }),
  });

  const span = ({ since, until, from_first: fromFirst }) => {
    if (!since) return until ? "before" : "documented";
    if (fromFirst) return until ? "until" : "at-least";
    if (!until) return "since";
    return until === since ? "only" : "between";
  };

  const numbers = ({ numbers: given }, { versions }) => given.flatMap((number, place) => {
    const item = stamp(`number-${span(number)}`, { ...number, versions });
    return place ? [stamp("separator"), item] : [item];
  });

  /* The wording of an entry that was found: its first one, or where another gave it away, that, for the eye to compare. */
  const wording = (known, { id, signature }, first) => {
    const isAnother = known.entries.get(id).signatures.indexOf(signature) > 0;
    return isAnother ? signature.replaceAll("*", " … ").trim() : first;
  };

  /* What of a text an entry's page needs to see what was seen here: as little of it as shows the same. */
  const messageOf = (known, { id, line, reading }, text) => {
    const lines = text.length > LARGE ? [line] : globalThis.faultbookMatcher.clean(text);
    const at = Math.max(0, lines.findIndex((one) => one.startsWith(line)));
    const same = (part) => {
      const { best } = globalThis.faultbookMatcher.find(part, known.matcher);
      return best?.id === id && JSON.stringify(best.reading) === JSON.stringify(reading);
    };
    const behind = [1, 3, AROUND].map((count) => lines.slice(at, at + count));
    const parts = [...behind, lines.slice(Math.max(0, at - AROUND), at + AROUND), lines];
    return parts.map((part) => part.join("\n").slice(0, MAX_MESSAGE)).find(same) ?? line;
  };

  const entryCard = async (known, hit, wrappers, text) => {
    const { id, code, signature, reading } = hit;
    const [card, mine] = await Promise.all([cardOf(known, id), fitsOf(id)]);
    const message = reading ? messageOf(known, hit, text) : "";
    const page = message ? `${entryPage(id)}#t=${encodeURIComponent(message)}` : entryPage(id);
    const advice = advising.advice({ ...card, id }, reading, known.entries.get(id).numbers ?? {}, message, page);
    const node = stamp("entry", {
      ...card, symptom: wording(known, hit, card.symptom), id, link: page, badge: mark(`badge-${card.badge}`), mine,
      advice, undecided: !advice[0].matches(".fb-hit__cause"), // the entry's summary tells the causes apart
      code, codeLink: code && codePage((await cardOf(known, code)).permalink), ...seen(known, hit, wrappers), pasted: signature || reading,
    });
    node.dataset.entry = id;
    return node;
  };

  const codeCard = async (known, hit, wrappers) => {
    const { id } = hit;
    const card = await cardOf(known, id);
    const code = known.codes.get(id);
    const entries = await Promise.all(code.entries.map((entry) => item(known, { kind: "entry", id: entry })));
    return stamp("code", {
      ...card, id, link: codePage(card.permalink), passing: card.sticky === false,
      numbers: numbers(code, card), shownBy: entries.length && entries, ...seen(known, hit, wrappers),
    });
  };

  const item = async (known, { kind, id, line }) => {
    const { title, badge, permalink, library } = await cardOf(known, id);
    return kind === "entry"
      ? stamp("item", { link: entryPage(id), title, badge: mark(`badge-${badge}`), line })
      : stamp("item", { link: codePage(permalink), title: id, badge: stamp("library", { library }), line });
  };

  const list = async (known, name, hits) =>
    hits.length ? [stamp(name, { items: await Promise.all(hits.map((hit) => item(known, hit))) })] : [];

  /* Entries that have a wording in common, or that are called what was typed: of one, its card. */
  const choices = async (known, name, hits) => {
    const ids = [...new Set(hits.map(({ id }) => id))];
    if (ids.length === 1) return [await entryCard(known, { ...hits[0], signature: "", reading: null }, [], "")];
    const items = await Promise.all(ids.map(async (id) => advising.choice({ ...await cardOf(known, id), id })));
    return ids.length ? [stamp(name, { items })] : [];
  };

  /* What is shown for each kind of answer, as nodes. */
  const views = {
    entry: async (known, { best, others, wrappers }, text) =>
      [await entryCard(known, best, wrappers, text), ...await list(known, "more", others)],
    code: async (known, { best, others, wrappers }) =>
      [await codeCard(known, best, wrappers), ...await list(known, "more", others)],
    shared: (known, { others }) => choices(known, "shared", others),
    words: (known, { others }) => choices(known, "named", others),
    number: async (known, { number, codes, others }, text) => {
      const shownBy = (id) => known.codes.get(id).entries;
      const answered = (id) => Number(shownBy(id).length > 0);
      const items = await Promise.all([...codes].sort((a, b) => answered(b) - answered(a)).map(async (id) => {
        const [code, ...entries] = await Promise.all([
          item(known, { kind: "code", id }), ...shownBy(id).map((entry) => item(known, { kind: "entry", id: entry })),
        ]);
        const under = document.createElement("ul");
        under.append(...entries);
        if (entries.length) code.append(under);
        return code;
      }));
      const called = await choices(known, "named", others);
      return [...called, stamp("number", { number, items, share: share(text.trim()) })];
    },
    wrapper: async (known, { wrappers, near }) => {
      const texts = wrappers.map((id) => stamp("text", { text: known.wrappers.get(id).text[locale] }));
      return [stamp("wrapper", { texts }), ...await similar(known, near)];
    },
    foreign: (known, { foreign }) => [stamp("foreign", { text: known.foreign.get(foreign).text[locale] })],
    none: async (known, { near }, text) => {
      const items = await searched(text);
      const isShort = text.trim().length < SHORT;
      if (isShort) return [items.length ? stamp("searched", { items }) : stamp("short")];
      const said = items.length ? stamp("searched", { items }) : stamp("none");
      return [said, ...items.length ? [] : await similar(known, near), ask(text)];
    },
  };

  /* What the site's own search finds: of a phrase all of it, so that the box denies nothing that search has; of a short
     message what has half of its words, of a log what has most of its telling line. */
  const searched = async (text) => {
    const place = document.querySelector(".md-search[data-search]");
    const given = text.trim();
    const isPhrase = given.length <= PHRASE && given.split(/\s+/).length <= PHRASE_WORDS;
    const isMessage = /(?:Error|Exception):/.test(given);
    const least = !isPhrase ? 0.75 : isMessage ? 0.5 : 0; // of the words
    const query = isPhrase ? given : telling(text).slice(0, MAX_MESSAGE);
    if (!place || !query) return [];
    try {
      await load("assets/searcher.js");
      const site = globalThis.faultbookSearcher.open(new URL(place.dataset.search, location.href));
      const results = await site.found(query);
      const kept = results.filter(({ missing, of }) => of - missing.length >= least * of).slice(0, FOUND);
      return await Promise.all(kept.map(async (result) => {
        const card = await site.card(result.document);
        return stamp("item", { link: site.link(card.path).href, title: card.title, line: card.symptom });
      }));
    } catch {
      return []; // it is more than was asked for: the answer stands without it
    }
  };

  const similar = (known, near) => list(known, "near", near.map((id) => ({ kind: "entry", id })));

  const view = async (text) => {
    const known = await index();
    const answer = globalThis.faultbookMatcher.find(text, known.matcher);
    return views[answer.kind](known, answer, text);
  };

  // --- whether the entry that was found speaks of the reader's versions ------------------------

  const TOLD = "faultbook-environment"; // reader.js keeps them in the tab, and says so when they change
  const names = JSON.parse(form.dataset.names);
  const named = (name) => names[name] ?? name;

  const kept = () => {
    try {
      return JSON.parse(sessionStorage.getItem(TOLD));
    } catch {
      return null; // a browser may refuse to keep things
    }
  };
  let told = kept();

  /* The version rows of an entry are a script of their own: a third of a kilobyte, asked for only by those who told
     their versions, once for each entry shown. In the cards, all readers would load those of 64 entries; the entry's JSON
     has every run in it, and a page from a folder may not read it. */
  const rowsOf = async (id) => {
    const path = `lookup/fits/${id}.js`;
    await Promise.all([globalThis.faultbookEnvironment ?? load("assets/environment.js"), load(path)]);
    if (!globalThis.faultbookEnvironment) throw discard("assets/environment.js");
    return received.fits.get(id) ?? Promise.reject(discard(path));
  };

  const fitLine = (id, { how, name, differs, item, ...values }) => stamp(`mine-${how}`, {
    ...values, rows: `${entryPage(id)}#versions`, name: how === "exact" ? item.name + mark(`on-${item.on}`).map((node) => node.textContent) : named(name), says: stamp(`says-${item.says}`).textContent,
    differs: differs?.length
      ? stamp("mine-differs", { names: differs.map((one) => named(one.name)).join(names.separator) }).textContent : "",
  });

  /* The lines about the versions that were told; none where none were. A result is shown also where this fails. */
  const fitsOf = async (id) => {
    if (!told) return [];
    const rows = await rowsOf(id).catch(() => null);
    if (!told) return []; // forgotten meanwhile
    if (!rows) return [stamp("mine-failed")];
    const lines = globalThis.faultbookEnvironment.brief(told, rows).map((hit) => fitLine(id, hit));
    return lines.length ? lines : [stamp("mine-none")];
  };

  const markAgain = async () => {
    const card = shown.querySelector("[data-entry]");
    if (card) card.querySelector(".fb-hit__mine").replaceChildren(...await fitsOf(card.dataset.entry));
  };

  addEventListener(TOLD, ({ detail }) => {
    told = detail;
    markAgain();
  });

  // --- asking about what has no entry ----------------------------------------------------------

  /* The name of a C++ source says where in a framework it failed; other names may be the reader's own. */
  const path = (found) => `<path>${found.match(/\/[\w.-]+\.(?:cc?|cpp|cuh?|h|hpp)$/)?.[0] ?? ""}`;

  /* What may be private in a line, and the sign for it: such signs also stand in the wordings of entries. */
  const PRIVATE = [
    [/\b[a-z][a-z0-9+.-]*:\/\/[^\s'"<>]+/gi, "<url>"],
    [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, "<mail>"],
    [/\b[\w.-]+@[\w.-]+(?=[:\s]|$)/g, "<user>"],
    [/\b(?:hf|gh[a-z]|sk|pk|xox[a-z]|glpat|AKIA|ASIA|eyJ)[-_]?[A-Za-z0-9_.-]{12,}/g, "<token>"],
    [/\b([\w-]*(?:secret|passw|pwd|credential)[\w-]*['"]?\s*[:=]\s*)['"]?[^\s'",;]+/gi, "$1<token>"],
    [/\b([\w-]*(?:api|access|private)[_-]?key['"]?\s*[:=]\s*)['"]?[^\s'",;]+/gi, "$1<token>"],
    [/\b([\w-]*tokens?['"]?\s*[:=]\s*)(?!\d+\b)['"]?[^\s'",;]+/gi, "$1<token>"], // but max_new_tokens=512
    [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, "$1 <token>"],
    [/\b(?:[0-9a-f]{32,}|(?=[a-z]*[A-Z\d])(?=\D*\d)[A-Za-z0-9+]{40,}={0,2})/g, "<token>"],
    [/\b((?:user|username|login|owner|home|host|hostname|node)['"]?\s*[:=]\s*)['"]?[^\s'",;]+/gi, "$1<user>"],
    [/(?:[A-Za-z]:|\\)\\(?:[^\\/:*?"'<>|\r\n]+\\)*[^\\/:*?"'<>|\s,;)]*/g, "<path>"],
    [/(?:~|\.{1,2}|(?<![\w>.)\]]))\/[^\s'"`<>():,;]+/g, path],
    [/\b(?!\d+(?:\.\d+)?(?:[KMGT]i?B)?\/\d+(?:\.\d+)?(?:[KMGT]i?B)?(?!\.?[\w/-]))\w[\w.-]*(?:\/[\w.+-]+)+\.\w{1,4}\b/g, path], // but 18.3/23.69 GiB
    [/(?<!\b(?:version|cudnn|nccl|tensorrt)[ :=v]{0,2})\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b/gi, "<ip>"],
    [/(?<![\w:])(?:[0-9a-f]{1,4}:){4,7}[0-9a-f]{1,4}(?![\w:])/gi, "<ip>"],
    [/(?<![\w:])(?:[0-9a-f]{1,4}:){1,6}:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,5}(?![\w:])/gi, "<ip>"],
    [/\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|edu|gov|cn|local|internal|lan|corp)\b(?::\d{1,5})?/gi, "<host>"],
  ];
  const TELLING = [
    /^(?:\w+\.)*\w*(?:Error|Exception|Interrupt)\b|\bXid\b|\b(?:CU[A-Z]+|NCCL|NVRTC)_[A-Z]\w+|\bcuda[A-Z]\w+/,
    /error|exception|fatal|panic|segfault|abort|assert|错误|异常/i,
    /\b(?:fail|unable|cannot|invalid|illegal|killed|denied)\w*\b|失败|无法/i,
  ];

  const telling = (text) => {
    const lines = globalThis.faultbookMatcher.clean(text.slice(-TAIL)).map((line) => line.slice(0, 400));
    for (const sign of TELLING) {
      const line = lines.findLast((candidate) => sign.test(candidate));
      if (line) return line;
    }
    return lines.at(-1) ?? "";
  };

  const cleaned = (line) => PRIVATE.reduce((text, [pattern, sign]) => text.replace(pattern, sign), line);

  const ask = (text) => {
    const node = stamp("ask");
    node.querySelector("#fb-ask-text").value = cleaned(telling(text));
    return node;
  };

  const agreed = (node) => {
    const [error, versions] = [...node.querySelectorAll("textarea")].map(({ value }) => value.trim());
    const fence = (block) => {
      const marks = "`".repeat(Math.max(3, ...[...block.matchAll(/`+/g)].map(([run]) => run.length + 1)));
      return `${marks}text\n${block}\n${marks}`;
    };
    const body = [error, versions].filter(Boolean).map(fence).join("\n\n");
    return { title: error.split("\n")[0].slice(0, 120), body };
  };

  /* The address is made when the link is followed, of the text that stands there then. */
  const openIssue = (event, link) => {
    const given = agreed(link.closest(".fb-ask"));
    const address = filled(issue, (key) => encodeURIComponent(given[key]));
    const tooLong = address.length > MAX_LINK;
    link.closest(".fb-ask").querySelector("[data-too-long]").hidden = !tooLong;
    if (tooLong) event.preventDefault();
    else link.href = address;
  };

  // --- the box ---------------------------------------------------------------------------------

  let [turn, timer, voice] = [0, 0, 0];
  let held = null; // a text too large for the box
  let pasted = false; // what is looked up was pasted, not typed

  const hold = (text, words = "held") => {
    held = text.length > LARGE ? text : null;
    box.value = held ? `${text.slice(0, BEGINNING)}\n…` : text;
    box.readOnly = Boolean(held);
    note.hidden = !held;
    if (held) note.replaceChildren(stamp(words, { size: (held.length / 1e6).toFixed(1) }));
  };

  const say = (nodes) => {
    clearTimeout(voice);
    voice = setTimeout(() => {
      const [first] = nodes;
      const heads = [...first?.querySelectorAll("h2, .fb-hit__name") ?? []].map(({ textContent }) => textContent.trim());
      const title = heads.join(form.dataset.stop) || first?.textContent || "";
      const n = found.querySelectorAll("[data-more] li").length;
      const text = stamp(n ? "said-more" : "said", { title, n }).textContent;
      if (status.textContent !== text) status.textContent = text;
    }, QUIET);
  };

  const show = (nodes) => {
    // What stands below does not jump while one types.
    found.style.minHeight = nodes.length ? `${found.getBoundingClientRect().height}px` : "";
    shown.replaceChildren(...nodes);
    asking(nodes.length > 0);
    say(nodes);
  };

  const keepInLanguages = (text) => {
    const hash = text && text.length < 4000 ? `#q=${encodeURIComponent(text)}` : "";
    for (const link of document.querySelectorAll("a.md-select__link")) link.hash = hash;
  };

  const look = async () => {
    clearTimeout(timer);
    const mine = ++turn;
    const text = held ?? box.value;
    clear.disabled = !text;
    keepInLanguages(text);
    if (!text.trim()) return show([]);
    const toldBefore = told;
    const waiting = setTimeout(() => mine === turn && show([stamp("loading")]), 400);
    const nodes = await view(text).catch((problem) => {
      if (!problem.path) console.error(problem);
      return [stamp("failed", { file: problem.path ?? String(problem) })];
    });
    clearTimeout(waiting);
    if (mine !== turn) return;
    show(nodes);
    if (told !== toldBefore) markAgain();
    if (pasted && matchMedia("(max-width: 45em)").matches) {
      box.blur(); // a phone's keyboard would cover what was found
      found.scrollIntoView();
    }
    pasted = false;
  };

  const lookSoon = () => {
    if (box.value.length > LARGE) hold(box.value);
    clearTimeout(timer);
    clearTimeout(voice); // what was found belongs to an older text
    timer = setTimeout(look, PAUSE);
  };

  const fill = (text, words) => {
    hold(text, words);
    box.scrollTop = 0;
    return look();
  };

  const empty = () => {
    const large = held;
    if (large) hold("");
    box.focus();
    box.select();
    if (!large && !document.execCommand("delete")) box.value = ""; // the command can be undone
    look();
  };

  const read = async (given) => {
    const [first, second] = new Uint8Array(await given.slice(0, 2).arrayBuffer());
    const encoding = first === 0xff && second === 0xfe ? "utf-16le" : "utf-8"; // the first is what PowerShell writes
    const text = new TextDecoder(encoding).decode(await given.slice(-MAX_FILE).arrayBuffer());
    fill(text, given.size > MAX_FILE ? "held-end" : "held");
  };

  const asked = () => {
    const get = (text) => new URLSearchParams(text).get("q");
    return get(location.hash.slice(1)) ?? get(location.search);
  };

  const actions = {
    clear: empty,
    again: look,
    issue: openIssue,
  };

  const act = (event) => {
    const button = event.target.closest("[data-do]");
    if (button && (button.dataset.do === "issue" || event.type === "click")) actions[button.dataset.do](event, button);
    const link = event.target.closest("a[href*='#q=']");
    if (link?.pathname === location.pathname && event.type === "click" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault(); // it is this result: for the address bar, and the box keeps its text
      history.replaceState(history.state, "", link.href);
    }
    const copy = event.target.closest("[data-copy]");
    if (copy) copy.dataset.clipboardText = toCopy[copy.dataset.copy](copy);
  };

  const toCopy = {
    ask: (button) => agreed(button.closest(".fb-ask")).body,
    share: (button) => button.parentElement.querySelector("a").href,
  };

  for (const place of [form, found]) {
    place.addEventListener("click", act, true); // before the theme's own copy button
    place.addEventListener("auxclick", act, true);
    place.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && box.value && !event.isComposing && !event.target.closest(".fb-ask")) empty();
    });
  }
  // Ready to type where there is a keyboard; on a phone that would open one, and scroll.
  if (!location.hash && matchMedia("(hover: hover) and (min-width: 60em)").matches) box.focus({ preventScroll: true });
  box.addEventListener("focus", () => index().catch(() => {})); // a failure is shown when there is something to look up
  box.addEventListener("input", lookSoon);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.querySelector("[type=file]").addEventListener("change", ({ target }) => {
    if (target.files[0]) read(target.files[0]);
    target.value = ""; // so that the same file can be opened again
  });
  addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
  addEventListener("drop", (event) => {
    const [given] = event.dataTransfer.files;
    if (!given) return;
    event.preventDefault();
    read(given);
  });
  addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text");
    const field = event.target.closest?.("input, textarea");
    if (!text || (field && field !== box)) return;
    pasted = true;
    if (field && !held && text.length <= LARGE) return;
    event.preventDefault();
    box.focus();
    fill(text);
  });
  addEventListener("hashchange", () => location.hash.startsWith("#q=") && fill(asked()));
  if (asked()) {
    asking(true); // before the first paint, so that nothing moves
    fill(asked());
  }
})();
