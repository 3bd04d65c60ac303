// One document: going from one found place to the next, sharing and printing. The places are links without it.
// @ts-check

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

/** The PDF goes to another program where the browser can hand it over; elsewhere it is saved. */
const download = /** @type {HTMLAnchorElement | null} */ (document.querySelector("[data-share]"));
const share = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-share-button]"));
const probe = new File([], "a.pdf", { type: "application/pdf" });
if (download && share && navigator.canShare?.({ files: [probe] })) {
  share.hidden = false;
  share.addEventListener("click", async () => {
    const answer = await fetch(download.href);
    const file = new File([await answer.blob()], download.dataset.share ?? "document.pdf", { type: "application/pdf" });
    try {
      await navigator.share({ files: [file], title: document.title });
    } catch (error) {
      // Whoever closes the sheet has decided; everything else ends as a saved file.
      if (!(error instanceof DOMException && error.name === "AbortError")) download.click();
    }
  });
}

/** Pages that were not scrolled to are loaded before they are printed. */
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-print]"))) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const pictures = /** @type {HTMLImageElement[]} */ ([...document.querySelectorAll(".page img")]);
    button.disabled = true;
    for (const picture of pictures) picture.loading = "eager";
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
    button.disabled = false;
    print();
  });
}
