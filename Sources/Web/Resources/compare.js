// Before and after, one above the other, with a divider that is dragged or moved by keys.
// @ts-check

for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-compare]"))) {
  const [before, after] = /** @type {HTMLImageElement[]} */ ([...box.querySelectorAll("img")]);
  if (!before || !after) continue;
  const stage = document.createElement("div"), handle = document.createElement("div");
  const tags = [...box.querySelectorAll("figcaption")].map((caption) => {
    const tag = document.createElement("span");
    tag.className = "tag-over";
    tag.textContent = caption.textContent;
    return tag;
  });
  stage.className = "compare-stage";
  handle.className = "compare-handle";
  handle.tabIndex = 0;
  for (const [name, value] of Object.entries({
    role: "slider", "aria-label": box.dataset.compare ?? "", "aria-valuemin": "0", "aria-valuemax": "100", "aria-orientation": "horizontal",
  })) handle.setAttribute(name, value);
  stage.append(after, before, ...tags, handle);
  box.replaceChildren(stage);
  box.classList.add("is-live");
  before.classList.add("is-before");
  tags[1]?.classList.add("at-end");
  let at = 50;
  const show = (/** @type {number} */ to) => {
    at = Math.max(0, Math.min(100, to));
    // The picture before is seen on the left of the divider, in every language.
    before.style.clipPath = `inset(0 ${100 - at}% 0 0)`;
    handle.style.left = `${at}%`;
    handle.setAttribute("aria-valuenow", String(Math.round(at)));
    handle.setAttribute("aria-valuetext", `${Math.round(at)} %`);
  };
  const follow = (/** @type {PointerEvent} */ event) => {
    const area = stage.getBoundingClientRect();
    show((event.clientX - area.left) / area.width * 100);
  };
  stage.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    handle.focus();
    stage.setPointerCapture(event.pointerId);
    follow(event);
  });
  stage.addEventListener("pointermove", (event) => { if (stage.hasPointerCapture(event.pointerId)) follow(event); });
  handle.addEventListener("keydown", (event) => {
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: at - 2, ArrowRight: at + 2, ArrowDown: at - 2, ArrowUp: at + 2, PageDown: at - 20, PageUp: at + 20, Home: 0, End: 100 };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  });
  show(50);
}
