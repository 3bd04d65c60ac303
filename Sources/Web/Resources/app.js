// What pages do beyond what the server made them do: nothing here is needed to read, find, send or download.
// @ts-check
import { zoomable } from "./zoom.js";

/** @param {string} text */
const say = (text) => {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
};

/** Files that are dropped anywhere on the page are sent like chosen ones. */
const drop = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-drop]"));
if (drop) {
  const field = /** @type {HTMLInputElement} */ (drop.querySelector("input[type=file]"));
  const mark = (/** @type {boolean} */ over) => drop.classList.toggle("over", over);
  addEventListener("dragover", (event) => { event.preventDefault(); mark(true); });
  addEventListener("dragleave", () => mark(false));
  addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    if (!event.dataTransfer?.files.length) return;
    field.files = event.dataTransfer.files;
    drop.requestSubmit();
  });
  field.addEventListener("change", () => drop.requestSubmit());
}

for (const frame of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-zoom]:has(img)"))) zoomable(frame);

/** Where the ways of the head scroll sideways, the one to this page is in sight. */
const ways = document.querySelector(".bar nav"), here = ways?.querySelector("[aria-current]");
if (ways && here) {
  const [outer, inner] = [ways.getBoundingClientRect(), here.getBoundingClientRect()];
  if (inner.right > outer.right) ways.scrollLeft += inner.right - outer.right;
  else if (inner.left < outer.left) ways.scrollLeft += inner.left - outer.left;
}

addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLElement && event.target.closest("input, select, textarea");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.documentElement.dataset.keys === "off") return;
  if (event.key === "/") {
    /** @type {HTMLInputElement | null} */ (document.querySelector(".search input"))?.focus();
    event.preventDefault();
  }
  // The part before or behind the one on the page.
  const way = event.key === "n" ? "next" : event.key === "p" ? "prev" : "";
  const link = way && document.querySelector(`a[rel=${way}]`);
  if (link instanceof HTMLAnchorElement) { say(link.textContent ?? ""); link.click(); }
});
