// The stream of events, of which a browser has one however many of its pages are open: connections to one host are six, and a
// stream for each page would leave none for pictures. The page that holds a lock listens and tells the others. Where a browser
// cannot do that, or the service lets it not listen, pages ask from time to time.
// @ts-check

const name = "fairy-events";
const pollingInterval = 1000;

/** @typedef {{ kind: string, data: any }} Told */
/** @type {((told: Told) => void)[]} */
const listeners = [];
/** @type {BroadcastChannel | undefined} */
let channel;
/** @type {EventSource | undefined} */
let source;
/** @type {(() => void) | undefined} */
let leave;
let isPolling = false;

/** @param {Told} told */
const tell = (told) => listeners.forEach((listener) => listener(told));

/**
 * Tells this page, and the others.
 * @param {Told} told
 */
const pass = (told) => { tell(told); channel?.postMessage(told); };

const poll = () => {
  if (isPolling) return;
  isPolling = true;
  setInterval(() => { if (!document.hidden) tell({ kind: "reload", data: {} }); }, pollingInterval);
};

/** Listens until the page goes, with the lock. */
const lead = () => new Promise((resolve) => {
  const own = new EventSource("/api/events");
  source = own;
  for (const kind of ["job", "upload", "library", "reload"]) {
    own.addEventListener(kind, (event) => pass({ kind, data: JSON.parse(/** @type {MessageEvent} */ (event).data) }));
  }
  // What happened before the stream began is asked for.
  own.addEventListener("hello", () => pass({ kind: "reload", data: {} }));
  leave = () => { own.close(); source = undefined; resolve(undefined); };
  own.onerror = () => {
    if (own.readyState !== EventSource.CLOSED) return;
    leave?.();
    poll();
  };
});

const join = () => {
  if (!("locks" in navigator) || !("BroadcastChannel" in window) || !("EventSource" in window)) return poll();
  channel = new BroadcastChannel(name);
  channel.onmessage = (event) => tell(event.data);
  navigator.locks.request(name, lead).catch(poll);
};

// A page that is put aside lets another listen; one that is taken out again has missed what happened.
addEventListener("pagehide", () => { leave?.(); channel?.close(); });
addEventListener("pageshow", (event) => {
  if (!event.persisted || !listeners.length) return;
  join();
  tell({ kind: "reload", data: {} });
});

/**
 * Tells of what happens: `job`, `upload`, `library`; or `reload`: events were missed, and what is shown is to be asked for anew.
 * @param {(told: Told) => void} listener
 */
export const listen = (listener) => {
  listeners.push(listener);
  if (listeners.length === 1) join();
};

let lastSaid = -Infinity;

/**
 * Says something to those who listen to the page, at most every few seconds unless it matters.
 * @param {string} text
 * @param {boolean} matters
 */
export const say = (text, matters = true) => {
  const live = document.getElementById("live");
  if (!live || !matters && performance.now() - lastSaid < 5000) return;
  lastSaid = performance.now();
  live.textContent = text;
};
