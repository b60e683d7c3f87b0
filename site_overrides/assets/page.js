/* What every page does: opens the search box by its keys and fetches the search when it is first used, not before; from a
   folder, where no server knows that a folder's page is its index.html, names that in the link that is followed. */
(() => {
  const box = document.querySelector(".md-search");
  const input = box.querySelector("input");
  const toggle = document.getElementById("__search");
  let script;
  const load = () => {
    if (script) return;
    script = document.createElement("script");
    script.src = box.dataset.script;
    script.onerror = () => { script = null; box.querySelector(".md-search-result__meta").textContent = box.dataset.failed; };
    document.head.append(script);
  };
  toggle.addEventListener("change", () => { if (toggle.checked) { load(); input.focus(); } });
  input.addEventListener("focus", () => { if (!toggle.checked) toggle.click(); });
  addEventListener("keydown", (event) => {
    if (!["/", "s", "f"].includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.isContentEditable || event.target.closest?.("input:not([type=radio],[type=checkbox]), textarea, select")) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
  // Used before this script had come.
  if (toggle.checked) load();
  else if (document.activeElement === input) toggle.click();
})();

// Anchors are the same in every language: the switch keeps the place. What else stands behind the # is others' to take along.
for (const link of document.querySelectorAll(".md-select__link")) {
  link.addEventListener("click", () => { if (/^#[\w-]+$/.test(location.hash)) link.hash = location.hash; });
}

if (location.protocol === "file:") {
  const name = ({ target }) => {
    const link = target.closest?.("a[href]"); // also one in a drawing, whose href is no text
    const address = link && new URL(link.getAttribute("href"), document.baseURI);
    if (address?.protocol !== "file:" || !address.pathname.endsWith("/")) return;
    address.pathname += "index.html";
    link.setAttribute("href", address.href);
  };
  for (const kind of ["click", "auxclick"]) addEventListener(kind, name, true);
}
