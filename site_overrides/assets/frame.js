/* What a page needs before it is shown. The build adds the theme's own functions below, which the theme would write into
   every page (generator/render/frame/slim.py). */
(() => {
  // The theme's script says only at its end that there is JavaScript: what needs it would move what has been read already.
  document.documentElement.classList.replace("no-js", "js");

  // The theme fetches a sitemap.xml below every alternate link, to switch languages on the fly. There is none, and the
  // switch of languages is a plain link, so these links are hidden from it until it has started.
  const links = document.querySelectorAll("link[rel=alternate]");
  for (const link of links) link.rel = "alternate translation";
  addEventListener("load", () => { for (const link of links) link.rel = "alternate"; });
})();
