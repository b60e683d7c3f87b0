// Files as JSON on standard input, the folder of packages as argument → what html-validate finds in each, as JSON.
import {readFileSync} from "node:fs";
import {pathToFileURL} from "node:url";

const entry = pathToFileURL(`${process.argv[2]}/html-validate/dist/esm/index.js`);
const {HtmlValidate, StaticConfigLoader} = await import(entry);

// All that it recommends, but for habits of style: they say nothing about what a browser or a screen reader makes of a page.
const validator = new HtmlValidate(new StaticConfigLoader({
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    "doctype-style": "off",
    "long-title": "off", // the title is the error message: as long as that is
    "no-inline-style": "off", // the length of a bar is its value
    "no-trailing-whitespace": "off",
    "wcag/h32": "off", // about forms that are sent: ours, and Material's, act while one types or chooses
    "valid-id": ["error", {relaxed: true}], // the theme's ids begin with underscores, and anchors are names of errors
  },
}));

const found = [];
for (const file of JSON.parse(readFileSync(0, "utf-8"))) {
  const report = await validator.validateString(readFileSync(file, "utf-8"), file);
  const messages = report.results.flatMap((result) => result.messages);
  found.push({file, messages: messages.map(({ruleId, selector, message, line}) => ({rule: ruleId, selector, message, line}))});
}
process.stdout.write(JSON.stringify(found));
