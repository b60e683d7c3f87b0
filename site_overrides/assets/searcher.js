// A query and an index in shards → documents, the best first. `terms` is the twin of generator/render/search_terms.py
// (tests/test_search.py compares them); generator/render/search_index.py and search.py say what
// stands in a shard.
// A classic script, so that it also works from file://.
(function (root) {
  "use strict";
  if (root.faultbookSearcher) return; // the search box and the look-up box both ask for it

  // --- search_terms.py ------------------------------------------------------------------------

  const LETTERS = "A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u03ff\u0400-\u052f";
  const PAIRED = "\u3005\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3";
  const WORD = new RegExp(`[0-9]+(?:\\.[0-9]+)+(?![0-9_${LETTERS}])|[0-9_${LETTERS}]+|[${PAIRED}]+`, "g");
  const PART = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[^A-Z_]+|[A-Z]+/g;
  const WIDE = new RegExp(`^[${PAIRED}]`);
  const LONGEST = 64;

  /* The words of a text: each with the terms that it is found by as a whole and by its parts. */
  function words(text, stop) {
    const found = [];
    for (const [word] of text.normalize("NFKC").matchAll(WORD)) {
      if (WIDE.test(word)) {
        found.push({word, whole: null, parts: [...word].map((_, place) => word.slice(place, place + 2))});
        continue;
      }
      const whole = word.replace(/^_+|_+$/g, "").toLowerCase();
      if (!whole || whole.length > LONGEST || stop.has(whole)) continue;
      const parts = (word.match(PART) ?? []).map((part) => part.toLowerCase());
      const single = parts.length < 2 || whole.includes(".");
      found.push({word, whole, parts: single ? [] : parts.filter((part) => !stop.has(part))});
    }
    return found;
  }

  const terms = (text, stop) => words(text, stop).flatMap(({whole, parts}) => (whole ? [whole, ...parts] : parts));

  // --- what a word of the query stands for ------------------------------------------------------

  const MOST_SHARDS = 4; // for the beginning of one word: a letter or two begin half the index
  const [SAME_STEM, BEGINS] = [0.8, 0.5]; // what a term counts that is not quite the word

  /* What is left when the endings of English are off: launch, launched, launches, launching. */
  function stem(word) {
    const cut = /^[a-z]{5,}$/.test(word) ? word.replace(/(?:ing|ed|es|s|e)$/, "") : word;
    return cut.length >= 4 ? cut : word;
  }

  const likeness = (term, word, mayBegin) => {
    if (term === word) return 1;
    if (stem(term) === stem(word)) return SAME_STEM;
    return mayBegin && term.startsWith(word) ? BEGINS : 0;
  };

  /* Of shards or groups of them, those in which terms that begin so can stand; the first begins before them. */
  function among(beginning, listed) {
    const after = listed.findIndex(([first]) => first > beginning);
    const start = Math.max(0, (after < 0 ? listed.length : after) - 1);
    const end = listed.findIndex(([first], place) => place > start && !first.startsWith(beginning));
    return listed.slice(start, end < 0 ? listed.length : end).slice(0, MOST_SHARDS);
  }

  /* The terms that can begin so, and others, as [term, documents]: the first shard of a group names the others. */
  async function termsFrom(beginning, groups, load) {
    const shards = await Promise.all(among(beginning, groups).map(async ([first, name]) =>
      [[first, name], ...(await load(name)).more]));
    const loaded = await Promise.all(among(beginning, shards.flat()).map(([, name]) => load(name)));
    return loaded.flatMap(({terms}) => Object.entries(terms));
  }

  /* Document → what a term says of it. */
  async function scoresOf(term, mayBegin, {shards, documents}, load) {
    const weights = new Map();
    for (const [found, listed] of await termsFrom(WIDE.test(term) ? term : stem(term), shards, load)) {
      const like = likeness(found, term, mayBegin);
      for (let place = 0, document = 0; like && place < listed.length; place += 2) {
        document += listed[place];
        weights.set(document, Math.max(weights.get(document) ?? 0, like * listed[place + 1]));
      }
    }
    const rarity = Math.log(1 + (documents - weights.size + 0.5) / (weights.size + 0.5));
    return {weights, rarity: weights.size ? rarity : 0};
  }

  // --- ranking --------------------------------------------------------------------------------

  const LEAST = 0.4; // of the query's words, as the best document holds them: what holds fewer is left out
  const PART_COUNTS = 0.7; // parts of a name say less than the name
  const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

  /* What a word of the query says of each document, and how much of the word stands there. */
  async function weigh({whole, parts}, isLast, directory, load) {
    const scored = (term) => {
      const mayBegin = WIDE.test(term) ? term.length === 1 : term.length >= (isLast ? 2 : 3);
      return scoresOf(term, mayBegin, directory, load);
    };
    // The last character alone is the end of a pair, or all that was asked for.
    const wanted = whole || parts.length < 2 ? parts : parts.slice(0, -1);
    const [all, ...some] = await Promise.all([whole ? scored(whole) : null, ...wanted.map(scored)]);
    const ofParts = total(some.map(({rarity}) => rarity));
    const found = new Map();
    for (const {weights, rarity} of some) {
      for (const [document, weight] of weights) {
        const {score = 0, share = 0} = found.get(document) ?? {};
        found.set(document, {
          score: score + PART_COUNTS * weight * rarity, share: share + (ofParts && rarity / ofParts),
        });
      }
    }
    for (const [document, weight] of all?.weights ?? []) {
      const score = weight * all.rarity;
      found.set(document, {score: score + (found.get(document)?.score ?? 0), share: 1});
    }
    return {found, importance: Math.max(all?.rarity ?? 0, PART_COUNTS * ofParts)};
  }

  /* The documents that hold what is asked for, the best first: {document, missing: words that do not stand in it, of: how many were asked for}. */
  async function search(query, directory, load) {
    const stop = new Set(directory.stop);
    const asked = words(query, stop).length ? words(query, stop) : words(query, new Set());
    const typing = /\S$/.test(query);
    const weighed = await Promise.all(
      asked.map((word, place) => weigh(word, typing && place === asked.length - 1, directory, load)));
    const whole = total(weighed.map(({importance}) => importance));
    const results = new Map();
    for (const {found, importance} of weighed) {
      for (const [document, {score, share}] of found) {
        const {score: before = 0, held = 0} = results.get(document) ?? {};
        results.set(document, {score: before + score, held: held + (share * importance) / (whole || 1)});
      }
    }
    const most = Math.max(0, ...[...results.values()].map(({held}) => held));
    return [...results]
      .filter(([, {held}]) => held >= LEAST * most)
      .map(([document, {score, held}]) => ({
        document, score: score * held * held,
        missing: asked.filter((_, place) => (weighed[place].found.get(document)?.share ?? 0) < 0.5).map(({word}) => word),
        of: asked.length,
      }))
      .sort((a, b) => b.score - a.score || a.document - b.document);
  }

  // --- what of a text is marked -----------------------------------------------------------------

  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

  /* A pattern for what in a text is shown as found; null where a query has no words. */
  function pattern(query, stop) {
    const found = words(query, stop).flatMap(({word, whole, parts}) => (whole
      ? [whole, ...parts].map((name) => `(?<![A-Za-z0-9])${escaped(stem(name))}[A-Za-z0-9]*`)
      : stretches(word)));
    const unique = [...new Set(found)].sort((a, b) => b.length - a.length);
    return unique.length ? new RegExp(unique.join("|"), "gi") : null;
  }

  /* Every part of a run of at least two characters, the longest first. */
  function stretches(run) {
    const found = run.length < 2 ? [run] : [];
    for (let length = Math.min(run.length, 12); length >= 2; length--)
      for (let start = 0; start + length <= run.length; start++) found.push(run.slice(start, start + length));
    return found;
  }

  // --- an index of the site in use -------------------------------------------------------------

  const indexes = new Map();

  /* Loads a script, once; a failure names its address, and is tried again when it is next asked for. */
  const scripts = new Map();
  function load(address) {
    if (!scripts.has(address)) {
      scripts.set(address, new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = address;
        script.onload = resolve;
        script.onerror = () => { scripts.delete(address); reject(Object.assign(new Error(address), {address})); };
        document.head.append(script);
      }));
    }
    return scripts.get(address);
  }

  /* The index whose directory stands at an address, or has been loaded already: the same one for all who ask. */
  function open(address, directory = null) {
    if (!indexes.has(address.href)) indexes.set(address.href, new SiteIndex(address));
    const index = indexes.get(address.href);
    index.directory ??= directory;
    return index;
  }

  class SiteIndex {
    constructor(address) {
      this.address = address;
      this.directory = null;
      this.parts = new Map();
      // From a folder, a link must name the file: only a server knows which one is meant.
      this.file = location.protocol === "file:" ? "index.html" : "";
    }

    /* The results of a query, the best first. */
    found(query) {
      return this.fresh(() => search(query, this.directory, (name) => this.part(name)));
    }

    /* Does something with the directory, twice if need be: one from before the site changed names files that are gone. */
    async fresh(act) {
      try {
        if (!this.directory) await this.load(this.address.href);
        return await act();
      } catch (problem) {
        if (!problem.address) throw problem;
        this.directory = null;
        scripts.delete(this.address.href); // so that it is asked for again should this fail too
        await this.load(`${this.address.href}?${Date.now()}`);
        return act();
      }
    }

    async load(address) {
      root.faultbookSearch = (given) => { this.directory = given; };
      await load(address);
    }

    async part(name) {
      root.faultbookSearchPart = (one, content) => { this.parts.set(one, content); };
      if (!this.parts.has(name)) await load(new URL(`${name}.js`, this.address).href);
      return this.parts.get(name);
    }

    /* What is shown of a document. The directory says of each block: its first document and file, and how many cards are in one. */
    async card(document) {
      const {blocks, cards} = this.directory;
      const [first, file, size] = blocks.filter(([start]) => start <= document).at(-1);
      const place = document - first;
      return (await this.part(cards[file + Math.floor(place / size)]))[place % size];
    }

    link(path, anchor = "") {
      return new URL(`../../${path}${this.file}${anchor}`, this.address);
    }
  }

  const faultbookSearcher = {search, terms, pattern, open};
  root.faultbookSearcher = faultbookSearcher;
  if (typeof module !== "undefined") module.exports = faultbookSearcher;
})(typeof globalThis !== "undefined" ? globalThis : this);
