// A tree that is folded and unfolded in place: what is in a node is fetched when it is opened.
// @ts-check

const list = /** @type {HTMLElement | null} */ (document.querySelector("[data-tree]"));
const words = /** @type {HTMLElement} */ (document.querySelector("template[data-words]"))?.dataset ?? {};
const blockSize = 200;

/** @param {string} name @param {Record<string, string>} attributes @param {...(Node | string)} inside */
const make = (name, attributes = {}, ...inside) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
};

/** @typedef {{node: number, index: number, key?: string, kind: string, value?: string, count?: number | null, cut?: boolean}} Child */

class Tree {
  /** What was searched last. */
  found = "";

  /** @param {HTMLElement} old */
  constructor(old) {
    this.file = old.dataset.tree ?? "";
    this.root = make("ul", { class: "tree unfolding", role: "tree", "aria-label": words.label ?? "" });
    this.status = make("p", { class: "quiet", role: "status" });
    /** @type {HTMLElement | null} */
    this.current = null;
    old.before(this.tools(), this.status);
    old.replaceWith(this.root);
    for (const nav of document.querySelectorAll(".tree ~ .pages")) nav.remove();
    this.root.addEventListener("keydown", (event) => this.pressed(event));
    this.root.addEventListener("click", (event) => this.clicked(event));
    /** Until the first nodes are there nothing can be found. */
    this.ready = this.begin();
  }

  tools() {
    const find = make("input", { type: "search", maxlength: "200" });
    this.seeker = /** @type {HTMLInputElement} */ (find);
    const back = make("button", { type: "button", class: "other" }, words.previous ?? "");
    const on = make("button", { type: "button", class: "other" }, words.next ?? "");
    const copy = make("button", { type: "button", class: "other" }, words.copy ?? "");
    this.seeker.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.seek(event.shiftKey);
    });
    on.addEventListener("click", () => this.seek(false));
    back.addEventListener("click", () => this.seek(true));
    copy.addEventListener("click", () => this.copy());
    return make("div", { class: "asks" }, make("label", {}, words.find ?? "", find), make("div", { class: "buttons" }, back, on, copy));
  }

  /** @param {string} word @param {Record<string, string | number>} values */
  async ask(word, values) {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(values)) query.set(key, String(value));
    const answer = await fetch(`/files/${this.file}/${word}?${query}`);
    const json = await answer.json();
    if (!answer.ok) throw new Error(json.error?.message ?? String(answer.status));
    return json;
  }

  /** @param {unknown} error */
  fail(error) {
    let place = document.querySelector(".fault");
    if (!place) {
      place = make("p", { class: "fault", role: "alert" });
      this.root.before(place);
    }
    place.textContent = error instanceof Error ? error.message : String(error);
  }

  async begin() {
    try {
      await this.fill(this.root, undefined, 1);
      const first = this.items(this.root);
      if (first.length === 1 && first[0].hasAttribute("aria-expanded")) await this.open(first[0]);
      if (first[0]) first[0].tabIndex = 0;
      this.current = first[0] ?? null;
    } catch (error) { this.fail(error); }
  }

  /** @param {Element} group */
  items(group) { return /** @type {HTMLElement[]} */ ([...group.children].filter((child) => child.getAttribute("role") === "treeitem")); }

  /**
   * Adds the members of a node, from those on that are there.
   * @param {HTMLElement} group
   * @param {number | undefined} node
   * @param {number} level
   */
  async fill(group, node, level) {
    const from = this.items(group).length;
    group.querySelector(":scope > .more")?.remove();
    /** @type {Record<string, number>} */
    const asked = { from, count: blockSize };
    if (node !== undefined) asked.node = node;
    const answer = await this.ask("children", asked);
    /** @type {Child[]} */
    const children = answer.children;
    group.append(...children.map((child) => this.item(child, level)));
    if (answer.damage) this.fail(new Error(answer.damage));
    if (children.length && (children.length === blockSize || answer.pending)) {
      const button = make("button", { type: "button", class: "other" }, words.more ?? "");
      button.addEventListener("click", () => this.fill(group, node, level).catch((error) => this.fail(error)));
      group.append(make("li", { class: "more", role: "none" }, button));
    }
  }

  /** @param {Child} child @param {number} level */
  item(child, level) {
    const isContainer = child.kind === "object" || child.kind === "array";
    const text = isContainer
      ? (child.count === null || child.count === undefined ? "…" : (child.count === 1 ? words.item : words.items ?? "")?.replace("{count}", String(child.count)))
      : child.kind === "string" ? `"${child.value}"${child.cut ? "…" : ""}` : child.value;
    const line = make("div", { class: "node" }, make("span", { class: "fold", "aria-hidden": "true" }),
      // The outermost value has no name.
      ...(level === 1 && child.key === undefined && child.index === 0 ? [] : [make("span", { class: "key" }, make("bdi", {}, child.key ?? String(child.index)))]),
      make("span", { class: `value ${child.kind}` }, make("bdi", {}, text ?? "")));
    const item = make("li", { role: "treeitem", "aria-level": String(level), tabindex: "-1", "data-node": String(child.node), "aria-selected": "false" }, line);
    if (isContainer && child.count !== 0) item.setAttribute("aria-expanded", "false");
    return item;
  }

  /** @param {HTMLElement} item */
  async open(item) {
    if (item.getAttribute("aria-expanded") !== "false" || item.ariaBusy) return;
    const known = /** @type {HTMLElement | null} */ (item.querySelector(":scope > ul"));
    if (known) known.hidden = false;
    else {
      const group = make("ul", { role: "group" });
      item.ariaBusy = "true";
      try {
        await this.fill(group, Number(item.dataset.node), Number(item.getAttribute("aria-level")) + 1);
        item.append(group);
      } catch (error) {
        this.fail(error);
        return;
      } finally {
        item.ariaBusy = null;
      }
    }
    item.setAttribute("aria-expanded", "true");
  }

  /** @param {HTMLElement} item */
  close(item) {
    if (item.getAttribute("aria-expanded") !== "true") return;
    item.setAttribute("aria-expanded", "false");
    const group = /** @type {HTMLElement | null} */ (item.querySelector(":scope > ul"));
    if (group) group.hidden = true;
  }

  /** @param {HTMLElement | null | undefined} item */
  select(item) {
    if (!item) return;
    if (this.current) { this.current.tabIndex = -1; this.current.setAttribute("aria-selected", "false"); }
    this.current = item;
    item.tabIndex = 0;
    item.setAttribute("aria-selected", "true");
    item.focus();
    item.querySelector(".node")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const line = event.target instanceof Element ? event.target.closest(".node") : null;
    const item = /** @type {HTMLElement | null} */ (line?.parentElement ?? null);
    if (!item || String(getSelection())) return;
    this.select(item);
    if (item.getAttribute("aria-expanded") === "true") this.close(item); else this.open(item);
  }

  /** Those that are to be seen, in their order. */
  get shown() {
    return /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll("[role=treeitem]")].filter((item) => !item.parentElement?.closest("ul[hidden]")));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const item = this.current;
    if (!item || event.altKey || event.metaKey || event.ctrlKey || !(event.target instanceof Element) || event.target.closest("button")) return;
    const all = this.shown, at = all.indexOf(item);
    const group = item.querySelector(":scope > ul");
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowDown: () => this.select(all[at + 1]), ArrowUp: () => this.select(all[at - 1]),
      Home: () => this.select(all[0]), End: () => this.select(all[all.length - 1]),
      ArrowRight: () => {
        if (item.getAttribute("aria-expanded") === "false") this.open(item);
        else if (group) this.select(this.items(group)[0]);
      },
      ArrowLeft: () => {
        if (item.getAttribute("aria-expanded") === "true") this.close(item);
        else this.select(/** @type {HTMLElement | null | undefined} */ (item.parentElement?.closest("[role=treeitem]")));
      },
      Enter: () => { if (item.getAttribute("aria-expanded") === "true") this.close(item); else this.open(item); },
      " ": () => { if (item.getAttribute("aria-expanded") === "true") this.close(item); else this.open(item); },
      c: () => { this.copy(); }, n: () => { this.seek(false); }, N: () => { this.seek(true); },
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  /**
   * The next node with the words, opened as far as it lies.
   * @param {boolean} backward
   */
  async seek(backward) {
    const text = this.seeker?.value ?? "";
    if (!text) { this.seeker?.focus(); return; }
    try {
      await this.ready;
      /** @type {Record<string, string | number>} */
      const asked = { text };
      // The first node counts, too, before one was found.
      if (this.found === text && this.current) asked.node = Number(this.current.dataset.node);
      if (backward) asked.backward = 1;
      const answer = await this.ask("find", asked);
      if (typeof answer.node !== "number") {
        this.status.textContent = answer.node === null ? words.nothing ?? "" : words.goesOn ?? "";
        return;
      }
      this.found = text;
      this.status.textContent = answer.around ? words.nothing ?? "" : "";
      for (const node of [...answer.within, answer.node]) await this.reach(node, node === answer.node);
    } catch (error) { this.fail(error); }
  }

  /**
   * Goes to a node whose container is open, and opens it unless it is the last.
   * @param {number} node
   * @param {boolean} isLast
   */
  async reach(node, isLast) {
    /** @returns {HTMLElement | null} */
    const known = () => this.root.querySelector(`[data-node="${node}"]`);
    for (let tries = 0; !known() && tries < 50; tries += 1) {
      const more = [...this.root.querySelectorAll(".more")].pop();
      const group = /** @type {HTMLElement | null | undefined} */ (more?.parentElement);
      if (!group) return;
      const item = /** @type {HTMLElement | null} */ (group.closest("[role=treeitem]"));
      await this.fill(group, item ? Number(item.dataset.node) : undefined, Number(item?.getAttribute("aria-level") ?? 0) + 1);
    }
    const item = known();
    if (!item) return;
    if (isLast) this.select(item); else await this.open(item);
  }

  async copy() {
    if (!this.current) return;
    try {
      const answer = await this.ask("value", { node: Number(this.current.dataset.node) });
      await navigator.clipboard.writeText(answer.path);
      this.status.textContent = `${words.copied ?? ""} ${answer.path}`;
    } catch (error) { this.fail(error); }
  }
}

if (list) new Tree(list);
