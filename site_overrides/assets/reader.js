/* A page's tools for its reader: folded programs and outputs when they are opened, which rows fit the versions that were
   pasted, the page as Markdown, an issue with those versions. Nothing is sent. Every word that is shown stands in templates
   (templates/reader.html), in the page or put in by the script before this one. */
(() => {
  const KEY = "faultbook-environment"; // in the tab's own store
  const PAUSE = 150; // milliseconds without a key until a paste is read
  const MAX_LINK = 7800; // characters: hosts refuse addresses above 8,192
  const SHOWN = ["torch", "jax", "jaxlib", "tensorflow", "tensorflow-cpu", "triton", "cupy", "cudnn", "nccl", "torch-cuda",
    "nvcc", "driver-cuda", "nvidia-driver", "python"]; // said by name; of other packages, those that a row speaks of

  // --- what is kept ----------------------------------------------------------------------------

  const attempt = (action) => {
    try {
      return action();
    } catch {
      return null; // a browser may refuse to keep things: then a paste counts for this page alone
    }
  };
  let environment = attempt(() => JSON.parse(sessionStorage.getItem(KEY)));
  const remember = (found) => {
    environment = found;
    dispatchEvent(new CustomEvent(KEY, { detail: found })); // for the cards of the look-up
    attempt(() => (found ? sessionStorage.setItem(KEY, JSON.stringify(found)) : sessionStorage.removeItem(KEY)));
  };

  // --- the page as Markdown --------------------------------------------------------------------

  const textAt = async (address) => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return answer.text();
  };

  /* The text is promised to the clipboard within the click: Safari allows it only then. */
  const copy = async (promised) => {
    if (!globalThis.ClipboardItem) return navigator.clipboard.writeText(await promised);
    const file = promised.then((text) => new Blob([text], { type: "text/plain" }));
    file.catch(() => {}); // the clipboard tells of it
    return navigator.clipboard.write([new ClipboardItem({ "text/plain": file })]);
  };

  /* From a folder, a page may load a script and no other file. */
  let answers = null;
  const loadAnswers = () => answers ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    globalThis.faultbookAnswers = resolve;
    script.src = "answers.js";
    script.onerror = () => { answers = null; script.remove(); reject(new Error(script.src)); };
    document.head.append(script);
  });

  /* The answer for the cause that is shown. */
  const chosenAnswer = async () => {
    const shown = document.querySelector(".fb-cause.fb-chosen h3") ?? document.querySelector(".fb-causes h3");
    const answer = (await loadAnswers())[shown.id.replace(/^cause-/, "")];
    if (!answer) throw new Error(shown.id); // the script is of another build than the page
    return answer;
  };

  const copyText = async (button, promised) => {
    const [copied, failed] = button.parentElement.querySelectorAll("template");
    const status = button.parentElement.querySelector("[role=status]");
    const words = await copy(promised).then(() => copied, () => failed);
    status.textContent = words.content.textContent;
    status.classList.toggle("fb-failed", words === failed);
    setTimeout(() => { status.textContent = ""; }, 2000);
  };

  for (const button of navigator.clipboard ? document.querySelectorAll("[data-do=answer]") : []) {
    button.parentElement.classList.add("fb-ready");
    button.addEventListener("click", () => copyText(button, chosenAnswer()));
  }
  for (const button of document.querySelectorAll("[data-do=markdown]")) {
    // A page from a folder may not read the file beside it.
    if (!navigator.clipboard || location.protocol === "file:") continue;
    button.parentElement.classList.add("fb-ready");
    button.addEventListener("click", () => copyText(button, textAt(button.dataset.href)));
  }

  // --- what is folded --------------------------------------------------------------------------

  const pages = new Map();
  const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

  /* Another page of the site, fetched once. */
  const pageAt = (address) => {
    if (!pages.has(address)) {
      const page = textAt(address).then(parsed);
      page.catch(() => pages.delete(address));
      pages.set(address, page);
    }
    return pages.get(address);
  };

  /* Material gives its buttons to the code that it finds when the page is loaded. */
  let copied = 0;
  const giveButtons = (place) => {
    const given = document.querySelector("pre > .md-code__nav");
    for (const code of place.querySelectorAll("pre > code")) {
      code.tabIndex = 0; // it scrolls
      if (!given) continue;
      code.parentElement.id = `brought-${(copied += 1)}`;
      const buttons = given.cloneNode(true);
      for (const button of buttons.querySelectorAll("[data-clipboard-target]")) {
        button.dataset.clipboardTarget = `#${code.parentElement.id} > code`;
      }
      code.before(buttons);
    }
  };

  /* Puts a part of another page in place of the link to it. A part may be asked for in two places: each gets its own. */
  const put = (page, place, link) => {
    const address = new URL(link.href);
    const part = page.querySelector(`[data-part="${decodeURIComponent(address.hash.slice(1))}"]`);
    if (!part || !place.contains(link)) return;
    const own = document.importNode(part, true);
    for (const inner of own.querySelectorAll("a[href]")) inner.href = new URL(inner.getAttribute("href"), address);
    for (const named of own.querySelectorAll("[id]")) named.removeAttribute("id"); // it is the other page's name for it
    place.dataset.part = part.dataset.part;
    link.parentElement.replaceWith(...[...own.childNodes].filter(({ nodeName }) => nodeName !== "SUMMARY"));
    giveButtons(place);
  };

  const pageOf = ({ origin, pathname }) => origin + pathname;

  /* The link stays where its page cannot be read. */
  const bring = async (place, link) => put(await pageAt(pageOf(link)), place, link);

  for (const link of location.protocol === "file:" ? [] : document.querySelectorAll(".fb-elsewhere > a")) {
    const place = link.closest("details");
    const ask = () => place.open && bring(place, link).catch(() => {});
    place.addEventListener("toggle", ask);
    ask(); // opened before there was somebody to ask
  }

  // Paper has the texts of a page: what claims found is put in while the printing waits, which no promise can make it do.
  addEventListener("beforeprint", () => {
    const links = [...document.querySelectorAll(".fb-words > .fb-elsewhere > a")];
    if (!links.length || location.protocol === "file:") return;
    try {
      const ask = new XMLHttpRequest();
      ask.open("GET", pageOf(links[0]), false);
      ask.send();
      const page = parsed(ask.status === 200 ? ask.responseText : "");
      for (const link of links) put(page, link.closest("details"), link);
    } catch {
      // Without a network, the link says where it is.
    }
  });

  // Who is led to a claim comes for what was found.
  const openFinding = () => {
    const target = [...document.querySelectorAll(".fb-claim > h3")].find(({ id }) => location.hash === `#${id}`);
    const finding = target?.parentElement.querySelector(":scope > .fb-words");
    if (finding) finding.open = true;
  };
  addEventListener("hashchange", openFinding);
  openFinding();

  // --- what was pasted, in words ---------------------------------------------------------------

  const box = document.querySelector("details.fb-mine");
  if (!box) return;
  const names = box.querySelector("template[data-part=names]");
  if (!names) return box.remove(); // the script that fills it has not come
  const words = JSON.parse(names.content.textContent);
  const field = box.querySelector("textarea");
  const answer = box.querySelector("[data-answer]");
  const forget = box.querySelector("[data-do=forget]");
  const items = [...document.querySelectorAll("[data-fits]")].map((node) => ({ node, ...JSON.parse(node.dataset.fits) }));

  const stamp = (name, values = {}) => {
    const node = box.querySelector(`template[data-part="${name}"]`).content.firstElementChild.cloneNode(true);
    for (const part of [node, ...node.querySelectorAll("*")]) {
      for (const text of part.childNodes) {
        if (text.nodeType === 3) text.data = text.data.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
      }
    }
    return node;
  };

  const named = (name) => words[name] ?? name;
  const inBrackets = (text) => words.open.replace("{}", text);

  const cards = ({ gpus }) => [...new Set(gpus.map(({ name, capability }) =>
    name + (capability ? inBrackets(`${words.capability} ${capability}`) : "")))];

  /* What is told, each as "name version", and how many other packages. */
  const told = (found) => {
    const spoken = new Set(items.flatMap((item) => [item.package, ...Object.keys(item.versions ?? {})]));
    const isShown = (name) => SHOWN.includes(name) || spoken.has(name) || /^(?:cupy|nvidia-cudnn|nvidia-nccl)/.test(name);
    const rank = (name) => (SHOWN.includes(name) ? SHOWN.indexOf(name) : SHOWN.length);
    const names = Object.keys(found.versions).filter(isShown).sort((a, b) => rank(a) - rank(b));
    const parts = names.map((name) => `${named(name)} ${found.versions[name]}`);
    if (found.build && !found.versions["torch-cuda"]) parts.push(`${named("torch-cuda")}${words.colon}${named(found.build)}`);
    parts.push(...cards(found), ...found.absent.map((name) => words[`no ${name}`]), ...(found.os ? [found.os] : []));
    return { told: parts.join(words.separator), n: Object.keys(found.versions).length - names.length };
  };

  /* In English in every language, as `faultbook env` is: for those who read the issue. */
  const asLines = ({ versions, gpus, os, build }) => [
    ...gpus.map(({ name, capability }) => `GPU: ${name}${capability ? `, compute capability ${capability}` : ""}`),
    ...(os ? [`OS: ${os}`] : []), ...(build ? [`PyTorch build: ${build}`] : []),
    ...Object.entries(versions).map((pair) => pair.join(" ")),
  ];

  // --- marks on the page -----------------------------------------------------------------------

  const place = (node) => node.querySelector("td") ?? node;

  const mark = ({ node }, how) => {
    node.classList.add("fb-fits");
    place(node).append(stamp(`mark-${how}`));
  };

  const unmark = () => {
    for (const node of document.querySelectorAll(".fb-yours")) node.remove();
    for (const node of document.querySelectorAll(".fb-fits")) node.classList.remove("fb-fits");
  };

  /* What a row of the table says in its last cell, without the link to its source. */
  const noteOf = (row) => [...row.lastElementChild.childNodes].filter(({ nodeName }) => nodeName !== "A")
    .map(({ textContent }) => textContent).join("").trim();

  const clipped = (text) => (text.length > 70 ? `${text.slice(0, 69)}…` : text);

  const line = (item, found, number) => {
    const name = item.name && found.how !== "nearest" ? item.name : named(found.name);
    const says = found.how === "stated" ? item.says + words.colon + noteOf(item.node) : item.says;
    const text = clipped(item.node.querySelector("code")?.textContent ?? "");
    const node = stamp(found.how, { ...item, ...found, name, says, text });
    item.node.id ||= `fits-${number}`;
    node.querySelector("a").href = `#${item.node.id}`;
    if (found.differs?.length) {
      const parts = found.differs.map(({ name, yours, tested }) =>
        stamp("difference", { name: named(name), yours: named(yours), tested: named(tested) }).textContent);
      node.append(" ", inBrackets(stamp("differs", { differs: parts.join(words.separator) }).textContent));
    }
    return node;
  };

  const summary = ({ versions, gpus }) => {
    const name = ["torch", "tensorflow", "jax", ...Object.keys(versions)].find((one) => versions[one]);
    return [name && `${named(name)} ${versions[name]}`, gpus[0]?.name].filter(Boolean).join(words.separator);
  };

  const show = (found) => {
    unmark();
    const sum = found && told(found);
    const nodes = found ? [stamp(sum.n ? "told-more" : "told", sum)] : [];
    const hits = found ? globalThis.faultbookEnvironment.fit(found, items) : [];
    const lines = hits.flatMap((hit, at) => {
      if (!hit) return [];
      mark(items[at], hit.how);
      return [line(items[at], hit, at)];
    });
    if (lines.length) {
      const list = document.createElement("ul");
      list.append(...lines);
      nodes.push(stamp("fits"), list);
    } else if (found) {
      nodes.push(stamp(items.length || !box.querySelector("[data-part=fits]") ? "none" : "fits"));
    }
    if (!found && field.value.trim()) nodes.push(stamp("nothing"));
    answer.replaceChildren(...nodes);
    box.querySelector("[data-told]").textContent = found ? summary(found) : "";
    forget.hidden = !found;
    offer(found);
  };

  // --- an issue with what was pasted -----------------------------------------------------------

  const links = document.querySelectorAll(".fb-feedback__mine");

  const offer = (found) => {
    for (const link of links) link.classList.toggle("fb-ready", Boolean(found));
  };

  /* The address is made when the link is followed, of as many lines as it has room for. */
  const fillIn = (link) => {
    const plain = link.parentElement.querySelector("[data-feedback]").href;
    const lines = asLines(environment);
    const filled = () => plain.replace(link.dataset.hole, encodeURIComponent(lines.join("\n")));
    while (filled().length > MAX_LINK) lines.pop();
    link.href = filled();
  };

  for (const link of links) {
    for (const kind of ["click", "auxclick"]) link.addEventListener(kind, () => fillIn(link), true);
  }

  // --- the box ---------------------------------------------------------------------------------

  let loading = null;
  const load = () => (loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${box.dataset.root}assets/environment.js`;
    script.onload = resolve;
    script.onerror = () => { loading = null; reject(new Error(script.src)); };
    document.head.append(script);
  }));

  const readPaste = async () => {
    await load();
    const text = field.value;
    if (text.trim()) remember(globalThis.faultbookEnvironment.parse(text));
    show(environment);
  };

  let timer = 0;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(readPaste, PAUSE);
  });
  box.addEventListener("toggle", () => box.open && load().catch(() => {}));
  forget.addEventListener("click", () => {
    field.value = "";
    remember(null);
    show(null);
    field.focus();
  });
  if (environment) load().then(() => show(environment));
})();
