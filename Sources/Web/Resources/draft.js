// The pages of a draft: follows what is being done, and lets pages be dragged and moved by keys.
// @ts-check

/** While something is being done, the page is loaded anew when there is more to see. */
const busy = /** @type {HTMLElement | null} */ (document.querySelector("[data-busy]"));
if (busy) {
  const { busy: address = "", revision } = busy.dataset;
  let waiting = -1;
  const look = async () => {
    const state = await (await fetch(address)).json();
    if (waiting < 0) waiting = state.busy;
    if (state.busy === 0 || (state.busy !== waiting && String(state.revision) !== revision)) { location.reload(); return; }
    setTimeout(look, 400);
  };
  setTimeout(look, 400);
}

/**
 * Sends a form, as if a button of it had been pressed.
 * @param {string} action
 * @param {string} name
 * @param {string | number} value
 */
const send = (action, name, value) => {
  const form = document.createElement("form"), field = document.createElement("input");
  form.method = "post";
  form.action = action;
  field.name = name;
  field.value = String(value);
  form.append(field);
  document.body.append(form);
  form.submit();
};

const leaves = /** @type {HTMLElement | null} */ (document.querySelector("[data-leaves]"));
if (leaves) {
  const all = () => /** @type {HTMLElement[]} */ ([...leaves.children]);
  leaves.addEventListener("keydown", (event) => {
    const leaf = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest("li")) : null;
    if (!leaf || event.ctrlKey || event.metaKey) return;
    const place = Number(leaf.dataset.place), action = leaf.dataset.action ?? "";
    if (event.altKey && event.key === "ArrowLeft") send(`${action}/move`, "move", place - 1);
    else if (event.altKey && event.key === "ArrowRight") send(`${action}/move`, "move", place + 1);
    else if (!event.altKey && event.key.toLowerCase() === "r") send(`${action}/turn`, "turn", event.shiftKey ? -90 : 90);
    else return;
    event.preventDefault();
  });

  /** A page that is dragged by a mouse or pen, or by a finger that was held on it. */
  let lifted = /** @type {HTMLElement | null} */ (null), moved = false, timer = 0;
  const lift = (/** @type {HTMLElement} */ leaf, /** @type {number} */ pointer) => {
    lifted = leaf;
    moved = false;
    leaf.classList.add("lifted");
    leaves.setPointerCapture(pointer);
  };
  leaves.addEventListener("dragstart", (event) => event.preventDefault());
  leaves.addEventListener("pointerdown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const leaf = /** @type {HTMLElement | null} */ (target?.closest("li") ?? null);
    if (!leaf || !target?.closest("a") || event.button !== 0) return;
    if (event.pointerType === "touch") {
      timer = window.setTimeout(() => lift(leaf, event.pointerId), 350);
      return;
    }
    const start = { x: event.clientX, y: event.clientY };
    const begin = (/** @type {PointerEvent} */ now) => {
      if (Math.hypot(now.clientX - start.x, now.clientY - start.y) < 6) return;
      leaves.removeEventListener("pointermove", begin);
      lift(leaf, now.pointerId);
    };
    leaves.addEventListener("pointermove", begin);
    addEventListener("pointerup", () => leaves.removeEventListener("pointermove", begin), { once: true });
  });
  leaves.addEventListener("pointermove", (event) => {
    if (!lifted) { clearTimeout(timer); return; }
    const over = document.elementsFromPoint(event.clientX, event.clientY)
      .map((element) => /** @type {HTMLElement | null} */ (element.closest("[data-leaves] > li"))).find((leaf) => leaf && leaf !== lifted);
    if (!over) return;
    const isLater = all().indexOf(over) > all().indexOf(lifted);
    over.insertAdjacentElement(isLater ? "afterend" : "beforebegin", lifted);
    moved = true;
  });
  const drop = (/** @type {PointerEvent} */ event) => {
    clearTimeout(timer);
    if (!lifted) return;
    const leaf = lifted;
    leaf.classList.remove("lifted");
    lifted = null;
    if (event.type === "pointercancel" || !moved) return;
    leaves.addEventListener("click", (click) => { click.preventDefault(); click.stopPropagation(); }, { capture: true, once: true });
    send(`${leaf.dataset.action}/move`, "move", all().indexOf(leaf) + 1);
  };
  // A finger that carries a page does not scroll, which would take the pointer away.
  leaves.addEventListener("touchmove", (event) => { if (lifted) event.preventDefault(); }, { passive: false });
  leaves.addEventListener("pointerup", drop);
  leaves.addEventListener("pointercancel", drop);
}
