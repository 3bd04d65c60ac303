// Single keys that do something: which they are stands in this browser, and they can be switched off (WCAG 2.1.4).
// @ts-check

const place = "fairy-triage-keys";

/** What each action has as its key, as `KeyboardEvent.key` names it. */
const usual = {
  delete: "ArrowLeft", keep: "ArrowRight", text: "ArrowUp", text2: "ArrowDown", zoom: " ", undo: "u", queue: "q", next: "n", previous: "p",
};

/** @typedef {keyof typeof usual} Action */
const actions = /** @type {Action[]} */ (Object.keys(usual));

/** @type {{ on: boolean, keys: Record<Action, string> }} */
const chosen = { on: true, keys: { ...usual } };
try {
  const kept = JSON.parse(localStorage.getItem(place) ?? "{}");
  if (kept.on === false) chosen.on = false;
  for (const action of actions) {
    const key = kept.keys?.[action];
    if (typeof key === "string" && key.length > 0 && key.length < 20) chosen.keys[action] = key;
  }
} catch { /* What cannot be read is as if nothing had been chosen. */ }

const keep = () => {
  try { localStorage.setItem(place, JSON.stringify(chosen)); } catch { /* A browser that keeps nothing forgets this, too. */ }
};

/** @param {string} key */
const normal = (key) => (key.length === 1 ? key.toLowerCase() : key);

/**
 * What a key does; `null` where it does nothing, or somebody is typing.
 * @param {KeyboardEvent} event
 * @returns {Action | null}
 */
export const actionOf = (event) => {
  // The preferences switch single letters off, and leave arrows and the space bar.
  const hasLetters = document.documentElement.dataset.keys !== "off";
  if (!chosen.on || !hasLetters && /^\p{L}$/u.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("input, select, textarea, summary, dialog, [data-key-list]")) return null;
  if ([" ", "Enter"].includes(event.key) && target?.closest("button, a")) return null;
  const key = normal(event.key);
  return actions.find((action) => chosen.keys[action] === key) ?? null;
};

const drawn = new Map([["ArrowLeft", "←"], ["ArrowRight", "→"], ["ArrowUp", "↑"], ["ArrowDown", "↓"]]);

/**
 * Shows the keys on the page, and lets people choose others.
 * @param {HTMLElement} box
 * @param {DOMStringMap} words names of actions, and what is asked
 */
export const keyChoice = (box, words) => {
  const list = /** @type {HTMLElement} */ (box.querySelector("[data-key-list]"));
  const on = /** @type {HTMLInputElement} */ (box.querySelector("[data-keys-on]"));
  const names = { delete: words.delete, keep: words.keep, text: words.text, text2: words.text2, zoom: words.zoomIn, undo: words.undo, queue: words.queueKey, next: words.next, previous: words.previous };
  const shown = (/** @type {string} */ key) => (key === " " ? words.space ?? "" : drawn.get(key) ?? (key.length === 1 ? key.toUpperCase() : key));
  const show = () => {
    on.checked = chosen.on;
    for (const mark of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-key-of]"))) {
      mark.textContent = chosen.on ? shown(chosen.keys[/** @type {Action} */ (mark.dataset.keyOf)]) : "";
      mark.hidden = !chosen.on;
    }
    list.replaceChildren(...actions.map((action) => {
      const line = document.createElement("li"), name = document.createElement("span");
      const key = document.createElement("kbd"), button = document.createElement("button");
      name.textContent = names[action] ?? action;
      key.textContent = shown(chosen.keys[action]);
      button.type = "button";
      button.className = "plain";
      button.textContent = words.change ?? "";
      button.setAttribute("aria-label", `${words.change}: ${names[action]}, ${shown(chosen.keys[action])}`);
      button.addEventListener("click", () => ask(action, key, button));
      line.append(name, key, button);
      return line;
    }));
  };
  const ask = (/** @type {Action} */ action, /** @type {HTMLElement} */ key, /** @type {HTMLElement} */ button) => {
    key.textContent = "…";
    button.textContent = words.press ?? "";
    const place = actions.indexOf(action);
    const done = () => {
      removeEventListener("keydown", take, true);
      button.removeEventListener("blur", done);
      show();
      /** @type {HTMLElement | undefined} */ (list.querySelectorAll("button")[place])?.focus();
    };
    const take = (/** @type {KeyboardEvent} */ event) => {
      // The way out of the page stays as it is.
      if (["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key !== "Escape") {
        const wanted = normal(event.key);
        const other = actions.find((one) => chosen.keys[one] === wanted);
        if (other) chosen.keys[other] = chosen.keys[action];
        chosen.keys[action] = wanted;
        keep();
      }
      done();
    };
    addEventListener("keydown", take, true);
    button.addEventListener("blur", done);
  };
  on.addEventListener("change", () => { chosen.on = on.checked; keep(); show(); });
  box.querySelector("[data-keys-usual]")?.addEventListener("click", () => {
    Object.assign(chosen, { on: true, keys: { ...usual } });
    keep();
    show();
  });
  box.hidden = false;
  show();
};
