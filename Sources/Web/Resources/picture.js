// The pictures before and behind: by arrow keys while nothing is zoomed, and fetched ahead.
// @ts-check

const frame = /** @type {HTMLElement | null} */ (document.querySelector("[data-zoom]"));

/** @param {string} way @returns {HTMLAnchorElement | null} */
const link = (way) => document.querySelector(`a[data-way=${way}]`);

addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLElement && event.target.closest("input, select, textarea");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  // Within a picture that is zoomed the arrows move it.
  if (frame?.querySelector("img")?.style.transform) return;
  const isReversed = getComputedStyle(document.body).direction === "rtl";
  const way = event.key === "ArrowLeft" ? (isReversed ? "next" : "previous")
    : event.key === "ArrowRight" ? (isReversed ? "previous" : "next")
      : event.key === "n" ? "next" : event.key === "p" ? "previous" : "";
  const to = way ? link(way) : null;
  if (!to) return;
  event.preventDefault();
  to.click();
});

/**
 * The page of a neighbour names its picture, which is fetched when this one is there.
 * @param {HTMLAnchorElement} to
 */
const fetchAhead = async (to) => {
  const answer = await fetch(to.href, { headers: { "Fairy-Ahead": "1" } });
  if (!answer.ok) return;
  const source = /<figure class="picture" data-zoom><img src="([^"]+)"/.exec(await answer.text());
  if (source) new Image().src = source[1];
};
addEventListener("load", () => {
  for (const way of ["next", "previous"]) {
    const to = link(way);
    if (to) setTimeout(() => fetchAhead(to).catch(() => {}), 200);
  }
});
