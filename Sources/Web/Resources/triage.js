// Photos one at a time: swipes, keys, and the next pictures before somebody comes to them.
// @ts-check
import { adopt, picture } from "./ahead.js";
import { actionOf, keyChoice } from "./keys.js";
import { ordersTo } from "./orders.js";
import { drag, gestures } from "./swipe.js";
import { zoomable } from "./zoom.js";

/** @typedef {"keep" | "delete" | "text"} Verdict */
/** @typedef {{ id: string, key: string, name: string, about: string, bytes: number, src: string | null, verdict: Verdict | null, reason: string | null }} Photo */
/** @typedef {{ total: number, decided: number, keep: number, delete: number, text: number, queued: number, bytes: number }} Progress */

const page = /** @type {HTMLElement} */ (document.querySelector("[data-triage]"));
const words = /** @type {HTMLElement} */ (page.querySelector("[data-texts]")).dataset;
const base = `/triage/${page.dataset.triage}`, filter = page.dataset.filter ?? "all";
const live = document.getElementById("live");
const fault = /** @type {HTMLElement} */ (page.querySelector("[data-fault]"));
const deck = /** @type {HTMLElement | null} */ (page.querySelector("[data-deck]"));
const whole = /** @type {HTMLDialogElement} */ (page.querySelector("[data-whole]"));

/** @param {string | undefined} text */
const say = (text) => { if (live) live.textContent = text ?? ""; };

/** @param {string} text */
const complain = (text) => { fault.textContent = text; fault.hidden = !text; };

/**
 * A size as the server writes it.
 * @param {number} bytes
 */
const size = (bytes) => {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let [value, unit] = [bytes, 0];
  while (value >= 999.5 && unit < units.length - 1) { value /= 1000; unit += 1; }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }).format(value)}\u00a0${units[unit]}`;
};

/** @type {Progress | null} */
let progress = null;

const orders = ordersTo(base, async (to, result, isLast) => {
  // Numbers of an answer that is followed by others are old already.
  if (isLast && result.progress) { progress = result.progress; sums(); }
  if (result.error) {
    complain(`${result.error.file ?? ""} ${result.error.message}`.trim());
    say(result.error.message);
  } else if (to === "undo") await undone(result);
}, (isThere) => {
  complain(isThere ? "" : words.offline ?? "");
  // What could not be shown before is asked for again.
  if (isThere && isStuck) go();
});

// MARK: The numbers

const numbers = new Intl.NumberFormat(document.documentElement.lang);

const sums = () => {
  if (!progress) return;
  const count = (/** @type {number} */ value) => numbers.format(value);
  const put = (/** @type {string} */ name, /** @type {string} */ text) => {
    const cell = page.querySelector(`[data-count=${name}]`);
    if (cell) cell.textContent = text;
  };
  put("decided", (words.decided ?? "").replace("{count}", count(progress.decided)).replace("{total}", count(progress.total)));
  put("keep", count(progress.keep));
  put("delete", count(progress.delete));
  put("text", count(progress.text));
  put("bytes", size(progress.bytes));
  const bar = /** @type {HTMLProgressElement} */ (page.querySelector("[data-progress]"));
  bar.max = progress.total;
  bar.value = progress.decided;
  const queue = page.querySelector("[data-queue]");
  if (queue) queue.textContent = (words.queue ?? "").replace("{count}", count(progress.queued)).replace("{bytes}", size(progress.bytes));
};

/**
 * What a decision changes before the server has said so.
 * @param {Photo} photo
 * @param {Verdict | null} verdict
 */
const count = (photo, verdict) => {
  if (!progress) return;
  for (const [which, sign] of /** @type {[Verdict | null, number][]} */ ([[photo.verdict, -1], [verdict, 1]])) {
    if (!which) continue;
    progress[which] += sign;
    progress.decided += sign;
    if (which === "delete") { progress.queued += sign; progress.bytes += sign * photo.bytes; }
  }
  photo.verdict = verdict;
  sums();
};

// MARK: The photos

/** @type {Photo[]} */
let photos = [];
let at = 0;
let isEnd = false;
/** Whether the photo that it is at could not be asked for. */
let isStuck = false;
/** @type {Promise<void> | null} */
let coming = null;
/**
 * What was decided here, the last at the end, to be shown again at once when it is undone.
 * @type {{ at: number, verdict: Verdict | null, photo: Photo }[]}
 */
const decided = [];

/** @param {string} query */
const ask = async (query) => {
  const reply = await fetch(`${base}/photos?filter=${filter}&${query}`).catch(() => { throw new Error(words.offline); });
  const answer = await reply.json();
  if (answer.error) throw new Error(answer.error.message);
  return answer;
};

const more = () => {
  if (isEnd || coming) return coming;
  const last = photos[photos.length - 1];
  coming = ask(`count=40${last ? `&after=${last.id}` : ""}`).then((answer) => {
    photos.push(...answer.photos);
    isEnd = answer.photos.length === 0 && !answer.looking;
    if (orders.areSent) { progress = answer.progress; sums(); }
    coming = null;
    ahead();
  }, (error) => { coming = null; complain(error.message || words.offline || ""); });
  return coming;
};

/** What has to be asked for, so that pictures of the usual shapes are as sharp as the screen on a card; "" for the largest there is. */
const pictureSize = (() => {
  const { clientWidth: width = 0, clientHeight: height = 0 } = deck ?? {};
  const side = Math.max(Math.min(width, height * 1.5), Math.min(height, width * 1.5)) * devicePixelRatio;
  return side <= 1024 ? "?side=1024" : side <= 1536 ? "?side=1536" : "";
})();

/** The next three pictures, and the one before. */
const ahead = () => {
  for (const photo of [...photos.slice(at + 1, at + 4), ...photos.slice(Math.max(0, at - 1), at)]) picture(photo, true, pictureSize);
  if (at > photos.length - 12) void more();
};

const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (page.querySelector(selector));

const show = () => {
  if (!deck) return;
  const photo = photos[at];
  if (!photo) { orders.leave(`${base}?filter=${filter}${photos.length ? `&after=${photos[photos.length - 1]?.id}` : ""}`); return; }
  orders.stay();
  const card = document.createElement("figure");
  card.className = "card";
  card.dataset.card = photo.id;
  deck.querySelector(".card:not(.leaving)")?.remove();
  const made = picture(photo, false, pictureSize);
  if (made) {
    card.append(made.image);
    card.classList.toggle("coming", !made.isReady);
    made.ready.then(() => card.classList.remove("coming"), () => {
      card.classList.remove("coming");
      card.classList.add("unreadable");
      card.textContent = words.unreadable ?? "";
    });
  } else {
    card.classList.add("unreadable");
    card.textContent = photo.name;
  }
  deck.append(card);
  deck.setAttribute("aria-label", photo.name);
  find("[data-name]").textContent = photo.name;
  find("[data-about]").textContent = photo.about;
  find("[data-reason]").textContent = photo.reason ?? "";
  find("[data-page-of]").setAttribute("href", `/files/${photo.id}`);
  mark(photo);
  history.replaceState(null, "", `${base}?filter=${filter}&at=${photo.id}`);
  // The pictures ahead wait until this one is there.
  (made ? made.ready : Promise.resolve()).then(ahead, ahead);
};

/** @param {Photo} photo */
const mark = (photo) => {
  const state = find("[data-verdict]");
  state.hidden = !photo.verdict;
  state.className = photo.verdict ? `state v-${photo.verdict}` : "state";
  state.textContent = photo.verdict ? said(photo.verdict) : "";
};

/** @param {Verdict} verdict */
const said = (verdict) => ({ keep: words.saidKeep, delete: words.saidDelete, text: words.saidText })[verdict] ?? "";

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @param {Verdict} verdict
 * @param {import("./swipe.js").Way} way
 */
const decide = (verdict, way) => {
  const photo = photos[at];
  if (!photo || !deck) return;
  decided.push({ at, verdict: photo.verdict, photo });
  orders.add({ to: "verdicts", photo: `${photo.id} ${photo.key}`, verdict });
  count(photo, verdict);
  say(`${photo.name}: ${said(verdict)}`);
  // A tone or a buzz, where the user has switched that on.
  dispatchEvent(new CustomEvent("fairy-did", { detail: verdict }));
  const old = deck.querySelector(".card");
  at += 1;
  if (old && !isStill.matches) {
    old.classList.add("leaving", way);
    old.addEventListener("transitionend", () => old.remove(), { once: true });
    setTimeout(() => old.remove(), 400);
  } else old?.remove();
  cue("none", 0, false);
  go();
};

/** Shows the photo that it is at, once it is known which that is. */
const go = () => {
  isStuck = false;
  if (photos[at] || isEnd) { show(); return; }
  const waiting = more();
  if (waiting) void waiting.then(() => { if (photos[at] || isEnd) show(); else isStuck = true; });
};

/** @param {number} step */
const move = async (step) => {
  if (step < 0 && at === 0 && photos[0]) {
    const answer = await ask(`count=1&before=${photos[0].id}`).catch((error) => complain(error.message));
    if (!answer?.photos.length) return;
    const before = answer.photos;
    photos.unshift(...before);
    at += before.length;
    for (const one of decided) one.at += before.length;
  }
  at = Math.min(at + step, photos.length);
  go();
};

const undo = () => {
  const last = decided.pop();
  orders.add({ to: "undo" });
  if (!last) return;
  count(last.photo, last.verdict);
  at = last.at;
  say(words.undone);
  dispatchEvent(new CustomEvent("fairy-did", { detail: "undo" }));
  show();
};

/**
 * What the server took back.
 * @param {{ undone: number, photos: string[] }} result
 */
const undone = async (result) => {
  if (!result.undone) { say(words.nothingUndone); return; }
  const id = result.photos[0];
  if (!id || photos[at]?.id === id) return;
  const known = photos.findIndex((photo) => photo.id === id);
  if (known < 0 || !deck) { location.assign(`${base}?filter=all&at=${id}`); return; }
  const fresh = (await ask(`count=1&at=${id}`).catch(() => null))?.photos[0];
  if (fresh?.id === id) photos[known] = fresh;
  at = known;
  say(words.undone);
  dispatchEvent(new CustomEvent("fairy-did", { detail: "undo" }));
  show();
};

// MARK: The whole screen

const openWhole = () => {
  const photo = photos[at];
  const made = photo && picture(photo, false, pictureSize);
  if (!photo?.src || !made) return;
  const frame = document.createElement("div");
  frame.className = "whole";
  frame.dataset.zoom = "";
  const image = /** @type {HTMLImageElement} */ (made.image.cloneNode());
  image.alt = photo.name;
  image.src = made.image.src;
  if (pictureSize) {
    // The largest there is takes its place as soon as it is there.
    const large = new Image();
    large.src = photo.src;
    large.decode().then(() => { image.src = large.src; }, () => {});
  }
  frame.append(image);
  whole.querySelector(".whole")?.replaceWith(frame);
  zoomable(frame);
  whole.showModal();
  frame.focus();
};
whole.querySelector("[data-whole-close]")?.addEventListener("click", () => whole.close());
whole.addEventListener("close", () => deck?.focus());
whole.addEventListener("keydown", (event) => {
  if (event.key === " " && !(event.target instanceof HTMLButtonElement)) { event.preventDefault(); whole.close(); }
});

// MARK: What people do

/** @type {Record<import("./swipe.js").Way, Verdict>} */
const verdicts = { left: "delete", right: "keep", up: "text", down: "text" };

/**
 * @param {import("./swipe.js").Way | "between" | "none"} way
 * @param {number} share @param {boolean} decides
 */
const cue = (way, share, decides) => {
  if (!deck) return;
  deck.dataset.way = way;
  deck.classList.toggle("sure", decides);
  deck.style.setProperty("--share", String(share));
};

if (deck) {
  const first = /** @type {HTMLElement} */ (deck.querySelector("[data-card]"));
  const image = first.querySelector("img");
  photos = [{
    id: first.dataset.card ?? "", key: first.dataset.key ?? "", name: find("[data-name]").textContent ?? "", about: find("[data-about]").textContent ?? "",
    bytes: 0, src: image?.getAttribute("src") ?? null, verdict: /** @type {Verdict | null} */ (find("[data-verdict]").dataset.is || null),
    reason: find("[data-reason]").textContent || null,
  }];
  // The first picture is on the page already; what is known of it comes with the others.
  if (image && photos[0]?.src) {
    adopt(photos[0].src + pictureSize, image).then(ahead, () => { first.classList.add("unreadable"); first.textContent = words.unreadable ?? ""; ahead(); });
  } else ahead();
  void ask(`count=1&at=${photos[0]?.id}`).then((answer) => {
    if (answer.photos[0]?.id !== photos[0]?.id) return;
    const verdict = photos[0]?.verdict ?? null;
    photos[0] = { ...answer.photos[0], verdict };
    if (orders.areSent && !decided.length) { progress = answer.progress; sums(); }
  }, () => complain(words.offline ?? ""));
  deck.focus({ preventScroll: true });

  gestures(deck, {
    drag(x, y, far) {
      const card = /** @type {HTMLElement | null} */ (deck.querySelector(".card:not(.leaving)"));
      const { way, share, decides } = drag(x, y, far);
      if (card) card.style.transform = `translate(${x}px, ${y}px) rotate(${x / 60}deg)`;
      cue(way, share, decides);
    },
    end(x, y, far, isQuick) {
      const card = /** @type {HTMLElement | null} */ (deck.querySelector(".card:not(.leaving)"));
      if (card) card.style.transform = "";
      // A quick stroke may be shorter.
      const { way, decides } = drag(x, y, isQuick ? far / 2 : far);
      cue("none", 0, false);
      if (decides && way !== "between" && way !== "none") decide(verdicts[way], way);
    },
    doubleTap: undo,
    longPress: openWhole,
  });

  page.querySelector("[data-verdicts]")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = /** @type {SubmitEvent} */ (event).submitter;
    const verdict = button instanceof HTMLButtonElement ? button.value : "";
    if (verdict === "delete") decide("delete", "left");
    if (verdict === "keep") decide("keep", "right");
    if (verdict === "text") decide("text", "up");
  });
  for (const [selector, step] of /** @type {[string, number][]} */ ([["[data-next]", 1], ["[data-previous]", -1]])) {
    page.querySelector(selector)?.addEventListener("click", (event) => { event.preventDefault(); void move(step); });
  }
  const zoomIn = /** @type {HTMLButtonElement} */ (page.querySelector("[data-zoom-in]"));
  zoomIn.hidden = false;
  zoomIn.addEventListener("click", openWhole);
}

page.querySelector("[data-undo]")?.addEventListener("submit", (event) => { event.preventDefault(); undo(); });

addEventListener("keydown", (event) => {
  const action = whole.open ? null : actionOf(event);
  if (!action) return;
  event.preventDefault();
  // A key that is held down decides once.
  if (event.repeat && !["next", "previous"].includes(action)) return;
  // The keys of all pages are not asked as well.
  event.stopImmediatePropagation();
  switch (action) {
    case "delete": decide("delete", "left"); break;
    case "keep": decide("keep", "right"); break;
    case "text": decide("text", "up"); break;
    case "text2": decide("text", "down"); break;
    case "zoom": openWhole(); break;
    case "undo": undo(); break;
    case "queue": orders.leave(`${base}/queue`); break;
    case "next": void move(1); break;
    case "previous": void move(-1); break;
  }
}, true);

page.querySelector("[data-queue]")?.addEventListener("click", (event) => { event.preventDefault(); orders.leave(`${base}/queue`); });

keyChoice(/** @type {HTMLElement} */ (page.querySelector("[data-keys]")), words);
// What was not sent when the page was left.
orders.begin();

/** A folder that is being looked at: the page is loaded anew when there is something to show. */
const looking = page.querySelector("[data-looking]");
if (looking && !deck) {
  const follow = async () => {
    const answer = await ask("count=1").catch(() => null);
    if (answer && (!answer.looking || answer.photos.length)) { location.reload(); return; }
    const bar = looking.querySelector("progress");
    if (bar && answer?.looking) { bar.value = answer.looking.done; bar.max = answer.looking.total; }
    setTimeout(follow, 500);
  };
  setTimeout(follow, 500);
}
