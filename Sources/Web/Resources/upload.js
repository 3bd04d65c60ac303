// Files are sent in pieces: with progress, to be cancelled, and to go on after a connection was lost. Without this script a form
// sends them.
// @ts-check
import { say } from "./events.js";

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-upload]"));
const pieceSize = 8 << 20;
const mostAtOnce = 2;
/** How long is waited after a failure, in milliseconds; it doubles each time. */
const pauses = { first: 500, most: 10_000 };
/** Where the uploads are kept that have begun, so that the same file goes on after the page was closed. */
const store = "fairy-uploads";

/** @typedef {{ file: File, name: string, line: HTMLLIElement, cancel: AbortController, id?: string, href?: string }} Sending */

/** @returns {Record<string, string>} */
const begun = () => JSON.parse(localStorage.getItem(store) ?? "{}");
/** @param {Sending} sending */
const key = ({ file, name }) => `${name} ${file.size} ${file.lastModified}`;
/** @param {Sending} sending @param {string | undefined} id */
const keep = (sending, id) => {
  const all = begun();
  if (id) all[key(sending)] = id; else delete all[key(sending)];
  localStorage.setItem(store, JSON.stringify(all));
};

/** A refusal that trying again does not change. */
class Refusal extends Error {}

/**
 * Adds a piece, and tells how much of it has gone.
 * @param {Sending} sending @param {number} offset @param {(sent: number) => void} progressed
 * @returns {Promise<{ offset: number, complete: boolean, href?: string }>}
 */
const add = (sending, offset, progressed) => new Promise((resolve, reject) => {
  const request = new XMLHttpRequest();
  const end = Math.min(sending.file.size, offset + pieceSize);
  const stop = () => request.abort();
  request.open("PATCH", `/api/uploads/${sending.id}`);
  request.setRequestHeader("Content-Type", "application/partial-upload");
  request.setRequestHeader("Upload-Offset", String(offset));
  request.setRequestHeader("Upload-Complete", end === sending.file.size ? "?1" : "?0");
  request.upload.onprogress = (event) => progressed(offset + event.loaded);
  request.onloadend = () => {
    sending.cancel.signal.removeEventListener("abort", stop);
    if (request.status === 200) resolve(JSON.parse(request.responseText));
    else if (request.status >= 400 && request.status !== 409) reject(new Refusal(reason(request.responseText)));
    else reject(new Error("lost"));
  };
  sending.cancel.signal.addEventListener("abort", stop);
  request.send(sending.file.slice(offset, end));
});

/** @param {string} text */
const reason = (text) => {
  try { return JSON.parse(text).title ?? text; } catch { return text; }
};

/**
 * Begins, or finds out how far it was.
 * @param {Sending} sending
 * @returns {Promise<number>}
 */
const begin = async (sending) => {
  const known = sending.id ?? begun()[key(sending)];
  if (known) {
    const answer = await fetch(`/api/uploads/${known}`, { method: "HEAD", signal: sending.cancel.signal });
    if (answer.ok && answer.headers.get("Upload-Complete") === "?0") {
      sending.id = known;
      return Number(answer.headers.get("Upload-Offset"));
    }
    if (answer.ok && sending.id) return sending.file.size;
    if (answer.status !== 404 && !answer.ok) throw new Error("lost");
  }
  const answer = await fetch("/api/uploads", {
    method: "POST", headers: { "Content-Type": "application/json" }, signal: sending.cancel.signal,
    body: JSON.stringify({ name: sending.name, size: sending.file.size }),
  });
  if (!answer.ok) throw new Refusal(reason(await answer.text()));
  sending.id = (await answer.json()).id;
  keep(sending, sending.id);
  return 0;
};

if (form) {
  const words = form.dataset;
  const fields = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[type=file]")]);
  const list = /** @type {HTMLElement} */ (form.querySelector(".arriving"));
  /** @type {Sending[]} */
  const waiting = [];
  /** @type {Sending[]} */
  const done = [];
  let running = 0, failed = 0;

  const size = new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });
  /** @param {Sending} sending @param {string} text @param {number} [fraction] */
  const show = (sending, text, fraction) => {
    const how = sending.line.querySelector(".how"), bar = sending.line.querySelector("progress");
    if (how) how.textContent = text;
    if (bar && fraction !== undefined) bar.value = fraction;
  };
  /** @param {Sending} sending @param {number} sent */
  const progress = (sending, sent) => {
    const fraction = sending.file.size ? Math.min(1, sent / sending.file.size) : 1;
    show(sending, `${size.format(sent / 1e6)} / ${size.format(sending.file.size / 1e6)}`, fraction);
    say(`${sending.name}: ${Math.round(100 * fraction)} %`, false);
  };

  /**
   * Sends one file until all of it has arrived.
   * @param {Sending} sending
   */
  const send = async (sending) => {
    let pause = pauses.first;
    while (!sending.cancel.signal.aborted) {
      try {
        let offset = await begin(sending);
        progress(sending, offset);
        for (;;) {
          const answer = await add(sending, offset, (sent) => progress(sending, sent));
          pause = pauses.first;
          offset = answer.offset;
          if (!answer.complete) continue;
          sending.href = answer.href;
          return;
        }
      } catch (error) {
        if (sending.cancel.signal.aborted || error instanceof Refusal) throw error;
        show(sending, words.waits ?? "");
        await new Promise((resolve) => setTimeout(resolve, pause));
        pause = Math.min(pauses.most, 2 * pause);
      }
    }
  };

  const next = async () => {
    const sending = running < mostAtOnce ? waiting.shift() : undefined;
    if (!sending) return;
    running += 1;
    next();
    try {
      await send(sending);
      keep(sending, undefined);
      sending.line.className = "done";
      show(sending, words.done ?? "");
      sending.line.querySelector("button")?.remove();
      done.push(sending);
    } catch (error) {
      keep(sending, undefined);
      if (sending.cancel.signal.aborted) {
        if (sending.id) fetch(`/api/uploads/${sending.id}`, { method: "DELETE" }).catch(() => {});
        sending.line.remove();
        say(`${sending.name}: ${words.cancelled}`);
      } else {
        failed += 1;
        sending.line.className = "failed";
        show(sending, error instanceof Error ? error.message : "");
        say(`${sending.name}: ${error instanceof Error ? error.message : ""}`);
      }
    }
    running -= 1;
    next();
    // What has arrived is looked at.
    if (running || waiting.length || failed || !done.length) return;
    location.assign(done.length === 1 && done[0].href ? done[0].href : "/uploads");
  };

  /** @param {{ file: File, name: string }[]} files */
  const take = (files) => {
    for (const { file, name } of files) {
      const line = document.createElement("li");
      const shown = document.createElement("bdi"), bar = document.createElement("progress"), how = document.createElement("span");
      const button = document.createElement("button");
      shown.textContent = name;
      bar.max = 1;
      bar.value = 0;
      bar.setAttribute("aria-label", name);
      how.className = "how";
      how.textContent = words.queued ?? "";
      button.type = "button";
      button.className = "other";
      button.textContent = words.cancel ?? "";
      button.setAttribute("aria-label", `${words.cancel}: ${name}`);
      line.append(shown, bar, how, button);
      list.append(line);
      const sending = { file, name, line, cancel: new AbortController() };
      button.addEventListener("click", () => {
        sending.cancel.abort();
        const place = waiting.indexOf(sending);
        if (place < 0) return;
        waiting.splice(place, 1);
        line.remove();
      });
      waiting.push(sending);
    }
    next();
    next();
  };

  const mark = (/** @type {boolean} */ over) => form.classList.toggle("over", over);
  addEventListener("dragover", (event) => { event.preventDefault(); mark(true); });
  addEventListener("dragleave", () => mark(false));
  addEventListener("drop", async (event) => {
    event.preventDefault();
    mark(false);
    // Entries are there during the event alone.
    const items = [...event.dataTransfer?.items ?? []].filter((item) => item.kind === "file");
    const entries = items.map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
    const files = (await Promise.all(entries.map((entry) => entry instanceof File ? [{ file: entry, name: entry.name }] : below(entry)))).flat();
    take(files);
  });
  for (const field of fields) {
    field.required = false;
    field.addEventListener("change", () => {
      take([...field.files ?? []].map((file) => ({ file, name: file.webkitRelativePath || file.name })));
      field.value = "";
    });
  }
  form.classList.add("scripted");
  // They are sent as they are chosen; a whole folder can be chosen, too.
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-script]"))) part.hidden = part.dataset.script === "off";
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("beforeunload", (event) => { if (running || waiting.length) event.preventDefault(); });
}

/**
 * The files of what was dropped, and of all folders in it.
 * @param {FileSystemEntry | null} entry
 * @returns {Promise<{ file: File, name: string }[]>}
 */
async function below(entry) {
  if (!entry) return [];
  const name = entry.fullPath.replace(/^\//, "");
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject));
    return [{ file, name }];
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  const all = [];
  for (;;) {
    const some = /** @type {FileSystemEntry[]} */ (await new Promise((resolve, reject) => reader.readEntries(resolve, reject)));
    if (!some.length) break;
    all.push(...some);
  }
  return (await Promise.all(all.map(below))).flat();
}
