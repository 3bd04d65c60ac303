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

/** A job tells how far it is; when it has ended, its page is loaded anew. */
const running = /** @type {HTMLElement | null} */ (document.querySelector("[data-job]"));
if (running) {
  const bar = /** @type {HTMLProgressElement} */ (running.querySelector("progress"));
  const look = async () => {
    const answer = await fetch(`/jobs/${running.dataset.job}/state`);
    const state = await answer.json();
    if (state.state !== "running") {
      dispatchEvent(new CustomEvent("fairy-did", { detail: state.state === "done" ? "done" : "fault" }));
      location.reload();
      return;
    }
    if (typeof state.fraction === "number") bar.value = state.fraction;
    setTimeout(look, 250);
  };
  setTimeout(look, 250);
}

/** A list of jobs follows how they stand. */
const list = document.querySelector("[data-jobs]");
if (list?.querySelector(".running")) {
  const follow = async () => {
    const answer = await fetch("/jobs/state");
    for (const job of await answer.json()) {
      const line = document.getElementById(`job-${job.number}`);
      const mark = line?.querySelector(".state"), link = line?.querySelector("a bdi");
      if (!mark || !link || mark.classList.contains(job.state)) continue;
      mark.className = `state ${job.state}`;
      mark.textContent = job.text;
      link.textContent = job.name;
      say(`${job.name}: ${job.text}`);
    }
    if (list.querySelector(".running")) setTimeout(follow, 500);
  };
  setTimeout(follow, 500);
}

for (const frame of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-zoom]:has(img)"))) zoomable(frame);

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
