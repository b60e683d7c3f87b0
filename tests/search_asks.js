// Reads {directory, parts, queries} from standard input and writes the documents of each query: for
// tests/test_search_index.py.
const { search } = require("../site_overrides/assets/searcher.js");
const { directory, parts, queries } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const load = async (name) => parts[name];
Promise.all(queries.map((query) => search(query, directory, load)))
  .then((found) => console.log(JSON.stringify(found.map((results) => results.map(({ document }) => document)))));
