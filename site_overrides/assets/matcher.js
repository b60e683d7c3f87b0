// A pasted text → the entry or status code it shows, and which of the entry's causes. The twin of faultbook/normalize.py,
// signatures.py, numbers.py, near.py, phrases.py, conditions.py, readings.py, holders.py, causes.py, anchors.py,
// targets.py and matcher.py: the same steps in the same order, so that both give the same answer to every text
// (tests/test_matcher.py compares them). One classic script, so that it also works from file://, and pages load it in one request.
(function (root) {
  "use strict";

  // --- normalize.py ---------------------------------------------------------------------------

  const ENTITY = /&(?:amp|lt|gt|quot|nbsp|#39|#x27|#34);/g;
  const ENTITIES = {
    "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "'", "&nbsp;": " ", "&#39;": "'", "&#x27;": "'", "&#34;": "'",
  };
  const ESCAPE = /\x1b(?:\[[0-?]*[ -/]*[@-~]?|\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[ -/]*[0-Z\\^-~]?)/g;
  const ESCAPE_C1 = /\x9b[0-?]*[ -/]*[@-~]?/g;
  const ESCAPE_WRITTEN = /\\(?:x1[bB]|u001[bB]|033|e)\[[0-9;]*[A-Za-z]/g;
  const ESCAPE_CARET = /\^\[\[[0-9;]*[A-Za-z]/g;
  const ESCAPE_SYMBOL = /\u241b\[[0-9;]*[A-Za-z]/g;
  const ESCAPE_LOST = /\[[0-9;]{1,12}m/g;
  const CONTROL = /[\x00-\x09\x0b-\x1f\x7f]/g;
  const NOT_ASCII = /[^\x00-\x7f]/g;
  const WRITTEN_OUT = new RegExp(
    "((?:\\\\{1,2}(?![nrt](?![a-z_])|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})" +
    "(?:[A-Za-z0-9_~()+@%$&-]|[^\\x00-\\x7f]|\\.(?!(?:pyd?|cpp|cuh?|hpp|[ch]|dll|exe)\\\\{1,2}[nrt]))+)+)" +
    "|\\\\(?:r\\\\n|n|r|t|'|\"|u0027|u0022)", "g");
  const ESCAPED = /\\(?:r\\n|n|r|t)/g;
  const FOLDER = /\\{1,2}[^nrt\\]/;
  const DRIVE = /^(?:|[^A-Za-z0-9_])[A-Za-z]:$/;
  const EMPHASIS = /\*\*+_?|_\*\*+/g;
  const PROCESS = new RegExp(
    "^(?:\\[(?:rank|Rank|RANK) ?[0-9]{1,5}\\]:? ?" +
    "|\\[(?:default)?[0-9]{1,5}\\]: ?" +
    "|\\[[0-9]{1,5},[0-9]{1,5}\\]<std(?:out|err)>: ?" +
    "|\\((?:[A-Za-z0-9_.:-]{1,60} )?pid=[0-9]{1,10}(?:, ?[a-z]{1,10}=[^ ()]{0,60})*\\) ?" +
    "|[0-9]{1,4}: )");
  const PREFIX = new RegExp(
    "^(?:\\[?[0-9]{4}[-/][0-9]{2}[-/][0-9]{2}[ T][0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.,][0-9]{1,9})?" +
    "(?:Z|[+-][0-9]{2}:?[0-9]{2})?\\]?:? ?" +
    "|\\[ ?[0-9]{1,8}\\.[0-9]{1,9}\\] ?" +
    "|[A-Z][a-z]{2} [0-9]{1,2} [0-9]{2}:[0-9]{2}:[0-9]{2} [A-Za-z0-9_.-]{1,64} " +
    "|[A-Za-z0-9_.-]{1,64} \\| " +
    "|\\| " +
    "|> ?)");
  const MAX_PREFIXES = 6;

  const CHARACTERS = new Map();
  (function fill() {
    const each = (codes, kept) => codes.forEach((code) => CHARACTERS.set(String.fromCharCode(code), kept));
    const range = (first, end) => Array.from({length: end - first}, (_, index) => first + index);
    each([0x85, 0x2028, 0x2029], "\n");
    each([0x2026], "...");
    each([...range(0x80, 0x85), ...range(0x86, 0xa1), 0x1680, ...range(0x2000, 0x200b), 0x202f, 0x205f, 0x3000], " ");
    each([0xad, ...range(0x200b, 0x2010), ...range(0x202a, 0x202f), ...range(0x2060, 0x2070), 0xfeff], "");
    each([0xb4, 0xab, 0xbb, ...range(0x2018, 0x2020), 0x2032, 0x2033, 0x2039, 0x203a,
      ...range(0x300c, 0x3010)], "'");
    each([...range(0x2010, 0x2016), 0x2212], "-");
    const others = {0x3001: ",", 0x3002: ".", 0x3010: "[", 0x3011: "]", 0x3008: "<", 0x3009: ">", 0xd7: "x"};
    for (const code of Object.keys(others)) CHARACTERS.set(String.fromCharCode(Number(code)), others[code]);
  })();

  function character(odd) {
    const known = CHARACTERS.get(odd);
    if (known !== undefined) return known;
    const code = odd.charCodeAt(0);
    let kept = odd;
    if (code >= 0xd800 && code <= 0xdfff) kept = " ";
    else if (code >= 0xff01 && code <= 0xff5e) kept = String.fromCharCode(code - 0xfee0);
    else if (code >= 0x2500 && code <= 0x259f) kept = " ";
    CHARACTERS.set(odd, kept);
    return kept;
  }

  function lower(text) {
    return text.replace(/[A-Z]+/g, (found) => found.toLowerCase());
  }

  function fold(text) {
    if (text.includes("\r")) text = text.replace(/\r\n?/g, "\n");
    if (text.includes("&")) text = text.replace(ENTITY, (found) => ENTITIES[found]);
    text = withoutEscapes(text).replace(NOT_ASCII, character).replace(CONTROL, " ");
    if (text.includes("\\")) text = text.replace(WRITTEN_OUT, readBackslashes);
    if (text.includes("**")) text = text.replace(EMPHASIS, " ");
    return text.replace(/["`]/g, "'");
  }

  function withoutEscapes(text) {
    if (text.includes("\x1b")) text = text.replace(ESCAPE, "");
    text = text.replace(ESCAPE_C1, "").replace(ESCAPE_SYMBOL, "");
    if (text.includes("\\")) text = text.replace(ESCAPE_WRITTEN, "");
    return text.replace(ESCAPE_CARET, "").replace(ESCAPE_LOST, "");
  }

  function readBackslashes(written, path, start, text) {
    if (path === undefined) return readEscape(written);
    if (FOLDER.test(written) || DRIVE.test(text.slice(Math.max(0, start - 3), start))) return written;
    return written.replace(ESCAPED, readEscape);
  }

  function readEscape(written) {
    if (written[1] === "n" || written[1] === "r") return "\n";
    return written[1] === "t" ? " " : "'";
  }

  function clean(text) {
    const groups = new Map();
    let process = "";
    for (const raw of fold(text).replace(/  +/g, " ").split("\n")) {
      const [bare, named] = withoutPrefixes(trimmed(raw));
      const line = bare.startsWith("_") && bare.endsWith("_") && bare.includes(" ") ? without(without(bare, "_"), " ") : bare;
      process = named || process;
      if (!line) continue;
      if (groups.has(process)) groups.get(process).push(line);
      else groups.set(process, [line]);
    }
    return [...groups.values()].flat();
  }

  function without(line, character) {
    let [start, end] = [0, line.length];
    while (start < end && line[start] === character) start++;
    while (start < end && line[end - 1] === character) end--;
    return line.slice(start, end);
  }

  function trimmed(line) {
    const start = line.startsWith(" ") ? 1 : 0;
    const end = line.endsWith(" ") ? line.length - 1 : line.length;
    const inner = line.slice(start, Math.max(start, end));
    return inner.endsWith(" |") ? inner.slice(0, -2) : inner;
  }

  function mayHavePrefix(line) {
    return "[(|>0123456789".includes(line[0]) || line[3] === " " || line.slice(0, 67).includes(" | ");
  }

  function withoutPrefixes(line) {
    let process = "";
    for (let turn = 0; turn < MAX_PREFIXES && line && mayHavePrefix(line); turn++) {
      let found = PREFIX.exec(line);
      if (!found) {
        found = PROCESS.exec(line);
        if (!found) break;
        process += found[0];
      }
      line = line.slice(found[0].length);
    }
    return [line, process];
  }

  // --- signatures.py --------------------------------------------------------------------------

  const GAP = 300;
  const MAX_SPANS = 4096;

  function isWord(code) {
    return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95;
  }

  class Compact {
    constructor(text) {
      this.lines = clean(text);
      this.text = lower(this.lines.join("").split(" ").join(""));
      this._starts = null;
      this._ends = new Map();
    }

    _measure() {
      this._starts = [0];
      let place = 0;
      for (const line of this.lines) this._starts.push(place += line.split(" ").join("").length);
    }

    _wordEnds(line) {
      if (!this._ends.has(line)) {
        let place = this._starts[line];
        this._ends.set(line, new Set((this.lines[line] || "").split(" ").map((word) => place += word.length)));
      }
      return this._ends.get(line);
    }

    lineAt(position) {
      if (!this._starts) this._measure();
      let low = 0;
      let high = this._starts.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (position < this._starts[middle]) high = middle;
        else low = middle + 1;
      }
      return low - 1;
    }

    lineStart(line) {
      if (!this._starts) this._measure();
      return this._starts[line];
    }

    isInsideWord(position) {
      const text = this.text;
      if (!(position > 0 && position < text.length)) return false;
      if (!isWord(text.charCodeAt(position - 1)) || !isWord(text.charCodeAt(position))) return false;
      return this.isJoined(position);
    }

    isJoined(position) {
      const line = this.lineAt(position);
      return position !== this._starts[line] && !this._wordEnds(line).has(position);
    }
  }

  class Signature {
    constructor(text) {
      const stripped = withoutSpaceAround(text);
      this.pieces = stripped.split("*").map(compacted).filter(Boolean);
      this.openStart = stripped.startsWith("*");
      this.openEnd = stripped.endsWith("*");
      this.weight = this.pieces.reduce((sum, piece) => sum + piece.length, 0);
    }

    spans(compact) {
      if (!this.pieces.length) return [];
      const text = compact.text;
      const first = this.pieces[0];
      let chains = [];
      let position = text.indexOf(first);
      for (let count = 0; count < MAX_SPANS && position >= 0; count++) {
        if (this.openStart || !compact.isInsideWord(position)) chains.push([position, position + first.length]);
        position = text.indexOf(first, position + 1);
      }
      for (const piece of this.pieces.slice(1)) chains = continued(text, piece, chains);
      return chains.filter(([, end]) => this.openEnd || !compact.isInsideWord(end));
    }
  }

  function withoutSpaceAround(text) {
    let start = 0;
    let end = text.length;
    while (start < end && " \t\r\n".includes(text[start])) start += 1;
    while (end > start && " \t\r\n".includes(text[end - 1])) end -= 1;
    return text.slice(start, end);
  }

  function compacted(piece) {
    return lower(fold(piece).split("\n").join("").split(" ").join(""));
  }

  // `indexOf` knows no end: it would search all of a long text for what must stand near.
  function indexWithin(text, piece, position, limit) {
    const found = text.slice(position, limit + piece.length).indexOf(piece);
    return found < 0 ? -1 : position + found;
  }

  function continued(text, piece, chains) {
    const found = [];
    let position = 0;
    for (let index = 0; index < chains.length; index++) {
      const end = chains[index][1];
      position = Math.max(position, end);
      let limit = end + GAP;
      if (index + 1 < chains.length) limit = Math.min(limit, chains[index + 1][1] - 1);
      while (position <= limit && found.length < MAX_SPANS) {
        position = indexWithin(text, piece, position, limit);
        if (position < 0) {
          position = limit + 1;
          break;
        }
        found.push([chains[index][0], position + piece.length]);
        position += 1;
      }
    }
    return found;
  }

  // --- numbers.py -----------------------------------------------------------------------------

  const MAX_QUESTION = 60;
  const MAX_DIGITS = 5;
  const PARTS = /[a-z]+|[0-9]+|[^\x00-\x7f]+/g;
  const FILLERS = new Set(["error", "err", "code", "status", "number", "no", "cuda", "gpu", "nvidia",
    "错误", "错误码", "错误代码", "报错", "代码", "是什么", "什么意思", "怎么办", "状态码"]);
  const XID = /(?:^|[^A-Za-z0-9_])X(?:id|ID)(?: ?\([A-Za-z0-9:.]{1,24}\))?[ :=#]{0,3}([0-9]{1,3})(?![A-Za-z0-9_])/g;
  const CALL = /(?:^|[^A-Za-z0-9_])(cuda|cu)(?!Blas|Dnn|Fft|Rand|Solver|Sparse|Tensor)[A-Z][a-z][A-Za-z0-9_]+/;
  const RETURNED = new RegExp(
    "(?:[Ee]rr(?:or)?|ERR(?:OR)?|[Cc]ode|[Ss]tatus|[Rr]eturn value)[^A-Za-z0-9]{0,4}"
    + "(?:(?:code|status|number|no|with|is|was|value)[^A-Za-z0-9]{1,3}){0,2}([0-9]{1,3})(?![0-9A-Za-z_]|[.][0-9])"
    + "|(?:returned|returns|failed|failed with)[^A-Za-z0-9]{1,4}([0-9]{2,3})(?![0-9A-Za-z_]| ?[A-Za-z%]|[.][0-9])"
    + "|\\(\\)[ :=]{0,4}([0-9]{1,3})$");
  const NAMED = new RegExp(
    "(?:^|[^A-Za-z0-9_])(?:CUDA|[Cc]uda)(?: [Dd]river| [Rr]untime| API)?[ _-]?"
    + "(?:[Ee]rr(?:or)?|ERR(?:OR)?|[Ff]ailure)(?:[ _][Cc]ode)?[ :=(#]{1,3}"
    + "([0-9]{1,3})(?![0-9A-Za-z_]|[.][0-9])");
  const MAX_CALL = 1000;
  const GPU_WORDS = ["gpu", "nvidia", "nvrm", "cuda", "nccl", "dmesg", "pci", "显卡"];
  const LIBRARY_WORDS = new Map([["driver", "cuda-driver"], ["runtime", "cuda-runtime"]]);
  const isDigit = (letter) => letter >= "0" && letter <= "9";

  class NumberIndex {
    constructor(codes) {
      this.byNumber = new Map();
      this.library = new Map();
      this.ever = new Map();
      // A deprecated spelling has its old number for itself, and shares the new one with the current spelling.
      for (const code of [...codes].sort((a, b) => Boolean(a.alias_of) - Boolean(b.alias_of))) {
        this.library.set(code.name, code.library);
        for (const given of code.numbers) {
          const key = `${code.library} ${given.number}`;
          if (code.alias_of && this.ever.has(key)) continue;
          add(this.byNumber, given.number, code.name);
          add(this.ever, key, code.name);
        }
      }
      this.libraries = new Set(this.library.values());
    }

    read(library, text, place, after) {
      let end = place;
      while (end < text.length && end - place <= MAX_DIGITS && isDigit(text[end])) end += 1;
      if (!(place < end && end <= place + MAX_DIGITS) || !text.startsWith(after, end)) return null;
      const number = Number(text.slice(place, end));
      const names = (number && this.ever.get(`${library} ${number}`)) || []; // 0 is success: another number of the line
      return names.length === 1 ? [names[0], end + after.length] : null;
    }

    asked(lines) {
      if (lines.length !== 1 || lines[0].length > MAX_QUESTION) return null;
      const parts = lower(lines[0]).match(PARTS) || [];
      const digits = parts.filter((part) => isDigit(part[0]) && part.length <= MAX_DIGITS);
      const words = parts.filter((part) => !digits.includes(part));
      const isLibrary = (word) => LIBRARY_WORDS.has(word) || this.libraries.has(word);
      if (digits.length !== 1 || !words.every((word) => FILLERS.has(word) || isLibrary(word))) return null;
      const number = Number(digits[0]);
      const wanted = words.filter(isLibrary).map((word) => LIBRARY_WORDS.get(word) || word);
      const found = (this.byNumber.get(number) || []).filter(
        (name) => !wanted.length || wanted.includes(this.library.get(name)));
      return found.length ? [number, found, wanted.length > 0] : null;
    }

    mentioned(lines) {
      for (const line of lines) {
        for (const found of line.matchAll(XID)) {
          const names = this.ever.get(`xid ${Number(found[1])}`);
          if (names) return [names[0], line];
        }
      }
      return null;
    }

    returned(line) {
      const read = line.slice(0, MAX_CALL);
      const call = CALL.exec(read);
      const found = (call && RETURNED.exec(read)) || NAMED.exec(read);
      if (!found || line.includes("exit")) return null;
      const library = call && call[1] === "cu" ? "cuda-driver" : "cuda-runtime";
      const number = Number(found[1] || found[2] || found[3]);
      const names = (number && this.ever.get(`${library} ${number}`)) || [];
      return names.length === 1 ? names[0] : null;
    }
  }

  function speaksOfXids(text) {
    return text.includes("xid") && GPU_WORDS.some((word) => text.includes(word));
  }

  function add(table, key, name) {
    const names = table.get(key);
    if (!names) table.set(key, [name]);
    else if (!names.includes(name)) names.push(name);
  }

  // --- lines.py -------------------------------------------------------------------------------

  const MAX_READ = 1000;
  const LINE_WORD = /[a-z0-9_]+/g;

  class LineIndex {
    constructor(entries, codes) {
      const rules = (kind, items, name) => [...items].flatMap((item) => (
        (item.lines || []).map((groups) => lineRule(kind, item[name], groups))));
      this.rules = [...rules("entry", entries, "id"), ...rules("code", codes, "name")];
      this.filed = new Map();
      this.rules.forEach(({wanted}, number) => {
        for (const {text} of wanted[0] || []) {
          let longest = "";
          for (const word of text.match(LINE_WORD) || []) if (word.length > longest.length) longest = word;
          if (!this.filed.has(longest)) this.filed.set(longest, []);
          this.filed.get(longest).push(number);
        }
      });
    }

    find(line) {
      const read = `^${lower(line.slice(0, MAX_READ))}$`;
      const numbers = new Set((read.match(LINE_WORD) || []).flatMap((word) => this.filed.get(word) || []));
      let best = null;
      for (const number of [...numbers].sort((a, b) => a - b)) {
        const {kind, id} = this.rules[number];
        const weight = weightIn(read, this.rules[number]);
        if (weight > (best ? best.weight : 0)) best = {kind, id, weight};
      }
      return best;
    }
  }

  function lineRule(kind, id, groups) {
    const isUnwanted = (group) => group.startsWith("!");
    return {
      kind, id,
      wanted: groups.filter((group) => !isUnwanted(group)).map((group) => group.split("|").map(lineWords)),
      unwanted: groups.filter(isUnwanted).flatMap((group) => group.slice(1).split("|").map(lineWords)),
    };
  }

  function lineWords(written) {
    let text = lower(fold(written));
    while (text.startsWith(" ")) text = text.slice(1);
    while (text.endsWith(" ")) text = text.slice(0, -1);
    const [openStart, openEnd] = [text.startsWith("*"), text.endsWith("*")];
    while (text.startsWith("*")) text = text.slice(1);
    while (text.endsWith("*")) text = text.slice(0, -1);
    return {text, openStart, openEnd};
  }

  function weightIn(line, {wanted, unwanted}) {
    let total = 0;
    for (const group of wanted) {
      let longest = 0;
      for (const words of group) if (words.text.length > longest && standsIn(line, words)) longest = words.text.length;
      if (!longest) return 0;
      total += longest;
    }
    return unwanted.some((words) => standsIn(line, words)) ? 0 : total;
  }

  function standsIn(line, {text, openStart, openEnd}) {
    for (let place = line.indexOf(text); place >= 0; place = line.indexOf(text, place + 1)) {
      if ((openStart || !partsWord(line, place)) && (openEnd || !partsWord(line, place + text.length))) return true;
    }
    return false;
  }

  function partsWord(line, place) {
    return place > 0 && place < line.length && isWord(line.charCodeAt(place - 1)) && isWord(line.charCodeAt(place));
  }

  // --- near.py --------------------------------------------------------------------------------

  const MAX_NEAR = 3;
  const MAX_POSTINGS = 64;
  const MAX_WORDS = 32;
  const MAX_CANDIDATES = 64;
  const MIN_SHARE = 75;
  const MIN_WORDS = 4;
  const MIN_RARE = 2;
  const WORD = /[a-z0-9_]{3,}/g;

  class NearIndex {
    constructor(entries) {
      this.wordings = [];
      this.postings = new Map();
      for (const entry of entries) {
        for (const signature of entry.signatures) {
          const words = new Set(lower(fold(signature)).match(WORD) || []);
          for (const word of words) {
            if (!this.postings.has(word)) this.postings.set(word, []);
            this.postings.get(word).push(this.wordings.length);
          }
          this.wordings.push([entry.id, words]);
        }
      }
    }

    find(lines) {
      const words = new Set(lower(lines.join("\n")).match(WORD) || []);
      const counts = new Map();
      for (const word of this._rarest(words)) {
        for (const number of this.postings.get(word)) counts.set(number, (counts.get(number) || 0) + 1);
      }
      const several = [...counts.keys()].filter((number) => counts.get(number) >= MIN_RARE);
      const likely = several.sort((a, b) => counts.get(b) - counts.get(a) || a - b).slice(0, MAX_CANDIDATES);
      const best = new Map();
      for (const number of likely) {
        const [name, share] = this._share(number, words);
        if (share >= MIN_SHARE && (!best.has(name) || share > best.get(name)[0])) best.set(name, [share, number]);
      }
      const ranked = [...best.keys()].sort((a, b) => best.get(b)[0] - best.get(a)[0] || best.get(a)[1] - best.get(b)[1]);
      return ranked.slice(0, MAX_NEAR);
    }

    _rarest(words) {
      const count = (word) => this.postings.get(word).length;
      const known = [...words].filter((word) => this.postings.has(word) && count(word) <= MAX_POSTINGS);
      return known.sort((a, b) => count(a) - count(b) || (a < b ? -1 : 1)).slice(0, MAX_WORDS);
    }

    _share(number, words) {
      const [name, wording] = this.wordings[number];
      let total = 0;
      let shared = 0;
      let count = 0;
      for (const word of wording) {
        const weight = 32 - Math.clz32(Math.floor(this.wordings.length / this.postings.get(word).length));
        total += weight;
        if (!words.has(word)) continue;
        shared += weight;
        count += 1;
      }
      return [name, count >= MIN_WORDS ? Math.floor(shared * 100 / total) : 0];
    }
  }

  // --- phrases.py -----------------------------------------------------------------------------

  const MAX_SHORT = 100;
  const MAX_FOUND = 6;
  const MIN_NAME = 8;
  const MAX_SPARE = 3;
  const MAX_SCATTERED = new Map([[3, 3], [4, 2]]);
  const MIN_SCATTERED = new Map([[3, 2], [4, 3]]);
  const PHRASE_WORD = /[a-z0-9_]+|[\u3400-\u9fff]+/g;
  const NAME_LIKE = /[a-z]_|_[a-z]|[a-z][0-9]|[0-9][a-z]/;
  const CODE_LIKE = /[\][{}=<>|;\\]|[(]$|^[^A-Za-z0-9_\u3400-\u9fff]|^\w+(?:[.]\w+)+[(]|^(?:import|from) /;
  const AROUND = new Set([
    "a", "an", "and", "for", "in", "is", "are", "of", "on", "or", "the", "to", "with", "i", "my", "do", "does",
    "how", "what", "when", "why", "get", "getting", "got", "use", "using", "mean", "means", "please", "help",
    "error", "errors", "fix", "solve", "issue", "problem", "exception", "message", "details", "warning", "info",
    "following", "traceback", "caused", "by", "some", "like", "that", "can",
    "runtimeerror", "valueerror", "typeerror", "importerror", "oserror", "keyerror",
    "indexerror", "assertionerror", "attributeerror", "modulenotfounderror",
  ]);
  const AROUND_ZH = [
    "怎么解决", "如何解决", "什么意思", "怎么办", "是什么", "为什么", "报错", "错误", "请问", "解决", "问题", "求助",
  ];
  const NOT_PHRASED = {ids: [], exact: 0};

  class PhraseIndex {
    constructor(entries) {
      this.ids = entries.map((entry) => entry.id);
      this.phrases = [];
      this.having = new Map();
      entries.forEach((entry, number) => {
        const found = [];
        for (const [rank, text] of phrasesOf(entry)) {
          const words = wordsOf(text);
          if (words.length) found.push({rank, words: spaced(words), count: words.length});
          for (const word of words) {
            if (!this.having.has(word)) this.having.set(word, new Set());
            this.having.get(word).add(number);
          }
        }
        this.phrases.push(found);
      });
    }

    find(line) {
      if (line.length > MAX_SHORT) return NOT_PHRASED;
      const words = wordsOf(line);
      const onlyAsAWhole = CODE_LIKE.test(line.replace(/^[ ']+|[ ']+$/g, "")) || !words.some(isTelling);
      const candidates = new Set(words.flatMap((word) => [...this.having.get(word) || []]));
      const levels = [[], [], [], [], []];
      for (const number of candidates) {
        const best = this._best(number, words);
        if (best && !(onlyAsAWhole && [1, 3, 4].includes(best[0]))) levels[best[0]].push(best);
      }
      return this._chosen(levels);
    }

    _chosen(levels) {
      const chosen = [];
      for (let level = 0; level < levels.length; level++) {
        const limit = MAX_SCATTERED.get(level) || MAX_FOUND;
        const found = levels[level].sort(byItems);
        if (MAX_SCATTERED.has(level) && chosen.length) break;
        if (chosen.length + found.length > limit && level !== 0) break;
        for (const fit of found.slice(0, limit)) chosen.push(this.ids[fit[3]]);
      }
      return {ids: chosen, exact: Math.min(levels[0].length, MAX_FOUND)};
    }

    _best(number, words) {
      const whole = spaced(words);
      const fitting = [];
      for (const phrase of this.phrases[number]) {
        const level = levelOf(phrase, whole, words);
        if (level !== null) fitting.push([level, phrase.rank, Math.abs(phrase.count - words.length), number]);
      }
      if (fitting.length) return fitting.sort(byItems)[0];
      const having = (word) => this.having.has(word) && this.having.get(word).has(number);
      return new Set(words).size >= MIN_SCATTERED.get(4) && words.every(having) ? [4, 0, 0, number] : null;
    }
  }

  function levelOf(phrase, whole, words) {
    const saysEnough = words.length > 1 || isName(words[0]);
    if (phrase.words === whole && (saysEnough || phrase.rank < 3)) return 0;
    if (phrase.words.includes(whole) && saysEnough) return 1;
    const isEnough = () => words.length - phrase.count <= MAX_SPARE && phrase.words.slice(1, -1).split(" ").some(isTelling);
    if (phrase.rank < 2 && whole.includes(phrase.words) && isEnough()) return 2;
    return new Set(words).size >= MIN_SCATTERED.get(3) && words.every((word) => phrase.words.includes(` ${word} `)) ? 3 : null;
  }

  function* phrasesOf(entry) {
    for (const texts of Object.values(entry.words || {})) for (const text of texts) yield [0, text];
    for (const text of Object.values(entry.title || {})) yield [1, text];
    const slug = entry.id.slice(entry.id.lastIndexOf("/") + 1);
    for (const name of [slug, ...entry.codes || [], ...entry.aliases]) yield [2, name];
    const symptom = (entry.symptom || "").replace(/<[^<>]*>/g, "*");
    for (const wording of [symptom, ...entry.signatures, ...entry.shared || []]) {
      for (const piece of wording.split("*")) yield [3, piece];
    }
  }

  function wordsOf(text) {
    text = lower(fold(text));
    for (const filler of AROUND_ZH) text = text.split(filler).join(" ");
    return (text.match(PHRASE_WORD) || []).flatMap(partsOf);
  }

  function partsOf(run) {
    if (run[0] < "\u3400") return AROUND.has(run) ? [] : [run];
    const parts = [];
    for (let place = 0; place < Math.max(1, run.length - 1); place++) parts.push(run.slice(place, place + 2));
    return parts;
  }

  function spaced(words) {
    return ` ${words.join(" ")} `;
  }

  function isName(word) {
    return word[0] >= "\u3400" || word.length >= MIN_NAME || NAME_LIKE.test(word);
  }

  function isTelling(word) {
    return word[0] >= "\u3400" || word.length > (/^[0-9]+$/.test(word) ? 3 : 2);
  }

  function byItems(a, b) {
    for (let place = 0; place < a.length; place++) if (a[place] !== b[place]) return a[place] - b[place];
    return 0;
  }

  // --- conditions.py --------------------------------------------------------------------------

  const UNITS = new Map([
    ["byte", 1], ["bytes", 1], ["kb", 1e3], ["mb", 1e6], ["gb", 1e9], ["tb", 1e12],
    ["kib", 2 ** 10], ["mib", 2 ** 20], ["gib", 2 ** 30], ["tib", 2 ** 40],
  ]);
  const RESERVED = new Set(["and", "or", "not"]);
  const MAX_LENGTH = 500;
  const MAX_DEPTH = 30;
  const TOKEN = /[ \t\r\n]*([0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|[A-Za-z_][A-Za-z0-9_]*|<=|>=|==|!=|[-+*/<>()])/y;
  const NAME = /^[a-z][a-z0-9_]*$/;
  const SUMS = new Map([["+", (a, b) => a + b], ["-", (a, b) => a - b]]);
  const PRODUCTS = new Map([["*", (a, b) => a * b], ["/", (a, b) => a / b]]);
  const COMPARISONS = new Map([
    ["<", (a, b) => a < b], [">", (a, b) => a > b], ["<=", (a, b) => a <= b], [">=", (a, b) => a >= b],
    ["==", (a, b) => a === b], ["!=", (a, b) => a !== b],
  ]);
  const OPERATORS = new Map([...SUMS, ...PRODUCTS, ...COMPARISONS]);

  class ConditionError extends Error {
    constructor(message, column) {
      super(`${message} (column ${column})`);
      this.column = column;
    }
  }

  class Condition {
    constructor(root) {
      this.root = root;
    }

    // True, false, or null where a number is missing.
    holds(numbers) {
      return evaluate(this.root, numbers);
    }
  }

  function parse(text) {
    if ([...text].length > MAX_LENGTH) {
      throw new ConditionError(`it is longer than ${MAX_LENGTH} characters`, MAX_LENGTH + 1);
    }
    const parser = new Parser(text);
    const root = parser.disjunction();
    parser.expectEnd();
    if (!isTruth(root)) throw new ConditionError("it is a number; compare it with another", 1);
    return new Condition(root);
  }

  function isTruth(node) {
    return RESERVED.has(node.kind) || COMPARISONS.has(node.kind);
  }

  class Parser {
    constructor(text) {
      this.tokens = conditionTokens(text);
      this.place = 0;
      this.depth = 0;
    }

    get next() {
      return this.tokens[this.place][0];
    }

    get column() {
      return this.tokens[this.place][1];
    }

    take() {
      return this.tokens[this.place++][0];
    }

    expectEnd() {
      if (this.next) throw new ConditionError(`${this.next} does not belong here`, this.column);
    }

    disjunction() {
      return this.joined("or", () => this.joined("and", () => this.negation()));
    }

    joined(word, read) {
      const column = this.column;
      let left = read();
      while (this.next === word) {
        this.need(left, column, true);
        this.take();
        left = {kind: word, parts: [left, this.needed(read, true)]};
      }
      return left;
    }

    negation() {
      if (this.next !== "not") return this.comparison();
      this.deeper();
      this.take();
      const part = this.needed(() => this.negation(), true);
      this.depth -= 1;
      return {kind: "not", parts: [part]};
    }

    comparison() {
      const column = this.column;
      const left = this.sum();
      if (!COMPARISONS.has(this.next)) return left;
      this.need(left, column, false);
      const kind = this.take();
      const right = this.needed(() => this.sum(), false);
      if (COMPARISONS.has(this.next)) throw new ConditionError("write two comparisons, joined by and", this.column);
      return {kind, parts: [left, right]};
    }

    sum() {
      return this.operated(SUMS, () => this.operated(PRODUCTS, () => this.atom()));
    }

    operated(signs, read) {
      const column = this.column;
      let left = read();
      while (signs.has(this.next)) {
        this.need(left, column, false);
        left = {kind: this.take(), parts: [left, this.needed(read, false)]};
      }
      return left;
    }

    atom() {
      const column = this.column;
      const token = this.take();
      if (token === "(") {
        this.deeper();
        const inner = this.disjunction();
        if (this.next !== ")") throw new ConditionError("a closing parenthesis is missing", this.column);
        this.take();
        this.depth -= 1;
        return inner;
      }
      if (token && isDigit(token[0])) return {kind: "number", parts: [], value: Number(token) * this.unit()};
      if (NAME.test(token) && !RESERVED.has(token)) return {kind: "name", parts: [], name: token};
      const found = token ? `, not ${token}` : "";
      throw new ConditionError(`a number or a name of one belongs here${found}`, column);
    }

    unit() {
      const word = this.next;
      if (!/^[A-Za-z_]/.test(word) || RESERVED.has(word)) return 1;
      if (!UNITS.has(lower(word))) {
        const units = [...UNITS.keys()].sort().join(", ");
        throw new ConditionError(`${word} is no unit: take one of ${units}`, this.column);
      }
      this.take();
      return UNITS.get(lower(word));
    }

    deeper() {
      this.depth += 1;
      if (this.depth > MAX_DEPTH) throw new ConditionError("it is nested too deeply", this.column);
    }

    needed(read, truth) {
      const column = this.column;
      const node = read();
      this.need(node, column, truth);
      return node;
    }

    need(node, column, truth) {
      if (isTruth(node) === truth) return;
      const said = truth ? "a comparison belongs here" : "a number belongs here, not a comparison";
      throw new ConditionError(said, column);
    }
  }

  function conditionTokens(text) {
    const tokens = [];
    const column = (place) => [...text.slice(0, place)].length + 1;
    TOKEN.lastIndex = 0;
    let end = 0;
    for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
      end = TOKEN.lastIndex;
      tokens.push([found[1], column(end - found[1].length)]);
    }
    const rest = /[^ \t\r\n]/u.exec(text.slice(end));
    if (rest) throw new ConditionError(`${rest[0]} does not belong here`, column(end + rest.index));
    return [...tokens, ["", column(text.length)]];
  }

  function evaluate(node, numbers) {
    if (node.kind === "number") return node.value;
    if (node.kind === "name") return numbers.has(node.name) ? numbers.get(node.name) : null;
    const values = node.parts.map((part) => evaluate(part, numbers));
    if (node.kind === "and" || node.kind === "or") {
      const decisive = node.kind === "or";
      if (values.includes(decisive)) return decisive;
      return values.includes(null) ? null : !decisive;
    }
    if (values.includes(null) || (node.kind === "/" && values[1] === 0)) return null;
    return node.kind === "not" ? !values[0] : OPERATORS.get(node.kind)(...values);
  }

  // --- readings.py ----------------------------------------------------------------------------

  const NUMBER_PLACE = "<number>";
  const BEFORE = 500;
  const BEHIND = 2000;
  const MAX_NUMBER = 20;
  const RUN = /[0-9][0-9.,]*/g;
  const NUMBER = /^[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?/;
  const UNIT = /^(?:[kmgt]i?b|bytes?)/;

  class NumberPattern {
    constructor(text) {
      const stripped = withoutSpaceAround(text);
      const place = stripped.indexOf(NUMBER_PLACE);
      const [before, behind] = place < 0
        ? [stripped, ""] : [stripped.slice(0, place), stripped.slice(place + NUMBER_PLACE.length)];
      this.before = before.split("*").reverse().map(compacted);
      this.behind = behind.split("*").map(compacted);
    }

    read(compact, number, start, end) {
      if (!this._isBehind(compact, number.start, start)) return null;
      if (number.unitEnd > number.end && this._isBefore(compact, number.unitEnd, end)) return number.bytes;
      return this._isBefore(compact, number.end, end) ? number.value : null;
    }

    _isBehind(compact, place, start) {
      for (let turn = 0; turn < this.before.length; turn++) {
        const piece = this.before[turn];
        const low = Math.max(start, place - piece.length - (turn ? GAP : 0));
        const found = compact.text.slice(low, place).lastIndexOf(piece);
        if (found < 0) return false;
        place = low + found;
      }
      return !compact.isInsideWord(place);
    }

    _isBefore(compact, place, end) {
      for (let turn = 0; turn < this.behind.length; turn++) {
        const piece = this.behind[turn];
        const high = Math.min(end, place + piece.length + (turn ? GAP : 0));
        const found = place > high ? -1 : compact.text.slice(place, high).indexOf(piece);
        if (found < 0) return false;
        place += found + piece.length;
      }
      return !compact.isInsideWord(place);
    }
  }

  function messageAt(compact, place, end) {
    const start = Math.max(compact.lineStart(compact.lineAt(place)), place - BEFORE);
    return [start, Math.min(end, place + BEHIND, compact.text.length)];
  }

  class NumberPatterns {
    constructor(patterns) {
      this.patterns = Object.entries(patterns).map(([name, texts]) => [name, texts.map((text) => new NumberPattern(text))]);
    }

    read(compact, start, stop) {
      const found = new Map();
      for (const number of numbersIn(compact, start, stop)) {
        for (const [name, patterns] of this.patterns) {
          for (const pattern of patterns) {
            const value = found.has(name) ? null : pattern.read(compact, number, start, stop);
            if (value !== null) found.set(name, value);
          }
        }
      }
      return new Map(this.patterns.map(([name]) => name).filter((name) => found.has(name))
        .map((name) => [name, found.get(name)]));
    }
  }

  function* numbersIn(compact, start, end) {
    for (const run of compact.text.slice(start, end).matchAll(RUN)) {
      const runEnd = start + run.index + run[0].length;
      let place = start + run.index;
      while (place < runEnd) {
        let stop = place + 1;
        while (stop < runEnd && compact.isJoined(stop)) stop += 1;
        const number = numberAt(compact, place, stop);
        if (number && !isCut(compact, place) && !isCut(compact, stop)) yield number;
        place = stop;
      }
    }
  }

  function numberAt(compact, start, stop) {
    const given = compact.text.slice(start, stop);
    const found = NUMBER.exec(given);
    if (!found || found[0].length > MAX_NUMBER || /[0-9]/.test(given.slice(found[0].length))) return null;
    const end = start + found[0].length;
    const value = Number(found[0].split(",").join(""));
    const unit = end === stop ? UNIT.exec(compact.text.slice(end, end + 5)) : null;
    const unitEnd = unit ? end + unit[0].length : end;
    if (!unit || compact.isInsideWord(unitEnd)) return {start, end, value, unitEnd: end, bytes: value};
    return {start, end, value, unitEnd, bytes: value * UNITS.get(unit[0])};
  }

  function isCut(compact, place) {
    const around = place > 0 ? compact.text.slice(place - 1, place + 1) : "";
    return /^[0-9.]{2}$/.test(around) && compact.lineStart(compact.lineAt(place)) === place;
  }

  // --- holders.py -----------------------------------------------------------------------------

  const OWN = new NumberPattern("this process has <number> memory in use");
  const HELD = ["<number> is allocated by PyTorch", "<number> is reserved by PyTorch but unallocated"]
    .map((text) => new NumberPattern(text));
  const [A_PROCESS, HAS, IN_USE] = ["process", "has", "memoryinuse"];

  function otherHolder(compact, start, end) {
    const numbers = [...numbersIn(compact, start, end)];
    const first = (pattern) => {
      for (const number of numbers) {
        const value = pattern.read(compact, number, start, end);
        if (value !== null) return value;
      }
      return null;
    };
    const pairs = numbers.slice(1).map((memory, place) => [numbers[place], memory]);
    const holders = pairs.filter(([process, memory]) => holds(compact, process, memory))
      .map(([process, memory]) => ({process: process.value, bytes: memory.bytes}));
    if (!holders.length) return null;
    let own = first(OWN);
    if (own === null) {
      const held = HELD.map(first);
      if (held.includes(null)) return null;
      const least = held[0] + held[1];
      const able = holders.map(({bytes}) => bytes).filter((bytes) => bytes >= least);
      own = able.length ? Math.min(...able) : least;
    }
    const most = holders.reduce((best, holder) => (best === null || holder.bytes > best.bytes ? holder : best), null);
    return most !== null && most.bytes > own ? most : null;
  }

  function holds(compact, process, memory) {
    const begins = process.start - A_PROCESS.length;
    return process.end === process.unitEnd && Number.isInteger(process.value) && memory.unitEnd > memory.end &&
      begins >= 0 && compact.text.slice(begins, process.start) === A_PROCESS && !compact.isInsideWord(begins) &&
      compact.text.slice(process.end, memory.start) === HAS && compact.text.startsWith(IN_USE, memory.unitEnd);
  }

  // --- causes.py ------------------------------------------------------------------------------

  const NOTHING_TOLD = {numbers: new Map(), other: null};

  class EntryCauses {
    constructor(entry) {
      this.causes = (entry.causes || []).map(({id, shows, never}) => ({id, shows: shows.map(sign), never: never.map(sign)}));
      this.numbers = Object.keys(entry.numbers || {}).length ? new NumberPatterns(entry.numbers) : null;
    }

    told(compact, place, end) {
      if (this.numbers === null) return NOTHING_TOLD;
      const [start, stop] = messageAt(compact, place, end);
      return {numbers: this.numbers.read(compact, start, stop), other: otherHolder(compact, start, stop)};
    }

    reading(texts, {numbers, other}) {
      const holds = (given) => given.isReadable && (given.text === null || texts.has(given.text)) &&
        (given.condition === null || given.condition.holds(numbers) === true);
      const [shown, excluded] = [[], []];
      for (const {id, shows, never} of this.causes) {
        if (never.some(holds)) excluded.push(id);
        else if (shows.some(holds)) shown.push(id);
      }
      return {shown, excluded, numbers: Object.fromEntries(numbers), other};
    }
  }

  function sign({text, where}) {
    try {
      const condition = where === null ? null : parse(where);
      return {text, condition, isReadable: text !== null || where !== null};
    } catch (problem) {
      if (!(problem instanceof ConditionError)) throw problem;
      return {text, condition: null, isReadable: false};
    }
  }

  function literalTexts(entry) {
    const signs = (entry.causes || []).flatMap(({shows, never}) => [...shows, ...never]);
    return new Set(signs.map(({text}) => text).filter((text) => text !== null));
  }

  // --- anchors.py, targets.py, matcher.py -----------------------------------------------------

  const STRIDE = 6;
  const WIDE = 2 * STRIDE;
  const NARROW = STRIDE;
  const MIN_PIECE = 8;
  const PLACES = 6;
  const MAX_LINE = 300;
  const FRAME = "File '";
  const DOTTED = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)+$/;
  const FILE = /\.(?:so|dll|dylib|pyd)$/i;
  const KINDS = ["entry", "code", "number", "wrapper", "foreign", "ignore"];
  const RAISED = /[A-Za-z0-9_](?:Error|Exception)(?:: |:?$)|what\(\):/;
  const NCCL = "NCCL WARN"; // how NCCL begins its errors
  const QUIET = /[Ww]arning|WARN|(?:^| )INFO[: ]|^\[?[WI](?:[0-9]{3,4})? /;

  class Anchors {
    constructor(width) {
      this.width = width;
      this.filed = new Map();
    }

    file(number, pieces) {
      let best = null;
      for (const piece of pieces) {
        const spare = piece.length - this.width - STRIDE + 1;
        for (let place = 0; place <= spare; place += Math.max(1, Math.floor(spare / PLACES))) {
          let load = 0;
          for (let start = place; start < place + STRIDE; start++) {
            load += (this.filed.get(piece.slice(start, start + this.width)) || []).length;
          }
          if (best === null || load < best[0]) best = [load, place, piece];
        }
      }
      if (best === null) return false;
      const [, place, piece] = best;
      for (let start = place; start < place + STRIDE; start++) {
        const window = piece.slice(start, start + this.width);
        if (!this.filed.has(window)) this.filed.set(window, []);
        this.filed.get(window).push({number, piece, place: start});
      }
      return true;
    }

    find(text, place, found) {
      const filed = this.filed.get(text.slice(place, place + this.width));
      if (filed === undefined) return;
      for (const anchor of filed) {
        if (place >= anchor.place && text.startsWith(anchor.piece, place - anchor.place)) found.add(anchor.number);
      }
    }
  }

  class Index {
    constructor(document) {
      this.targets = [...targets(document)];
      this.wide = new Anchors(WIDE);
      this.narrow = new Anchors(NARROW);
      this.short = [];
      this.targets.forEach((target, number) => this._file(number, target));
      this.shownBy = new Map(document.codes.map((code) => [code.name, code.entries]));
      this.numbers = new NumberIndex(document.codes);
      this._entries = new Map(document.entries.map((entry) => [entry.id, entry]));
      this._causes = new Map();
      this._codes = document.codes;
      this._lines = null;
      this._near = null;
      this._phrases = null;
    }

    _file(number, {kind, prepared: {pieces}}) {
      if (this.wide.file(number, pieces) || this.narrow.file(number, pieces)) return;
      let longest = "";
      for (const piece of pieces) if (piece.length > longest.length) longest = piece;
      if (longest.length >= (kind === "sign" ? 1 : MIN_PIECE)) this.short.push([number, longest]);
    }

    candidates(text) {
      const found = new Set(this.short.filter(([, piece]) => text.includes(piece)).map(([number]) => number));
      for (let place = 0; place < text.length; place += STRIDE) {
        this.wide.find(text, place, found);
        this.narrow.find(text, place, found);
      }
      return [...found].sort((a, b) => a - b);
    }

    guess(line) {
      if (!this._lines) this._lines = new LineIndex(this._entries.values(), this._codes);
      const guess = this._lines.find(line);
      const code = guess ? null : this.numbers.returned(line);
      return code ? {kind: "code", id: code, weight: line.length} : guess;
    }

    near(compact) {
      if (!this._near) this._near = new NearIndex(this._entries.values());
      return this._near.find(compact.lines);
    }

    phrased(compact) {
      if (!this._phrases) this._phrases = new PhraseIndex([...this._entries.values()]);
      return compact.lines.length === 1 ? this._phrases.find(compact.lines[0]) : NOT_PHRASED;
    }

    causesOf(name) {
      if (!this._causes.has(name)) this._causes.set(name, new EntryCauses(this._entries.get(name)));
      return this._causes.get(name);
    }
  }

  function* targets(document) {
    const lists = [["entry", document.entries, "id"], ["code", document.codes, "name"],
      ["wrapper", document.wrappers, "id"], ["foreign", document.foreign, "id"]];
    for (const [kind, items, name] of lists) {
      for (const item of items) {
        for (const signature of item.signatures) {
          yield {kind, id: item[name], signature, prepared: new Signature(signature), after: ""};
        }
      }
    }
    for (const entry of document.entries) {
      for (const alias of entry.aliases) {
        if (DOTTED.test(alias) && !FILE.test(alias)) { // a class with its module; others are names of ours, or files
          yield {kind: "entry", id: entry.id, signature: alias, prepared: new Signature(alias), after: ""};
        }
      }
    }
    for (const numbered of document.numbered) {
      yield {
        kind: "number", id: numbered.library, signature: numbered.before,
        prepared: new Signature(`${numbered.before}*`), after: lower(numbered.after.split(" ").join("")),
      };
    }
    for (const signature of document.ignore) {
      yield {kind: "ignore", id: "", signature, prepared: new Signature(signature), after: ""};
    }
    for (const entry of document.entries) {
      for (const [kind, texts] of [["shared", entry.shared || []], ["sign", literalTexts(entry)]]) {
        for (const text of texts) yield {kind, id: entry.id, signature: text, prepared: new Signature(text), after: ""};
      }
    }
  }

  function find(text, index) {
    const compact = new Compact(text);
    const found = index.candidates(compact.text).flatMap((number) => foundAt(index, number, compact));
    const heard = withoutIgnored(found);
    const of = (...kinds) => heard.filter((item) => kinds.includes(item.target.kind));
    const strangers = of("foreign");
    if (strangers.length) {
      return answer("foreign", {foreign: strangers[0].id});
    }
    const wrappers = [...new Set(of("wrapper").map((item) => item.id))];
    const hits = ranked(index, compact, heaviest(of("entry", "code", "number")));
    const shared = ranked(index, compact, of("shared"));
    const signs = of("sign");
    const seen = {index, compact, wrappers, signs};
    if (hits.length) return matched(seen, hits, shared);
    if (shared.length) return answer("shared", {others: shared.map(({hit}) => hit), wrappers});
    const byNumber = numbered(seen);
    if (byNumber) return byNumber;
    const {ids} = index.phrased(compact);
    if (ids.length) return answer("words", {others: called(compact, ids), wrappers});
    const guessed = guess(index, compact, found.filter(isIgnored));
    if (guessed) return answer(guessed.kind, {best: withReading(seen, guessed, NOTHING_TOLD), wrappers});
    return answer(wrappers.length ? "wrapper" : "none", {wrappers, near: index.near(compact)});
  }

  // The loudest line that leads somewhere by its words, of several the first. Warnings do not.
  function guess(index, compact, ignored) {
    const passed = new Set(ignored.flatMap(({start, end}) => {
      const [first, last] = [compact.lineAt(start), compact.lineAt(end - 1)];
      return Array.from({length: last - first + 1}, (_, place) => first + place);
    }));
    let best = null;
    compact.lines.forEach((line, number) => {
      const loud = loudness(line.slice(0, MAX_LINE));
      const isCode = number > 0 && compact.lines[number - 1].startsWith(FRAME);
      const isWarning = loud === 2 && !line.includes(NCCL);
      if ((best && loud >= best.loud) || isWarning || passed.has(number) || isCode) return;
      const found = index.guess(line);
      if (found) best = {loud, found, line};
    });
    if (!best) return null;
    const {found: {kind, id}, line} = best;
    return named(index, {kind, id, signature: "", line: line.slice(0, MAX_LINE), code: null, reading: null});
  }

  // The best hit with what it says of causes, then the others, then entries that are called so.
  function matched(seen, [best, ...more], shared) {
    const {index, compact, wrappers} = seen;
    const {ids, exact} = index.phrased(compact);
    const isCode = best.hit.kind === "code"; // it says less than an entry
    const others = [...more, ...isCode ? shared : []].map(({hit}) => hit);
    const known = new Set([best.hit.id, ...others.map(({id}) => id)]);
    const named = (isCode ? ids : ids.slice(0, exact)).filter((id) => !known.has(id));
    return answer(best.hit.kind, {best: withReading(seen, best.hit, best.told()), others: [...others, ...called(compact, named)], wrappers});
  }

  function numbered(seen) {
    const {index, compact, wrappers} = seen;
    const byName = (id, line) => {
      const hit = named(index, {kind: "code", id, signature: "", line: line.slice(0, MAX_LINE), code: null, reading: null});
      return answer(hit.kind, {best: withReading(seen, hit, NOTHING_TOLD), wrappers});
    };
    const asked = index.numbers.asked(compact.lines);
    if (asked) {
      const [number, codes, ofLibrary] = asked;
      if (ofLibrary && codes.length === 1) return byName(codes[0], compact.lines[0]);
      return answer("number", {number, codes, others: called(compact, index.phrased(compact).ids)});
    }
    const mentioned = speaksOfXids(compact.text) ? index.numbers.mentioned(compact.lines) : null;
    return mentioned && byName(...mentioned);
  }

  function withReading({index, signs}, hit, told) {
    if (hit.kind !== "entry") return hit;
    const texts = new Set(signs.filter((item) => item.id === hit.id).map((item) => item.target.signature));
    return {...hit, reading: index.causesOf(hit.id).reading(texts, told)};
  }

  function called(compact, ids) {
    return ids.map((id) => (
      {kind: "entry", id, signature: "", line: compact.lines[0].slice(0, MAX_LINE), code: null, reading: null}));
  }

  // Those that do not begin inside something to be ignored.
  function withoutIgnored(found) {
    const kept = [];
    let reach = -1;
    for (const item of [...found].sort((a, b) => a.start - b.start || isIgnored(b) - isIgnored(a))) {
      if (isIgnored(item)) reach = Math.max(reach, item.end);
      else if (item.start >= reach) kept.push(item);
    }
    return kept;
  }

  function isIgnored(item) {
    return item.target.kind === "ignore" ? 1 : 0;
  }

  function answer(kind, given) {
    return {
      kind, best: null, others: [], number: null, codes: [], wrappers: [], foreign: null, near: [], ...given,
    };
  }

  function foundAt(index, number, compact) {
    const target = index.targets[number];
    const found = [];
    for (const [start, end] of target.prepared.spans(compact)) {
      if (target.kind !== "number") {
        found.push({start, end, weight: target.prepared.weight, target, id: target.id});
        continue;
      }
      const read = index.numbers.read(target.id, compact.text, end, target.after);
      if (read) {
        const [name, stop] = read;
        found.push({start, end: stop, weight: target.prepared.weight + stop - end, target, id: name});
      }
    }
    return found;
  }

  // The best hit of each entry and code, best first; what its message says is read when it is asked for.
  function ranked(index, compact, found) {
    const places = found.map((item, number) => {
      const line = compact.lines[compact.lineAt(item.start)].slice(0, MAX_LINE);
      return {item, number, line, loudness: loudness(line)};
    });
    places.sort((a, b) => a.loudness - b.loudness || a.item.start - b.item.start);
    const hits = new Map();
    for (const {item, number, line} of places) {
      const kind = ["code", "number"].includes(item.target.kind) ? "code" : "entry";
      const hit = named(index, {kind, id: item.id, signature: item.target.signature, line, code: null, reading: null});
      const key = `${hit.kind} ${hit.id}`;
      if (!hits.has(key)) hits.set(key, {hit, told: () => toldBy(index, compact, hit, found, number)});
    }
    return [...hits.values()];
  }

  function toldBy(index, compact, hit, found, number) {
    if (hit.kind !== "entry") return NOTHING_TOLD;
    const {start} = found[number];
    const line = compact.lineAt(start);
    const entryOf = ({id, target}) => {
      if (target.kind === "entry") return id;
      const entries = index.shownBy.get(id) || [];
      return entries.length === 1 ? entries[0] : null;
    };
    let end = compact.text.length;
    for (let later = number + 1; later < found.length; later++) {
      if (entryOf(found[later]) === hit.id && compact.lineAt(found[later].start) > line) {
        end = found[later].start;
        break;
      }
    }
    return index.causesOf(hit.id).told(compact, start, end);
  }

  function named(index, hit) {
    const entries = hit.kind === "code" ? index.shownBy.get(hit.id) || [] : [];
    return entries.length === 1 ? {...hit, kind: "entry", id: entries[0], code: hit.id} : hit;
  }

  function loudness(line) {
    if (QUIET.test(line)) return 2;
    return RAISED.test(line) ? 0 : 1;
  }

  function heaviest(found) {
    const kept = [];
    let best = null;
    let reach = -1;
    for (const item of found) {
      if (best !== null && item.start >= reach) {
        kept.push(best);
        best = null;
      }
      reach = best !== null ? Math.max(reach, item.end) : item.end;
      if (best === null || outranks(item, best)) best = item;
    }
    if (best !== null) kept.push(best);
    return kept;
  }

  function outranks(item, best) {
    if (item.weight !== best.weight) return item.weight > best.weight;
    return KINDS.indexOf(item.target.kind) < KINDS.indexOf(best.target.kind);
  }

  const faultbookMatcher = {Index, find, clean, parse, MAX_LINE};
  root.faultbookMatcher = faultbookMatcher;
  if (typeof module !== "undefined") module.exports = faultbookMatcher;
})(typeof globalThis !== "undefined" ? globalThis : this);
