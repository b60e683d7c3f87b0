/* Mends an address that leads nowhere: only the 404 page loads this, after the lists of names (e/names.js). It goes only
   where a known name leads; what it cannot correct with certainty it shows the nearest names of, and a link that looks the
   words up. */
(() => {
  const box = document.getElementById("not-found");
  const { root } = box.dataset;
  const locales = box.dataset.locales.split(" ");
  // Each file of names adds two lists: names, and ids of entries.
  const lists = (globalThis.faultbookNames ?? []).map((list) => list.split(" ").filter(Boolean));
  const [names, entries] = [0, 1].map((kind) => lists.filter((_list, index) => index % 2 === kind).flat());
  const known = new Map([
    ...entries.map((id) => [id.toLowerCase(), `${id}/`]),
    ...names.map((name) => [name.toLowerCase(), `e/${name}/`]),
  ]);
  const spelled = new Map(names.map((name) => [name.toLowerCase(), name]));

  const VERSION = /^(?:v?\d[\w.+-]*|latest|stable|main|nightly)$/i;
  // What follows a link in a log when the space between them is lost.
  const NEXT_WORD = /^(?:Traceback|During|File|Please|See|For|The|This|Compile|CUDA|Exception|RuntimeError)/;
  const SHOWN = 5;
  const ALIKE = 0.45; // of 1: how much of two names must agree

  const decoded = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text.replace(/%[0-9a-f]{2}/gi, " ");
    }
  };

  /* The address as words: without the root, the language, the folder of permalinks and a version. */
  const { pathname } = location;
  const path = decoded(pathname.startsWith(root) ? pathname.slice(root.length) : pathname);
  let locale = locales[0];
  const segments = path.split(/[/\\]+/).filter((segment) => {
    const small = segment.trim().toLowerCase();
    if (locales.includes(small)) locale = small;
    return small && small !== "e" && !locales.includes(small);
  });
  const named = segments.filter((segment) => !VERSION.test(segment));
  const words = named.length ? named : segments.slice(-1);
  const prefixOf = (code) => (code === locales[0] ? "" : `${code}/`);

  /* The first run of characters that names are made of, without punctuation around it. */
  const bare = (text) => (text.match(/[\w.:-]*\w[\w.:-]*/) ?? [""])[0].replace(/^[.:-]+|[.:-]+$/g, "");

  /* The name that a word begins with, where what follows is plainly another word and not the rest of a longer name. */
  const beforeNextWord = (word) => {
    for (let end = word.length - 1; end > 0; end--) {
      const name = spelled.get(word.slice(0, end).toLowerCase());
      if (!name) continue;
      const rest = word.slice(end).replace(/^[.:]+/, "");
      const oneCase = /^[a-z\d-]+$/.test(name) ? /^[A-Z][a-z]/ : /^[A-Z\d_]+$/.test(name) ? /^[A-Z]?[a-z]{2}/ : null;
      return NEXT_WORD.test(rest) || oneCase?.test(rest) ? name : undefined;
    }
    return undefined;
  };

  const mended = () => {
    if (!words.length) return /^\s*e\s*$/i.test(path.split("/").at(-1)) ? "e/" : undefined;
    for (const [index, word] of words.entries()) {
      const name = bare(word);
      const entry = index && known.get(`${words[index - 1]}/${name}`.toLowerCase());
      const joined = word.trim().replace(/\s+/g, "-"); // Xid 79
      const found = entry || known.get(name.toLowerCase()) || known.get(joined.toLowerCase());
      if (found) return found;
    }
    const name = words.map(bare).map(beforeNextWord).find(Boolean);
    return name && known.get(name.toLowerCase());
  };

  const pairs = (text) => {
    const small = text.toLowerCase().replace(/[^a-z\d]+/g, " ");
    return new Set([...small.slice(1)].map((char, index) => small[index] + char));
  };

  const nearest = () => {
    const asked = words.map((word) => pairs(bare(word))).filter((set) => set.size);
    const alike = (name) => {
      const own = pairs(name);
      const shares = asked.map((set) => (2 * [...set].filter((pair) => own.has(pair)).length) / (set.size + own.size));
      return Math.max(0, ...shares);
    };
    const scored = names.map((name) => [alike(name), name]).filter(([score]) => score >= ALIKE);
    return scored.sort(([a], [b]) => b - a).slice(0, SHOWN).map(([, name]) => name);
  };

  const show = () => {
    const near = nearest();
    const query = words.join(" ").replace(/\s+/g, " ").trim().slice(0, 300);
    for (const section of box.querySelectorAll("section[lang]")) {
      const prefix = root + prefixOf(section.lang);
      if (query) section.querySelector("a[data-find]").href = `${prefix}?q=${encodeURIComponent(query)}`;
      const list = section.querySelector("ul");
      for (const name of near) {
        const link = Object.assign(document.createElement("a"), { href: `${prefix}e/${name}/` });
        link.append(Object.assign(document.createElement("code"), { textContent: name }));
        const item = document.createElement("li");
        item.append(link);
        list.append(item);
      }
      section.querySelector("[data-near]").hidden = !near.length;
      if (section.lang === locale) box.querySelector("h1").after(section);
    }
  };

  const target = mended();
  const address = target && root + prefixOf(locale) + target;
  // The same address again would be answered in the same way.
  if (address && address !== pathname) {
    location.replace(address + location.hash);
  } else {
    show();
    box.dataset.shown = "";
  }
})();
