// Answers, in JavaScript, what tests/test_matcher*.py ask. One JSON line in, one out: {"document": …}, {"texts": […]} or
// {"conditions": [[condition, numbers], …]}, each of these with whether it holds, or the column of its error.
"use strict";
const path = require("path");
const {Index, find, parse} = require(path.join(__dirname, "../../site_overrides/assets/matcher.js"));

let index = null;

function judged([condition, numbers]) {
  try {
    return parse(condition).holds(new Map(Object.entries(numbers)));
  } catch (problem) {
    if (problem.column === undefined) throw problem;
    return [problem.column, problem.message];
  }
}

require("readline").createInterface({input: process.stdin}).on("line", (line) => {
  const asked = JSON.parse(line);
  if (asked.document) index = new Index(asked.document);
  const answers = asked.conditions ? asked.conditions.map(judged) : (asked.texts || []).map((text) => find(text, index));
  process.stdout.write(`${JSON.stringify(answers)}\n`);
});
