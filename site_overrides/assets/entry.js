/* An entry's page for its reader: tabs of causes, questions answered one after the other, the reader's own message behind
   #t= (it is matched here and never sent), folds that open for a link into them. The questions of /start/ are the same:
   their ways end at blocks too, of which none is shown before. Every word that is shown stands in templates. Without this
   script the style sheet shows the block that a link names. */
(() => {
  const place = document.querySelector(".fb-causes");
  if (!place) return;
  const blocks = [...place.querySelectorAll(":scope > .fb-cause")];
  const tabs = [...document.querySelectorAll(".fb-tabs > a")];
  const undecided = document.querySelector(".fb-undecided");
  const anchorOf = (block) => block.querySelector("h2, h3").id;
  const causeOf = (block) => anchorOf(block).replace(/^cause-/, "");
  const decoded = (text) => { try { return decodeURIComponent(text); } catch { return ""; } };
  const named = (hash) => (hash.length > 1 ? document.getElementById(decoded(hash.slice(1))) : null);

  const GAP = 16; // pixels between what is shown and the edge of the window
  const first = place.dataset.entry ? blocks[0] : null; // what is shown before anything is chosen

  // --- tabs ------------------------------------------------------------------------------------

  /* Scrolls the tabs, which stand in one line on a phone, to this one. */
  const toSight = (tab) => {
    const bar = tab.parentElement;
    bar.scrollLeft += tab.getBoundingClientRect().left - bar.getBoundingClientRect().left - GAP;
  };

  /* Shows a block alone. Nobody has decided for the one that is open from the start: its tab is not marked, and a note says so. */
  const choose = (block, isDecided = true) => {
    place.classList.add("fb-tabbed");
    if (undecided) undecided.hidden = isDecided;
    for (const one of blocks) one.classList.toggle("fb-chosen", one === block);
    for (const tab of tabs) {
      const isShown = tab.hash === `#${anchorOf(block)}`;
      tab.classList.toggle("fb-open", isShown);
      if (isShown && isDecided) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
      if (isShown) toSight(tab);
    }
  };
  const blockAt = (hash) => blocks.find((one) => `#${anchorOf(one)}` === hash);

  for (const tab of tabs) {
    tab.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault(); // the block comes to the tab: nothing scrolls
      choose(blockAt(tab.hash));
      history.replaceState(null, "", tab.hash);
    });
  }

  // --- questions -------------------------------------------------------------------------------

  const frame = document.querySelector(".fb-questions");
  const questions = frame ? [...frame.querySelectorAll(".fb-question")] : [];
  const idOf = (question) => question.dataset.question;
  const answersOf = (question) => [...question.querySelectorAll(".fb-answers a")];
  let path = []; // [question's id, number of the answer]

  /* Shows the questions that were answered, and the next one. */
  const ask = () => {
    const last = path.at(-1);
    const answered = new Map(path);
    let next = path.length ? null : questions[0];
    for (const question of questions) {
      for (const [number, link] of answersOf(question).entries()) {
        if (answered.get(idOf(question)) === number) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
        if (last?.[0] === idOf(question) && last[1] === number) next = named(link.hash)?.closest(".fb-question");
      }
    }
    frame.classList.add("fb-asked");
    for (const question of questions) {
      question.classList.toggle("fb-chosen", answered.has(idOf(question)) || question === next);
    }
  };

  const linkOf = ([id, number]) => answersOf(questions.find((one) => idOf(one) === id))[number];

  const readPath = (text) => {
    const steps = text.split("-").map((step) => step.split("."));
    const known = steps.map(([id, number]) => [questions.map(idOf).find((one) => one.replaceAll("-", "_") === id), Number(number)]);
    return known.every((step) => step[0] && linkOf(step)) ? known : [];
  };
  const writePath = () => `#d=${path.map(([id, number]) => `${id.replaceAll("-", "_")}.${number}`).join("-")}`;

  const follow = () => {
    ask();
    const end = path.length ? blockAt(linkOf(path.at(-1)).hash) : null;
    if (end || !first) choose(end);
    return end;
  };

  /* Scrolls as far as shows the first step of a block, and no further than leaves a node above it in sight. */
  const reveal = (block, above) => {
    const step = block.querySelector(".fb-do") ?? block.querySelector("p") ?? block;
    const below = step.getBoundingClientRect().bottom + GAP - innerHeight;
    const room = above.getBoundingClientRect().top - document.querySelector(".md-header").offsetHeight - GAP;
    if (below > 0 && room > 0) scrollBy({ top: Math.min(below, room) });
  };

  for (const question of questions) {
    for (const [number, link] of answersOf(question).entries()) {
      link.addEventListener("click", (event) => {
        if (!link.getAttribute("href").startsWith("#")) return; // to another entry
        event.preventDefault();
        const at = path.findIndex(([id]) => id === idOf(question));
        const isTakenBack = at >= 0 && path[at][1] === number;
        path = [...path.slice(0, at < 0 ? path.length : at), ...isTakenBack ? [] : [[idOf(question), number]]];
        history.replaceState(null, "", path.length ? writePath() : location.pathname + location.search);
        const end = follow();
        if (isTakenBack) link.scrollIntoView({ block: "nearest" });
        else if (!end) named(link.hash).scrollIntoView({ block: "nearest" });
        else reveal(end, event.detail ? document.querySelector(".fb-tabs") ?? end : link); // a key stands on the link
      });
    }
  }

  // --- links into the page ---------------------------------------------------------------------

  const openAround = (node) => {
    for (let fold = node.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  };

  // --- the reader's own message ----------------------------------------------------------------

  const box = document.getElementById("yours");
  const part = (name, values = {}) => {
    const node = box.querySelector(`template[data-part="${name}"]`).content.firstElementChild.cloneNode(true);
    for (const one of [node, ...node.querySelectorAll("*")]) {
      for (const attribute of one.attributes) attribute.value = filled(attribute.value, values);
      for (const text of one.childNodes) if (text.nodeType === 3) text.data = filled(text.data, values);
    }
    return node;
  };
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");

  const load = (address) => new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = place.dataset.root + address;
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });

  const read = async (message) => {
    let known;
    globalThis.faultbookLookup = (document) => { known = document; };
    await Promise.all([load("assets/matcher.js"), load("lookup/index.js")]);
    const { Index, find } = globalThis.faultbookMatcher;
    const { best } = find(message, new Index(known));
    const entry = known.entries.find(({ id }) => id === place.dataset.entry);
    return best?.kind === "entry" && best.id === entry.id ? { entry, reading: best.reading } : null;
  };

  /* The message as it came, with the numbers that were read marked. */
  const marked = (message, patterns) => {
    const literal = (text) => text.trim().split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s*");
    const places = Object.values(patterns).flat().flatMap((pattern) => {
      const [before, after] = pattern.split("<number>").map((text) => text.split("*").map(literal).join("[^]{0,300}?"));
      const found = new RegExp(`(${before}\\s*)([\\d.,]*\\d(?:\\s*(?:[KMGT]i?B|bytes))?)\\s*${after}`, "i").exec(message);
      return found ? [[found.index + found[1].length, found[2].length]] : [];
    }).sort(([a], [b]) => a - b);
    const nodes = [];
    let done = 0;
    for (const [from, length] of places) {
      if (from < done) continue;
      const mark = document.createElement("mark");
      mark.textContent = message.slice(from, from + length);
      nodes.push(message.slice(done, from), mark);
      done = from + length;
    }
    return [...nodes, message.slice(done)];
  };

  const gib = (bytes) => (bytes >= 2 ** 30 ? `${(bytes / 2 ** 30).toFixed(2)} GiB` : `${(bytes / 2 ** 20).toFixed(2)} MiB`);

  /* The bar of the numbers that were read, and below it what its parts are: in a narrow part no word has room. */
  const memoryBar = ({ whole, parts }, { numbers, other }) => {
    const shown = parts.filter(({ number }) => numbers[number] > 0).map(({ number, label }) => [label, numbers[number]]);
    if (!(numbers[whole] > 0) || shown.length < 2) return [];
    if (other) shown.push([part("process", other).textContent, other.bytes]);
    const rest = numbers[whole] - shown.reduce((sum, [, size]) => sum + size, 0);
    const [bar, legend] = ["fb-memory", "fb-memory__legend"].map((name) => {
      const line = document.createElement("p");
      line.className = name;
      return line;
    });
    const add = (label, size, kind = "") => {
      const [piece, item] = [document.createElement("span"), document.createElement("span")];
      piece.style.flex = `${size / numbers[whole]} 1 0`;
      item.textContent = piece.title = `${label} ${gib(size)}`;
      piece.className = item.className = kind;
      bar.append(piece);
      legend.append(item);
    };
    for (const [label, size] of shown) add(label, size);
    if (rest > numbers[whole] / 100) add(part("free").textContent, rest, "fb-memory__free");
    return [bar, legend];
  };

  const heldBy = ({ other }) => (other ? { other: [`Process ${other.process} has <number> memory in use`] } : {});

  /* Another process that holds more of the GPU, and what shows whose it is. */
  const holder = ({ other }) => (other && box.dataset.bar ? [part("holder", { process: other.process, size: gib(other.bytes) })] : []);

  /* The words of a heading, without its number and what backs it. */
  const titleOf = (heading) => [...heading.childNodes]
    .filter(({ classList }) => !classList?.contains("fb-cause__number") && !classList?.contains("fb-chip"))
    .map(({ textContent }) => textContent).join("").trim();

  /* A cause's first step, with what it has to copy; the buttons copy the very blocks of the page below, but where the
     message names the process: then nothing looks for it, and it stands where the page says PID. */
  const firstStep = (block, process) => {
    const step = block.querySelector(".fb-step");
    if (!step) return [];
    const title = document.createElement("p");
    const link = document.createElement("a");
    const heading = step.querySelector("h4");
    link.href = `#${heading.id || `cause-${causeOf(block)}`}`;
    link.textContent = titleOf(heading);
    title.append(link);
    const copies = [...step.querySelectorAll(":scope > .fb-do")].map((block) => block.cloneNode(true))
      .filter(({ textContent }) => !process || !textContent.includes("--query-compute-apps"));
    for (const code of copies.flatMap((copy) => [...copy.querySelectorAll("code")])) {
      if (!process || !/\bPID\b/.test(code.textContent)) continue;
      code.textContent = code.textContent.replace(/\bPID\b/g, process);
      code.closest(".highlight")?.querySelector("button")?.setAttribute("data-clipboard-text", code.textContent);
    }
    for (const node of copies.flatMap((copy) => [...copy.querySelectorAll("[id]")])) node.removeAttribute("id");
    return [title, ...copies];
  };

  const line = (name, block) => part(name, { id: causeOf(block), title: titleOf(block.querySelector("h3")), k: blocks.indexOf(block) + 1, n: blocks.length });

  const show = (message, { entry, reading }) => {
    const symptom = document.getElementById("symptom");
    symptom.classList.add("fb-came");
    symptom.tabIndex = 0; // a long message scrolls
    symptom.replaceChildren(...marked(message, { ...entry.numbers, ...heldBy(reading) }));
    symptom.classList.toggle("fb-came--long", symptom.scrollHeight > symptom.clientHeight);
    const shown = reading.shown.map((id) => blocks.find((block) => causeOf(block) === id)).filter(Boolean);
    const bar = box.dataset.bar ? memoryBar(JSON.parse(box.dataset.bar), reading) : [];
    const only = blocks.length === 1 && !reading.excluded.length ? blocks[0] : shown.length === 1 && shown[0];
    if (only) {
      choose(only);
      box.replaceChildren(...box.querySelectorAll("template"), line("one", only), ...holder(reading), ...firstStep(only, reading.other?.process), ...bar);
    } else {
      const name = shown.length ? "several" : reading.excluded.length === blocks.length ? "none" : "open";
      const list = shown.map((block) => line("one", block).querySelector("a"));
      const title = part(name);
      list.forEach((link, at) => title.append(at ? " · " : "", link));
      box.replaceChildren(...box.querySelectorAll("template"), title, ...holder(reading), ...bar);
      if (shown.length) choose(shown[0]);
    }
    box.hidden = false;
  };

  // --- what the address asks for ---------------------------------------------------------------

  const go = () => {
    const { hash } = location;
    if (hash.startsWith("#t=")) {
      const message = decoded(hash.slice(3)).slice(0, 4000);
      if (message) read(message).then((found) => found && show(message, found)).catch(() => {}); // the page is whole without it
    } else if (hash.startsWith("#d=") && questions.length) {
      path = readPath(decoded(hash.slice(3)));
      openAround(frame);
      follow();
    }
    const target = named(hash);
    if (!target) return;
    const block = target.closest(".fb-cause");
    if (blocks.includes(block)) choose(block);
    const question = target.closest(".fb-question");
    openAround(target);
    if (question) question.classList.add("fb-chosen");
    if (block || question || target.closest("details")) target.scrollIntoView();
  };

  if (questions.length) ask();
  choose(first, false);
  addEventListener("hashchange", go);
  go();
})();
