// One page of a draft: corners are dragged or moved by keys, with a loupe; filters are shown before they are chosen.
// @ts-check

const frame = /** @type {HTMLElement} */ (document.querySelector("[data-corners]"));
const picture = /** @type {HTMLImageElement} */ (frame.querySelector("img"));
const outline = /** @type {SVGPolygonElement} */ (frame.querySelector("polygon"));
const fields = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll(".corners input[name=corners]")]);
const names = [...document.querySelectorAll(".corners legend")].map((legend) => legend.textContent ?? "");
const size = { x: Number(frame.dataset.width), y: Number(frame.dataset.height) };
const preview = /** @type {HTMLImageElement} */ (document.querySelector("[data-preview]"));

/** The corners in pixels of the photo. */
const corners = [0, 1, 2, 3].map((index) => ({ x: Number(fields[2 * index].value), y: Number(fields[2 * index + 1].value) }));
const original = JSON.stringify(corners);
let filter = "";

const loupe = document.createElement("canvas");
loupe.className = "loupe";
loupe.width = loupe.height = 288;
loupe.hidden = true;
frame.append(loupe);

const handles = corners.map((_, index) => {
  const handle = document.createElement("button");
  handle.type = "button";
  handle.className = "corner";
  frame.append(handle);
  handle.addEventListener("pointerdown", (event) => { handle.setPointerCapture(event.pointerId); handle.focus(); magnify(index); });
  handle.addEventListener("pointermove", (event) => {
    if (!handle.hasPointerCapture(event.pointerId)) return;
    const box = picture.getBoundingClientRect();
    move(index, (event.clientX - box.left) / box.width * size.x, (event.clientY - box.top) / box.height * size.y);
  });
  for (const end of ["pointerup", "pointercancel"]) handle.addEventListener(end, () => { loupe.hidden = true; show(); });
  handle.addEventListener("keydown", (event) => {
    const step = (event.shiftKey ? 10 : 1) * Math.max(1, size.x / picture.clientWidth);
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    move(index, corners[index].x + way[0] * step, corners[index].y + way[1] * step);
    later();
  });
  handle.addEventListener("focus", () => magnify(index));
  handle.addEventListener("blur", () => { loupe.hidden = true; });
  return handle;
});

/**
 * Puts a corner to a place within the photo.
 * @param {number} index
 * @param {number} x
 * @param {number} y
 */
function move(index, x, y) {
  corners[index] = { x: Math.round(Math.max(0, Math.min(size.x, x)) * 10) / 10, y: Math.round(Math.max(0, Math.min(size.y, y)) * 10) / 10 };
  fields[2 * index].value = String(corners[index].x);
  fields[2 * index + 1].value = String(corners[index].y);
  draw();
  magnify(index);
}

function draw() {
  outline.setAttribute("points", corners.map((corner) => `${corner.x},${corner.y}`).join(" "));
  handles.forEach((handle, index) => {
    handle.style.left = `${corners[index].x / size.x * 100}%`;
    handle.style.top = `${corners[index].y / size.y * 100}%`;
    handle.setAttribute("aria-label", `${names[index]}: ${Math.round(corners[index].x)}, ${Math.round(corners[index].y)}`);
  });
}

/**
 * Shows what is around a corner, three times as large, on the other side of the photo.
 * @param {number} index
 */
function magnify(index) {
  const corner = corners[index], side = loupe.width;
  const context = loupe.getContext("2d");
  if (!context || !picture.complete || !picture.naturalWidth) return;
  const scale = picture.naturalWidth / size.x, reach = picture.naturalWidth / picture.clientWidth * (side / 2) / 3;
  context.fillStyle = "#222";
  context.fillRect(0, 0, side, side);
  context.drawImage(picture, corner.x * scale - reach, corner.y * scale - reach, 2 * reach, 2 * reach, 0, 0, side, side);
  context.strokeStyle = "#fff";
  context.lineWidth = 2;
  for (const other of [corners[(index + 1) % 4], corners[(index + 3) % 4]]) {
    context.beginPath();
    context.moveTo(side / 2, side / 2);
    context.lineTo(side / 2 + (other.x - corner.x) * 100, side / 2 + (other.y - corner.y) * 100);
    context.stroke();
  }
  const isLeft = corner.x < size.x / 2;
  loupe.style.left = isLeft ? "auto" : "0.5rem";
  loupe.style.right = isLeft ? "0.5rem" : "auto";
  loupe.style.top = corner.y < size.y / 2 ? "auto" : "0.5rem";
  loupe.style.bottom = corner.y < size.y / 2 ? "0.5rem" : "auto";
  loupe.hidden = false;
}

/** Shows the page as it would be; the last wish counts. */
let timer = 0;
function later() { clearTimeout(timer); timer = window.setTimeout(show, 400); }
function show() {
  const query = new URLSearchParams({ turn: "0", state: preview.dataset.state ?? "" });
  if (JSON.stringify(corners) !== original) query.set("corners", corners.map((corner) => `${corner.x},${corner.y}`).join(","));
  if (filter) query.set("filter", filter);
  const address = `${preview.dataset.preview}?${query}`;
  if (preview.getAttribute("src") === address) return;
  preview.parentElement?.classList.add("waiting");
  preview.src = address;
}
for (const end of ["load", "error"]) preview.addEventListener(end, () => preview.parentElement?.classList.remove("waiting"));

/** A filter is shown when it is pointed at or has the focus, and kept when it is pressed. */
for (const chip of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".result .chip"))) {
  for (const begin of ["pointerenter", "focus"]) chip.addEventListener(begin, () => { filter = chip.value; later(); });
  for (const end of ["pointerleave", "blur"]) chip.addEventListener(end, () => { filter = ""; later(); });
}

for (const field of fields) {
  field.addEventListener("change", () => {
    const index = fields.indexOf(field) >> 1;
    move(index, Number(fields[2 * index].value), Number(fields[2 * index + 1].value));
    loupe.hidden = true;
    show();
  });
}
addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLElement && event.target.closest("input, select, textarea");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.toLowerCase() === "r") /** @type {HTMLButtonElement | null} */ (document.querySelector(`button[name=turn][value="${event.shiftKey ? -90 : 90}"]`))?.click();
  if (event.key.toLowerCase() === "c") handles[0].focus();
});
draw();
