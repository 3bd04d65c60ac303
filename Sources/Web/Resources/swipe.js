// Which way a finger or the mouse drags a card.
// @ts-check

/** @typedef {"left" | "right" | "up" | "down"} Way */

/** What a direction has to have more of than the other one: below that a drag is between two, and decides nothing. */
const clearly = 1.4;

/**
 * The way of a drag, and whether it goes far enough to decide. Between two ways it decides nothing, however far it goes.
 * @param {number} x in CSS pixels to the right
 * @param {number} y in CSS pixels downwards
 * @param {number} far from how many pixels on it decides
 * @returns {{ way: Way | "between" | "none", share: number, decides: boolean }} share: how much of that it is, 0 to 1
 */
export const drag = (x, y, far) => {
  const [across, along] = [Math.abs(x), Math.abs(y)];
  const length = Math.max(across, along);
  const share = Math.min(1, length / far);
  if (length < 12) return { way: "none", share, decides: false };
  if (across < along * clearly && along < across * clearly) return { way: "between", share, decides: false };
  const way = across > along ? (x < 0 ? "left" : "right") : (y < 0 ? "up" : "down");
  return { way, share, decides: length >= far };
};

/**
 * Tells of drags, double taps and long presses on an element.
 * @param {HTMLElement} element
 * @param {{ drag: (x: number, y: number, far: number) => void, end: (x: number, y: number, far: number, isQuick: boolean) => void,
 *   doubleTap: () => void, longPress: () => void }} told
 */
export const gestures = (element, told) => {
  /** @type {{ id: number, x: number, y: number, time: number, moved: number, press: number } | null} */
  let finger = null;
  let lastTap = { time: -Infinity, x: 0, y: 0 };
  const far = () => Math.min(130, Math.max(56, Math.min(element.clientWidth, element.clientHeight) * 0.22));
  const rest = () => { if (finger) clearTimeout(finger.press); finger = null; told.end(0, 0, far(), false); };
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    // A second finger ends the drag: that is no swipe.
    if (finger) { rest(); return; }
    const press = setTimeout(() => {
      if (!finger || finger.moved > 10) return;
      rest();
      told.longPress();
    }, 500);
    finger = { id: event.pointerId, x: event.clientX, y: event.clientY, time: event.timeStamp, moved: 0, press };
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    if (finger?.id !== event.pointerId) return;
    const [x, y] = [event.clientX - finger.x, event.clientY - finger.y];
    finger.moved = Math.max(finger.moved, Math.hypot(x, y));
    told.drag(x, y, far());
  });
  element.addEventListener("pointerup", (event) => {
    if (finger?.id !== event.pointerId) return;
    const [x, y] = [event.clientX - finger.x, event.clientY - finger.y];
    const { moved, time } = finger;
    clearTimeout(finger.press);
    finger = null;
    if (moved > 10) {
      const speed = Math.max(Math.abs(x), Math.abs(y)) / Math.max(1, event.timeStamp - time);
      told.end(x, y, far(), speed > 0.6);
      return;
    }
    told.end(0, 0, far(), false);
    const isSecond = event.timeStamp - lastTap.time < 320 && Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < 40;
    lastTap = isSecond ? { time: -Infinity, x: 0, y: 0 } : { time: event.timeStamp, x: event.clientX, y: event.clientY };
    if (isSecond) told.doubleTap();
  });
  element.addEventListener("pointercancel", (event) => { if (finger?.id === event.pointerId) rest(); });
  element.addEventListener("contextmenu", (event) => event.preventDefault());
};
