// Pages of a document: their words to be selected, searching with marks, zoom, and going to a page.
// @ts-check

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-document]"));
const words = /** @type {HTMLElement} */ (document.querySelector("template[data-words]"))?.dataset ?? {};
const sheets = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-pages] > li")]);
const space = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Record<string, string>} attributes @param {...(Node | string)} inside */
const make = (name, attributes = {}, ...inside) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
};
/** @param {string} name @param {Record<string, string | number>} attributes */
const draw = (name, attributes) => {
  const element = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
};
/** @param {string | undefined} text @param {Record<string, string | number>} values */
const fill = (text, values) => (text ?? "").replace(/\{(\w+)\}/g, (_, key) => String(values[key] ?? ""));

/** @typedef {[string, number, number, number, number]} Word */

class Reader {
  /** What was searched last. */
  text = "";

  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.file = form.dataset.document ?? "";
    this.total = Number(form.dataset.total);
    this.first = Number(form.dataset.first);
    this.status = make("p", { class: "quiet", role: "status" });
    this.query = /** @type {HTMLInputElement} */ (form.querySelector("[name=q]"));
    this.number = /** @type {HTMLInputElement} */ (form.querySelector("[name=page]"));
    /** 0 fits the width. */
    this.zoom = Number(sessionStorage.getItem(this.zoomKey) ?? 0) || 0;
    /** @type {{page: number, places: number[][][], at: number} | null} */
    this.hits = null;
    this.addTools();
    form.addEventListener("submit", (event) => this.submit(event));
    // The server listed the pages: here the marks take their place.
    document.querySelector(".hits")?.remove();
    this.watch();
    this.size();
    for (const link of document.querySelectorAll(".outline a[data-page]")) {
      link.addEventListener("click", (event) => {
        const page = Number(/** @type {HTMLElement} */ (link).dataset.page);
        if (this.sheet(page)) { event.preventDefault(); this.go(page); }
      });
    }
    addEventListener("keydown", (event) => this.pressed(event), true);
    const asked = new URLSearchParams(location.search);
    if (asked.get("page")) requestAnimationFrame(() => this.go(Number(asked.get("page"))));
    if (this.query.value) this.seek(false, Number(asked.get("page") ?? this.first + 1));
  }

  /** Each document has a zoom of its own. */
  get zoomKey() { return `document-zoom ${location.pathname}`; }

  addTools() {
    /** @param {string | undefined} text @param {string} label @param {() => void} action */
    const button = (text, label, action) => {
      const made = make("button", { type: "button", class: "other", ...(label ? { "aria-label": label, title: label } : {}) }, text ?? "");
      made.addEventListener("click", action);
      return made;
    };
    this.form.append(
      make("div", { class: "buttons" }, button(words.previous, "", () => this.seek(true)), button(words.next, "", () => this.seek(false))),
      make("div", { class: "buttons", role: "group", "aria-label": words.zoomLabel ?? "" },
        button("−", words.zoomOut ?? "", () => this.magnify(1 / 1.25)), button(words.fit, "", () => this.setZoom(0)),
        button("100 %", words.whole ?? "", () => this.setZoom(1)), button("+", words.zoomIn ?? "", () => this.magnify(1.25))),
      make("div", { class: "buttons" }, button("↑", words.previousPage ?? "", () => this.turn(-1)), button("↓", words.nextPage ?? "", () => this.turn(1))));
    // Together they stay in sight while the pages go by.
    const bar = make("div", { class: "reading" });
    this.form.before(bar);
    bar.append(this.form, this.status);
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

  /**
   * The element of a page, from 1.
   * @param {number} page
   */
  sheet(page) { return sheets.find((sheet) => sheet.dataset.number === String(page)); }

  /** The page that is mostly to be seen. */
  get current() {
    const middle = innerHeight / 3;
    const seen = sheets.filter((sheet) => sheet.getBoundingClientRect().top <= middle).pop() ?? sheets[0];
    return Number(seen?.dataset.number ?? 1);
  }

  /** @param {number} page */
  go(page) {
    const wanted = Math.max(1, Math.min(this.total, page || 1));
    const sheet = this.sheet(wanted);
    if (!sheet) { this.leave(wanted); return; }
    sheet.scrollIntoView({ block: "start" });
    this.number.value = String(wanted);
  }

  /**
   * Goes to the part of the document with a page.
   * @param {number} page
   */
  leave(page) {
    const query = new URLSearchParams({ page: String(page) });
    if (this.query.value) query.set("q", this.query.value);
    location.assign(`${location.pathname}?${query}#page-${page}`);
  }

  /** @param {number} by */
  turn(by) {
    const page = this.current + by;
    if (page < 1 || page > this.total) return;
    this.go(page);
    this.status.textContent = fill(words.page, { number: page });
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    if (document.activeElement === this.number) this.go(Number(this.number.value));
    else if (this.query.value) this.seek(false);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const typing = event.target instanceof HTMLElement && event.target.closest("input, select, textarea");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      n: () => this.turn(1), p: () => this.turn(-1), "+": () => this.magnify(1.25), "-": () => this.magnify(1 / 1.25),
      "0": () => this.setZoom(0), "1": () => this.setZoom(1),
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    action();
  }

  // Zoom

  /** @param {number} by */
  magnify(by) {
    const sheet = sheets[0];
    const shown = this.zoom || (sheet?.querySelector("img")?.clientWidth ?? 0) / (Number(sheet?.dataset.width || 1) * 96 / 72);
    this.setZoom(Math.max(0.25, Math.min(5, shown * by)));
  }

  /** @param {number} zoom */
  setZoom(zoom) {
    const page = this.current;
    this.zoom = zoom;
    sessionStorage.setItem(this.zoomKey, String(zoom));
    this.size();
    this.sheet(page)?.scrollIntoView({ block: "start" });
    this.status.textContent = zoom ? `${Math.round(zoom * 100)} %` : words.fit ?? "";
  }

  size() {
    document.querySelector("[data-pages]")?.classList.toggle("zoomed", this.zoom > 0);
    for (const sheet of sheets) {
      const image = /** @type {HTMLImageElement} */ (sheet.querySelector("img"));
      image.style.width = this.zoom ? `${Number(sheet.dataset.width) * 96 / 72 * this.zoom}px` : "";
    }
  }

  // Words

  watch() {
    const watcher = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        watcher.unobserve(entry.target);
        this.layer(/** @type {HTMLElement} */ (entry.target));
      }
    }, { rootMargin: "300px" });
    for (const sheet of sheets) watcher.observe(sheet);
  }

  /**
   * The words of a page above its picture, to be selected.
   * @param {HTMLElement} sheet
   */
  async layer(sheet) {
    if (sheet.dataset.layer || this.wordless) return;
    sheet.dataset.layer = "1";
    try {
      const answer = await this.ask("words", { page: Number(sheet.dataset.number) - 1 });
      const layer = this.overlay(sheet, answer.width, answer.height);
      for (const line of answer.lines) {
        const [top, bottom] = [Math.min(...line.map((/** @type {Word} */ word) => word[2])), Math.max(...line.map((/** @type {Word} */ word) => word[4]))];
        const text = draw("text", { y: bottom - (bottom - top) * 0.22, "font-size": Math.max(1, (bottom - top) * 0.86) });
        line.forEach((/** @type {Word} */ word, /** @type {number} */ index) => {
          const part = draw("tspan", { x: word[1], textLength: Math.max(0.1, word[3] - word[1]), lengthAdjust: "spacingAndGlyphs" });
          part.textContent = word[0];
          text.append(part);
          if (index < line.length - 1) text.append(" ");
        });
        layer.append(text);
      }
    } catch (error) {
      // What its author does not give, or a file that is damaged: pages are to be seen all the same.
      this.wordless = true;
      this.status.textContent = error instanceof Error ? error.message : "";
    }
  }

  /** @param {HTMLElement} sheet @param {number} width @param {number} height */
  overlay(sheet, width, height) {
    const paper = /** @type {HTMLElement} */ (sheet.querySelector(".paper"));
    const known = paper.querySelector("svg");
    if (known) return known;
    const layer = draw("svg", { viewBox: `0 0 ${width} ${height}`, class: "words-layer", "aria-label": fill(words.text, { number: sheet.dataset.number ?? "" }), role: "group" });
    paper.append(layer);
    return layer;
  }

  // Searching

  /** @param {boolean} backward @param {number} [from] the page, from 1, that it begins with */
  async seek(backward, from) {
    const text = this.query.value.trim();
    if (!text) { this.query.focus(); return; }
    if (this.hits && this.text === text) {
      const at = this.hits.at + (backward ? -1 : 1);
      if (at >= 0 && at < this.hits.places.length) { this.hits.at = at; this.mark(); return; }
    }
    const known = this.text === text ? this.hits?.page : undefined;
    let page = from !== undefined ? from - 1 : known !== undefined ? (backward ? known : known + 1) : this.current - 1 + (backward ? 1 : 0);
    this.text = text;
    try {
      for (;;) {
        /** @type {Record<string, string | number>} */
        const asked = { text, page };
        if (backward) asked.backward = 1;
        const answer = await this.ask("find", asked);
        if (typeof answer.searched === "number") {
          page = answer.searched;
          this.status.textContent = fill(words.searching, { number: page + 1 });
          continue;
        }
        if (typeof answer.page !== "number") { this.status.textContent = words.nothing ?? ""; return; }
        if (!this.sheet(answer.page + 1)) { this.leave(answer.page + 1); return; }
        this.hits = { page: answer.page, places: answer.places, at: backward ? answer.places.length - 1 : 0 };
        this.mark();
        return;
      }
    } catch (error) { this.status.textContent = error instanceof Error ? error.message : String(error); }
  }

  /** Marks what was found on a page, and the place at hand more than the others. */
  mark() {
    if (!this.hits) return;
    for (const old of document.querySelectorAll(".words-layer .hit")) old.remove();
    const sheet = this.sheet(this.hits.page + 1);
    if (!sheet) return;
    const layer = this.overlay(sheet, Number(sheet.dataset.width), Number(sheet.dataset.height));
    /** @type {Element | null} */
    let here = null;
    this.hits.places.forEach((place, index) => {
      for (const [left, top, right, bottom] of place) {
        const box = draw("rect", { x: left - 1, y: top - 1, width: right - left + 2, height: bottom - top + 2, rx: 1.5, class: index === this.hits?.at ? "hit here" : "hit" });
        layer.prepend(box);
        if (index === this.hits?.at && !here) here = box;
      }
    });
    /** @type {Element | null} */ (here)?.scrollIntoView({ block: "center" });
    this.number.value = String(this.hits.page + 1);
    this.status.textContent = fill(words.hit, { at: this.hits.at + 1, count: this.hits.places.length, number: this.hits.page + 1 });
  }
}

if (form) new Reader(form);
