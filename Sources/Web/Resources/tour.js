// The tour: every gesture is tried on samples, by pointer, touch, keys or buttons, and recognised. Nothing has to be done.
// @ts-check
const tour = /** @type {HTMLElement} */ (document.querySelector(".tour"));
const say = (/** @type {string} */ text) => {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
};
const did = (/** @type {string} */ kind) => dispatchEvent(new CustomEvent("fairy-did", { detail: kind }));

/** @param {string} key */
const finish = (key) => {
  const task = tour.querySelector(`[data-task=${key}]`);
  if (!task || task.classList.contains("done")) return;
  task.classList.add("done");
  task.querySelector(".unseen")?.removeAttribute("hidden");
  const isOver = !tour.querySelector("[data-task]:not(.done)");
  say(isOver ? tour.dataset.done ?? "" : (task.textContent ?? "").trim().replace(/\s+/g, " "));
  if (isOver) did("done");
};

/** A card that is swiped: how far a finger has to go, and how long a press is long. */
const reach = 60, longPress = 500, doubleTap = 350;
const card = /** @type {HTMLElement | null} */ (tour.querySelector(".card"));
const drawing = /** @type {SVGUseElement | null} */ (card?.querySelector("use") ?? null);
let sample = 0;

const show = (/** @type {number} */ index) => {
  sample = (index + 3) % 3;
  drawing?.setAttribute("href", `#sample-${sample}`);
  const names = card?.dataset.names?.split("|") ?? [];
  card?.setAttribute("aria-label", (card.dataset.label ?? "").replace("{name}", names[sample] ?? ""));
};

/** The direction of a movement; empty where it is short, or between two directions. */
const direction = (/** @type {number} */ x, /** @type {number} */ y) => {
  const [a, b] = [Math.abs(x), Math.abs(y)];
  if (Math.max(a, b) < reach || Math.max(a, b) < 1.5 * Math.min(a, b)) return "";
  return a > b ? (x < 0 ? "left" : "right") : (y < 0 ? "up" : "down");
};

const decide = (/** @type {string} */ way) => {
  if (!card) return;
  did(way === "left" ? "delete" : way === "right" ? "keep" : "text");
  const [x, y] = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] }[way] ?? [0, 0];
  card.classList.add("leaving");
  card.style.transform = `translate(${x * 300}px, ${y * 300}px)`;
  setTimeout(() => {
    card.classList.remove("leaving");
    card.style.transform = "";
    delete card.dataset.toward;
    show(sample + 1);
  }, 200);
  finish(way);
};

const undo = () => { show(sample - 1); did("undo"); finish("undo"); };

const dialog = tour.querySelector("dialog");
const zoom = () => {
  if (!dialog || !card) return;
  const large = dialog.querySelector(".large"), picture = card.querySelector("svg")?.cloneNode(true);
  if (picture) large?.replaceChildren(picture);
  dialog.showModal();
  finish("zoom");
};

if (card) {
  card.dataset.label = card.getAttribute("aria-label") ?? "";
  show(0);
  let start = /** @type {PointerEvent | null} */ (null), lastTap = 0, timer = 0, wasLong = false;
  card.addEventListener("pointerdown", (event) => {
    start = event;
    wasLong = false;
    card.setPointerCapture(event.pointerId);
    timer = setTimeout(() => { wasLong = true; zoom(); }, longPress);
  });
  card.addEventListener("pointermove", (event) => {
    if (!start) return;
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (Math.hypot(x, y) > 10) clearTimeout(timer);
    card.style.transform = `translate(${x}px, ${y}px) rotate(${x / 30}deg)`;
    card.dataset.toward = direction(x, y);
  });
  card.addEventListener("pointerup", (event) => {
    clearTimeout(timer);
    if (!start) return;
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    start = null;
    card.style.transform = "";
    card.dataset.toward = "";
    const way = direction(x, y);
    if (way) decide(way);
    else if (Math.hypot(x, y) < 10 && !wasLong) {
      if (event.timeStamp - lastTap < doubleTap) { lastTap = 0; undo(); } else lastTap = event.timeStamp;
    }
  });
  card.addEventListener("pointercancel", () => { clearTimeout(timer); start = null; card.style.transform = ""; card.dataset.toward = ""; });
  card.addEventListener("contextmenu", (event) => event.preventDefault());
}

/** Keys work wherever the focus is, as in triage. The preferences switch letters off, and leave arrows and the space bar. */
const arrows = /** @type {Record<string, string>} */ ({ ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" });
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || dialog?.open) return;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("input, select, textarea")) return;
  const way = arrows[event.key];
  if (card && way && !event.shiftKey) {
    event.preventDefault();
    // A key that is held down decides once.
    if (!event.repeat) decide(way);
    return;
  }
  if (dialog && event.key === " " && !event.shiftKey && !target?.closest("button, a")) {
    event.preventDefault();
    zoom();
    return;
  }
  if (document.documentElement.dataset.keys === "off") return;
  if (event.key === "u" && card) undo();
  if (event.key === "q") openQueue();
});

/** What was deleted and waits. */
const queue = document.getElementById("queue"), queueButton = tour.querySelector("[data-do=queue]");
const openQueue = () => {
  if (!queue || !queueButton) return;
  queue.hidden = false;
  queueButton.setAttribute("aria-expanded", "true");
  finish("queue");
};
const count = () => {
  const left = queue?.querySelectorAll("li").length ?? 0;
  if (queueButton) queueButton.textContent = (queueButton.textContent ?? "").replace(/\(\d+\)/, `(${left})`);
  return left;
};

/** A file that is dragged onto a field, or chosen and then put there. */
const tile = /** @type {HTMLElement | null} */ (tour.querySelector(".tile")), field = /** @type {HTMLElement | null} */ (tour.querySelector(".field"));
const add = () => {
  if (!tile || !field) return;
  field.textContent = (tour.dataset.added ?? "").replace("{name}", tile.textContent?.trim() ?? "");
  tile.setAttribute("aria-pressed", "false");
  did("done");
  finish("add");
};
if (tile && field) {
  let start = /** @type {PointerEvent | null} */ (null);
  const isOver = (/** @type {PointerEvent} */ event) => {
    const box = field.getBoundingClientRect();
    return event.clientX > box.left && event.clientX < box.right && event.clientY > box.top && event.clientY < box.bottom;
  };
  tile.addEventListener("pointerdown", (event) => { start = event; tile.setPointerCapture(event.pointerId); });
  tile.addEventListener("pointermove", (event) => {
    if (!start) return;
    tile.style.transform = `translate(${event.clientX - start.clientX}px, ${event.clientY - start.clientY}px)`;
    field.classList.toggle("over", isOver(event));
  });
  for (const end of ["pointerup", "pointercancel"]) {
    tile.addEventListener(end, (event) => {
      if (start && end === "pointerup" && isOver(/** @type {PointerEvent} */ (event))) add();
      start = null;
      tile.style.transform = "";
      field.classList.remove("over");
    });
  }
}

tour.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-do]") : null;
  if (!(button instanceof HTMLElement)) return;
  switch (button.dataset.do) {
    case "left": case "right": case "up": case "down": decide(button.dataset.do); break;
    case "undo": undo(); break;
    case "zoom": zoom(); break;
    case "close": dialog?.close(); break;
    case "queue": openQueue(); break;
    case "keep": {
      const line = button.closest("li"), next = line?.nextElementSibling ?? line?.previousElementSibling;
      line?.remove();
      count();
      did("undo");
      /** @type {HTMLElement | null | undefined} */ (next?.querySelector("button") ?? queue?.querySelector("[data-do=empty]"))?.focus();
      finish("keep");
      break;
    }
    case "empty":
      queue?.querySelectorAll("li").forEach((line) => line.remove());
      count();
      queue?.setAttribute("hidden", "");
      queueButton?.setAttribute("aria-expanded", "false");
      tour.querySelector(".emptied")?.removeAttribute("hidden");
      /** @type {HTMLElement | null} */ (queueButton)?.focus();
      did("delete");
      finish("empty");
      break;
    case "choose": button.setAttribute("aria-pressed", "true"); field?.focus(); break;
    case "add": if (tile?.getAttribute("aria-pressed") === "true") add(); break;
  }
});
export {};
