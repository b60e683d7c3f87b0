// What environment.js reads in a paste, and what it finds to fit: one JSON line {"text": …} or {"environment": …, "items": …}
// or {"brief": items, "environment": …} or {"compare": [[a, b], …]} in, one line out. tests/test_reader_environment.py asks.
"use strict";
const path = require("path");
const {parse, fit, brief, compare, within} = require(path.join(__dirname, "../../site_overrides/assets/environment.js"));

const answers = {
  text: ({text}) => parse(text),
  items: ({environment, items}) => fit(environment, items),
  brief: ({environment, brief: items}) => brief(environment, items),
  compare: ({compare: pairs}) => pairs.map(([a, b]) => compare(a, b)),
  within: ({within: asked}) => asked.map(([version, range]) => within(version, range)),
};

require("readline").createInterface({input: process.stdin}).on("line", (line) => {
  const asked = JSON.parse(line);
  const kind = Object.keys(answers).find((name) => name in asked);
  process.stdout.write(`${JSON.stringify(answers[kind](asked))}\n`);
});
