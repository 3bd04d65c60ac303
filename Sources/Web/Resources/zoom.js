// Zooms pictures: wheel and pinch around the pointer, 1 to 5 times; a drag moves; a double click or tap goes to 2 times and back.
// @ts-check

/** How long after the first tap a second one makes it a double tap, in milliseconds. */
const doubleTap = 300;

/**
 * Makes the picture in a frame one that can be zoomed.
 * @param {HTMLElement} frame
 */
export const zoomable = (frame) => {
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
  // Touch screens tell of two taps as of a double click, or do not: taps are counted here.
  let lastTap = { time: -Infinity, x: 0, y: 0 }, moved = 0;
  frame.addEventListener("dblclick", (event) => {
    if (event.timeStamp - lastTap.time > 1000) zoom(scale > 1 ? 1 : 2, event.clientX, event.clientY);
  });
  frame.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, event);
    frame.setPointerCapture(event.pointerId);
    moved = fingers.size > 1 ? Infinity : 0;
  });
  frame.addEventListener("pointerup", (event) => {
    if (event.pointerType !== "touch" || moved > 12) return;
    const isSecond = event.timeStamp - lastTap.time < doubleTap && Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < 40;
    if (isSecond) zoom(scale > 1 ? 1 : 2, event.clientX, event.clientY);
    lastTap = { time: event.timeStamp, x: event.clientX, y: event.clientY };
  });
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
      moved += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
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
};
