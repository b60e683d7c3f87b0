// Reads {stop, texts} from standard input and writes the terms of each text: for tests/test_search.py.
const { terms } = require("../site_overrides/assets/searcher.js");
const { stop, texts } = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map((text) => terms(text, new Set(stop)))));
