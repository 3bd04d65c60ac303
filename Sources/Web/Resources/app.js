// What pages do beyond what the server made them do: nothing here is needed to read, find, send or download.
// @ts-check

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
    if (state.state !== "running") { location.reload(); return; }
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

/** Pictures: wheel and pinch zoom around the pointer, 1 to 5 times; a drag moves; a double click goes to 2 times and back. */
for (const frame of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-zoom]"))) {
  const picture = /** @type {HTMLImageElement} */ (frame.querySelector("img"));
  let scale = 1, x = 0, y = 0;
  /** @type {Map<number, PointerEvent>} */
  const fingers = new Map();
  frame.tabIndex = 0;
  const show = () => {
    // It stays inside: no edge of the picture comes into the frame.
    const rest = { x: picture.offsetWidth * (scale - 1) / 2, y: picture.offsetHeight * (scale - 1) / 2 };
    x = Math.max(-rest.x, Math.min(rest.x, x));
    y = Math.max(-rest.y, Math.min(rest.y, y));
    picture.style.transform = scale === 1 ? "" : `translate(${x}px, ${y}px) scale(${scale})`;
    frame.style.cursor = scale > 1 ? "grab" : "zoom-in";
  };
  const zoom = (/** @type {number} */ to, /** @type {number} */ atX, /** @type {number} */ atY) => {
    const box = frame.getBoundingClientRect();
    const [dx, dy] = [atX - box.left - box.width / 2, atY - box.top - box.height / 2];
    const next = Math.max(1, Math.min(5, to));
    x = dx - (dx - x) * next / scale;
    y = dy - (dy - y) * next / scale;
    scale = next;
    show();
  };
  frame.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(scale * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });
  frame.addEventListener("dblclick", (event) => zoom(scale > 1 ? 1 : 2, event.clientX, event.clientY));
  frame.addEventListener("pointerdown", (event) => { fingers.set(event.pointerId, event); frame.setPointerCapture(event.pointerId); });
  for (const end of ["pointerup", "pointercancel"]) {
    frame.addEventListener(end, (event) => fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
  }
  frame.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    if (other) {
      const distance = (/** @type {PointerEvent} */ a) => Math.hypot(a.clientX - other.clientX, a.clientY - other.clientY);
      zoom(scale * distance(event) / Math.max(1, distance(before)), (event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2);
    } else {
      x += event.clientX - before.clientX;
      y += event.clientY - before.clientY;
      show();
    }
    fingers.set(event.pointerId, event);
  });
  frame.addEventListener("keydown", (event) => {
    const box = frame.getBoundingClientRect();
    const [middleX, middleY] = [box.left + box.width / 2, box.top + box.height / 2];
    if (event.key === "+" || event.key === "=") zoom(scale * 1.25, middleX, middleY);
    else if (event.key === "-") zoom(scale / 1.25, middleX, middleY);
    else if (event.key === "0") zoom(1, middleX, middleY);
    else if (scale > 1 && event.key.startsWith("Arrow")) {
      if (event.key === "ArrowLeft") x += 60;
      if (event.key === "ArrowRight") x -= 60;
      if (event.key === "ArrowUp") y += 60;
      if (event.key === "ArrowDown") y -= 60;
      show();
    } else return;
    event.preventDefault();
  });
  show();
}

addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLElement && event.target.closest("input, select, textarea");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") {
    /** @type {HTMLInputElement | null} */ (document.querySelector(".search input"))?.focus();
    event.preventDefault();
  }
  // The part before or behind the one on the page.
  const way = event.key === "n" ? "next" : event.key === "p" ? "prev" : "";
  const link = way && document.querySelector(`a[rel=${way}]`);
  if (link instanceof HTMLAnchorElement) { say(link.textContent ?? ""); link.click(); }
});
