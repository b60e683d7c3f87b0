/* What every page does: opens the search box by its keys and fetches the search when it is first used, not before; from a
   folder, where no server knows that a folder's page is its index.html, names that in the link that is followed;
   keeps the place where the language is switched, and offers a reader his own language once. */
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

// The header and a phone's menu mark the section that is open; an entry is among the errors. Their layout is the same on all pages.
for (const list of [".fb-ways-in a", ".md-nav--primary a.md-nav__link"]) {
  const folder = ({ pathname }) => pathname.replace(/index\.html$/, "");
  const home = folder(document.querySelector(".fb-brand"));
  const ways = [...document.querySelectorAll(list)].filter((link) => folder(link) !== home);
  const paths = [location, ...document.querySelectorAll(".fb-path a")].map(folder);
  const open = ways.filter((link) => paths.some((path) => path.startsWith(folder(link))));
  const isEntry = document.querySelector(".fb-entry, .fb-path > .fb-id");
  for (const link of open.length || !isEntry ? open : ways.filter((link) => folder(link).endsWith("/browse/"))) {
    link.setAttribute("aria-current", "true");
  }
}

// A line of choices scrolls on a phone: the one that is open is in sight.
for (const open of document.querySelectorAll(".fb-choose [aria-current]")) {
  open.parentElement.scrollLeft = open.offsetLeft - open.parentElement.offsetLeft - 16;
}

// A card of a myth has a button that copies its address: as it was reached, but from a folder that of the site itself.
for (const { content } of document.querySelectorAll("[data-copies=myths]")) {
  const canonical = document.querySelector("link[rel=canonical]")?.href;
  const here = (location.protocol === "file:" && canonical) || location.href;
  for (const link of document.querySelectorAll(".fb-myth > h3 > a")) {
    const button = content.firstElementChild.cloneNode(true);
    button.dataset.clipboardText = new URL(link.getAttribute("href"), here).href;
    link.closest(".fb-myth").append(button);
  }
}

// Anchors are the same in every language: the switch keeps the place. What else stands behind the # is others' to take along.
(() => {
  const links = [...document.querySelectorAll(".md-select__link")];
  const key = "fb-language"; // that a language was chosen, or offered
  const remember = () => { try { localStorage.setItem(key, "1"); } catch { /* then it is offered on no page */ } };
  for (const link of links) {
    link.addEventListener("click", () => {
      if (/^#[\w-]+$/.test(location.hash)) link.hash = location.hash;
      remember();
    });
  }

  // A page in the site's first language offers another one, once, to a reader whose browser rather asks for that.
  const preferred = navigator.languages.map((code) => code.split("-")[0]);
  const rank = (code) => (preferred.includes(code) ? preferred.indexOf(code) : Infinity);
  const own = rank(document.documentElement.lang);
  const better = links.filter((link) => link.dataset.offer && rank(link.hreflang) < own).sort((a, b) => rank(a.hreflang) - rank(b.hreflang))[0];
  if (!better || !HTMLElement.prototype.showPopover) return;
  try { if (localStorage.getItem(key)) return; } catch { return; }
  remember();
  const offer = document.createElement("div");
  offer.className = "fb-offer";
  offer.popover = "auto"; // a click elsewhere, or Escape, closes it
  const link = better.cloneNode();
  link.className = "";
  link.textContent = better.dataset.offer;
  link.addEventListener("click", (event) => { event.preventDefault(); better.click(); }); // as if it had been followed up there
  offer.append(link);
  better.closest("ul").after(offer);
  offer.showPopover();
})();

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
