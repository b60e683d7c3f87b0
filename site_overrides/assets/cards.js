/* What the card of an entry says first: the cause that the text shows, or the question that tells the causes apart; what
   to type, and what it costs. find.js loads it with the matcher; every word that it shows stands in find_box.html. */
globalThis.faultbookAdvice = ({ stamp, mark, entryPage }) => {
  const [MIB, GIB] = [2 ** 20, 2 ** 30];
  const GAP = 300; // characters that a * stands for at most, as in matcher.js
  const NOTHING_READ = { shown: [], excluded: [], numbers: {}, other: null };

  // --- numbers of the message ------------------------------------------------------------------

  /* As messages print it. What is a MiB or more has a unit: such numbers are bytes. */
  const amount = (value) => {
    const [size, unit] = value >= GIB ? [GIB, "GiB"] : [MIB, "MiB"];
    return value >= size ? `${(value / size).toFixed(2)} ${unit}` : String(value);
  };

  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

  /* The words of the message around a number, as the message has them. */
  const wordsAround = (patterns, message) => {
    for (const pattern of patterns) {
      const source = pattern.split(/(\*|<number>|\s+)/).map((piece) => {
        if (piece === "*") return `[^]{0,${GAP}}?`;
        if (piece === "<number>") return "[\\d.,]+(?:\\s*(?:[KMGT]i?B|bytes))?";
        return /^\s+$/.test(piece) ? "\\s*" : escaped(piece);
      }).join("");
      const found = new RegExp(source, "i").exec(message);
      if (found) return found[0].replace(/\s+/g, " ").replace(/^[\s;,.]+|[\s;,.]+$/g, "");
    }
    return null;
  };

  const barOf = (bar, numbers, other) => {
    const read = bar?.parts.filter(({ number }) => number in numbers) ?? [];
    if (!read.length || !(numbers[bar.whole] > 0)) return [];
    const parts = read.map(({ number, label }) => ({ label, size: numbers[number] }));
    if (other) parts.push({ label: stamp("process", other).textContent, size: other.bytes });
    const sum = parts.reduce((before, { size }) => before + size, 0);
    const whole = Math.max(numbers[bar.whole], sum);
    if (parts.length > 1 && whole - sum > whole / 100) parts.push({ label: stamp("rest").textContent, size: whole - sum, name: "rest" });
    const drawn = parts.map(({ size, name }, place) => {
      const part = stamp("bar-part");
      part.dataset.part = name ?? place + 1;
      part.style.width = `${(100 * size) / whole}%`;
      return part;
    });
    const legend = parts.map(({ size, label, name }, place) => {
      const item = stamp("bar-label", { label, size: amount(size) });
      item.dataset.part = name ?? place + 1;
      return item;
    });
    return [stamp("bar", { drawn, legend, whole: amount(numbers[bar.whole]) })];
  };

  const whose = (process) => `ps -o user,etime,cmd -p ${process}`;

  /* Another process that holds more of the GPU, and what shows whose it is. */
  const otherOf = (other) => {
    if (!other) return [];
    const { process, bytes } = other;
    return [stamp("other", { process, size: amount(bytes), block: block({ code: whose(process) }) })];
  };

  const numbersOf = ({ bar }, patterns, { numbers, other }, message) => {
    const drawn = barOf(bar, numbers, other);
    const inBar = new Set(drawn.length ? [bar.whole, ...bar.parts.map(({ number }) => number)] : []);
    const told = Object.keys(numbers).filter((name) => !inBar.has(name))
      .map((name) => wordsAround(patterns[name] ?? [], message));
    if (other) told.unshift(wordsAround([`Process ${other.process} has <number> memory in use`], message) ?? "");
    const items = [...new Set(told.filter(Boolean))].map((text) => stamp("told", { text }));
    return [...items.length ? [stamp("numbers", { items })] : [], ...drawn];
  };

  // --- what to do ------------------------------------------------------------------------------

  const block = ({ code, label }) => {
    const exact = code.replace(/^\n+|\n+$/g, "");
    const node = stamp("block", { code: exact, label });
    node.querySelector("button").dataset.clipboardText = exact;
    return node;
  };

  /* What to type. Where the message names the process, nothing needs to look for it. */
  const typed = ({ do: steps }, process) => (process ? steps.filter(({ code }) => !code.includes("--query-compute-apps"))
    .map((one) => ({ ...one, code: one.code.replace(/\bPID\b/g, process) })) : steps);

  const step = (given, process) => stamp("step", {
    ...given, text: given.do.length ? null : given.text, blocks: typed(given, process).map(block), grade: mark(`grade-${given.grade}`),
  });

  /* A cause with its first step; `heading`: the part that says it, `link`: where the rest stands. */
  const causeNode = ({ title, steps, recovery, id }, heading, link, numbers = [], other = null) => stamp("cause", {
    heading: [stamp(heading, { title }), ...otherOf(other)], numbers,
    step: steps.length ? step(steps[0], other?.process) : stamp("unfixed"),
    recovery: mark(`recovery-${recovery}`), restart: recovery !== "none", link, id,
  });

  // --- asking ----------------------------------------------------------------------------------

  /* A question; what an answer leads to appears below it. `names`: the parts for its first words. */
  const question = (card, { ask, run, answers }, excluded, name = "asked") => {
    const node = stamp("question", { heading: stamp(name, { ask }), run: run ? block(run) : null });
    const [list, led] = [node.querySelector("ul"), node.querySelector("[data-led]")];
    for (const answer of answers.filter(({ cause }) => !excluded.includes(cause))) {
      const item = stamp("answer", { text: answer.text });
      const button = item.querySelector("button");
      button.addEventListener("click", () => {
        for (const other of list.querySelectorAll("button")) other.ariaPressed = String(other === button);
        led.replaceChildren(...leadTo(card, answer, excluded));
      });
      list.append(item);
    }
    return node;
  };

  const leadTo = (card, { cause: wanted, question: next, entry }, excluded) => {
    const following = card.questions.find(({ id }) => id === next);
    if (following) return [question(card, following, excluded, "asked-next")];
    if (entry) return [stamp("elsewhere", { link: entryPage(entry), entry })];
    const cause = card.causes.find(({ id }) => id === wanted);
    return cause ? [causeNode(cause, "cause-chosen", `${entryPage(card.id)}#cause-${cause.id}`)] : [];
  };

  const undecided = (card, { shown, excluded }) => {
    if (card.causes.length && excluded.length === card.causes.length) return [stamp("contradicted")];
    if (shown.length) {
      const several = card.causes.filter(({ id }) => shown.includes(id));
      const answers = several.map(({ telltale, id }) => ({ text: telltale, cause: id }));
      return [question(card, { answers }, excluded, "asked-several")];
    }
    return card.questions.length ? [question(card, card.questions[0], excluded)] : [stamp("cause-open", { title: card.title })];
  };

  /* The first nodes of an entry's card. `card` is what cards-<locale>-<n>.js has of it, with its id. */
  const advice = (card, given, patterns, message, link) => {
    const reading = given ?? NOTHING_READ;
    const { causes } = card;
    const shown = causes.filter(({ id }) => reading.shown.includes(id));
    const sole = causes.length === 1 && !reading.excluded.length ? causes[0] : null;
    const numbers = numbersOf(card, patterns, reading, message);
    const { other } = reading;
    if (shown.length === 1) return [causeNode(shown[0], "cause-shown", link, numbers, other)];
    if (sole) return [causeNode(sole, "cause-sole", link, numbers, other)];
    return [...otherOf(other), ...undecided(card, reading), ...numbers, stamp("read-on", { link })];
  };

  /* An entry to choose: with what gives its first cause away, and what to do then. */
  const choice = (card) => {
    const [cause] = card.causes;
    const [first] = cause?.steps ?? [];
    return stamp("choice", { title: card.title, link: entryPage(card.id), telltale: cause?.telltale, step: first?.title });
  };

  return { advice, choice };
};
