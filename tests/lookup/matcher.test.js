// The matcher in JavaScript on the cases of shared.json, which tests/test_matcher.py reads too. Run: node --test
"use strict";
const assert = require("node:assert");
const path = require("node:path");
const {test} = require("node:test");
const {Index, find} = require(path.join(__dirname, "../../site_overrides/assets/matcher.js"));
const shared = require("./shared.json");

const index = new Index(shared.document);

for (const {name, text, expected} of shared.cases) {
  test(name, () => {
    const answer = find(text, index);
    const best = answer.best || {};
    const told = {
      ...answer, id: best.id, line: best.line, signature: best.signature, code: best.code, reading: best.reading,
      others: answer.others.map((hit) => hit.id),
    };
    for (const key of Object.keys(expected)) assert.deepStrictEqual(told[key], expected[key], key);
  });
}
