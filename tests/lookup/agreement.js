// Answers, in JavaScript, what tests/test_matcher.py asks: one JSON line {"document": …} or {"texts": […]} in, one out.
"use strict";
const path = require("path");
const {Index, find} = require(path.join(__dirname, "../../site_overrides/assets/matcher.js"));

let index = null;
require("readline").createInterface({input: process.stdin}).on("line", (line) => {
  const asked = JSON.parse(line);
  if (asked.document) index = new Index(asked.document);
  const answers = (asked.texts || []).map((text) => find(text, index));
  process.stdout.write(`${JSON.stringify(answers)}\n`);
});
