// One document: going from one match to the next, and printing. The matches are links without it.
// @ts-check
import { fetchPage } from "./app.js";

const hits = document.querySelector("[data-hits]");
if (hits) {
  const links = /** @type {HTMLAnchorElement[]} */ ([...hits.querySelectorAll("ol a")]);
  const find = (/** @type {HTMLAnchorElement} */ link) => document.getElementById(link.hash.slice(1));
  let at = -1;
  hits.classList.add("scripted");
  /** @param {number} next */
  const go = (next) => {
    at = (next + links.length) % links.length;
    const place = find(links[at]);
    // It is on pages that are shown elsewhere.
    if (!place) { location.assign(links[at].href); return; }
    document.querySelectorAll(".now").forEach((old) => old.classList.remove("now"));
    links.forEach((link, index) => index === at ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current"));
    place.classList.add("now");
    place.closest("details")?.setAttribute("open", "");
    place.scrollIntoView({ block: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    history.replaceState(null, "", links[at].hash);
    const live = document.getElementById("live");
    if (live) live.textContent = links[at].getAttribute("aria-label");
  };
  links.forEach((link, index) => link.addEventListener("click", (event) => {
    if (!find(link) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(index);
  }));
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (hits.querySelectorAll("[data-hit]"))) {
    button.hidden = false;
    button.addEventListener("click", () => go(at < 0 && button.dataset.hit === "-1" ? -1 : at + Number(button.dataset.hit)));
  }
  // A link of a search leads to a page: its first place is the one at hand.
  const page = document.getElementById(location.hash.slice(1));
  const first = links.findIndex((link) => link.hash === location.hash || page?.contains(find(link)));
  if (first >= 0) { at = first; find(links[at])?.classList.add("now"); links[at].setAttribute("aria-current", "true"); }
}

/** Whoever came to correct a text can write at once. */
/** @type {HTMLTextAreaElement | null} */ (document.querySelector(".correction textarea"))?.focus();

/** Adds the pages of a long document that are on further pages of the list, so that all are printed. */
const loadFurther = async () => {
  const sheets = document.querySelector(".sheets.paper");
  for (const way of ["prev", "next"]) {
    let link = /** @type {HTMLAnchorElement | null} */ (document.querySelector(`.look a[rel=${way}]`));
    while (sheets && link) {
      const page = await fetchPage(link.href);
      const further = page?.querySelectorAll(".sheets.paper > li") ?? [];
      if (way === "next") sheets.append(...further);
      else sheets.prepend(...further);
      link = page?.querySelector(`.look a[rel=${way}]`) ?? null;
    }
  }
  document.querySelectorAll(".look nav.pages").forEach((nav) => nav.remove());
};

/** Pages that were not scrolled to are loaded before they are printed. */
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-print]"))) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    await loadFurther();
    const pictures = /** @type {HTMLImageElement[]} */ ([...document.querySelectorAll(".page img")]);
    for (const picture of pictures) picture.loading = "eager";
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
    button.disabled = false;
    print();
  });
}
