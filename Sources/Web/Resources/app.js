// What pages do beyond what the server made them do: nothing here is needed to read, find, send or download.
// @ts-check
import { zoomable } from "./zoom.js";

/** @param {string} text */
const say = (text) => {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
};

/**
 * A page as the service has it now; `null` where it does not answer, or answers something else. The browser reads it as it comes:
 * pages may not make one out of a text (`require-trusted-types-for`).
 * @param {string} address
 * @returns {Promise<Document | null>}
 */
export const fetchPage = (address) => new Promise((resolve) => {
  const request = new XMLHttpRequest();
  request.open("GET", address);
  request.responseType = "document";
  request.onloadend = () => resolve(request.status === 200 ? request.responseXML : null);
  request.send();
});

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

/**
 * A page that says that it waits for something asks again by itself, with pauses that grow, while somebody can see it. The parts of
 * the page that have a name are taken from the answer.
 */
const isWaiting = () => document.querySelector("[data-waits]") !== null;
const renew = async () => {
  const page = await fetchPage(location.pathname + location.search);
  if (!page) return;
  const goesOn = page.querySelector("[data-waits]") !== null;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-part]"))) {
    const fresh = /** @type {HTMLElement | null} */ (page.querySelector(`[data-part="${part.dataset.part}"]`));
    if (!fresh) { delete part.dataset.waits; continue; }
    const isSame = fresh.textContent === part.textContent && fresh.dataset.waits === part.dataset.waits;
    // What somebody can choose from stays until all is there, and what somebody has chosen stays.
    const isKept = part.querySelector("form") && (goesOn || part.matches(":focus-within") || "touched" in part.dataset);
    if (isSame || isKept) continue;
    const hadFocus = part.matches(":focus-within");
    part.replaceWith(fresh);
    if (hadFocus) (fresh.querySelector("a") ?? document.getElementById("main"))?.focus({ preventScroll: true });
  }
};
addEventListener("input", (event) => {
  if (event.target instanceof Element) event.target.closest("[data-part]")?.setAttribute("data-touched", "");
});
const seen = () => new Promise((resolve) => {
  if (document.hidden) document.addEventListener("visibilitychange", resolve, { once: true });
  else resolve(undefined);
});
const follow = async () => {
  for (let pause = 500; isWaiting(); pause = Math.min(10_000, pause * 1.5)) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    await seen();
    await renew();
  }
};
void follow();

/** The options of a conversion are those of the format that is chosen. */
const conversion = /** @type {HTMLFormElement | null} */ (document.querySelector("form.convert:has(select[name=to])"));
if (conversion) {
  const to = /** @type {HTMLSelectElement} */ (conversion.querySelector("select[name=to]"));
  const options = () => /** @type {HTMLDetailsElement | null} */ (conversion.querySelector("details.options"));
  let shown = [...to.options].find((option) => option.defaultSelected)?.value ?? to.options[0]?.value;
  const showOptions = async () => {
    const wanted = to.value;
    if (wanted === shown) return;
    shown = wanted;
    // Options of another format are not sent, whatever comes of the question.
    for (const field of /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (options()?.querySelectorAll("input, select") ?? [])) field.disabled = true;
    const page = await fetchPage(`${location.pathname}?${new URLSearchParams({ to: wanted })}`);
    const old = options(), fresh = /** @type {HTMLDetailsElement | null | undefined} */ (page?.querySelector("form.convert details.options"));
    if (to.value !== wanted || !old || !fresh) return;
    fresh.open = old.open;
    const hadFocus = old.matches(":focus-within");
    old.replaceWith(fresh);
    if (hadFocus) fresh.querySelector("summary")?.focus({ preventScroll: true });
  };
  // The button that asks for them would be the one that the Enter key presses, even if it were hidden.
  conversion.querySelector("button.other")?.remove();
  to.addEventListener("change", showOptions);
  // Browsers choose again what was chosen when somebody comes back.
  addEventListener("pageshow", () => void showOptions());
}

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
