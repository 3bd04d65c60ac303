// A table of any length: only the rows on the screen are in the page, and they are fetched in blocks.
// @ts-check

const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-table]"));
const words = /** @type {HTMLElement} */ (document.querySelector("template[data-words]"))?.dataset ?? {};

/** @param {string} name @param {Record<string, string>} attributes @param {...(Node | string)} inside */
const make = (name, attributes = {}, ...inside) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
};
/** @param {string | undefined} text @param {Record<string, string | number>} values */
const fill = (text, values) => (text ?? "").replace(/\{(\w+)\}/g, (_, key) => String(values[key] ?? ""));
/** @param {number} number */
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, number > 9999 ? "\u202f" : "");

const blockSize = 200, rowHeight = 30, mostBlocks = 40, tallest = 12_000_000;

class Grid {
  status = make("p", { class: "quiet", role: "status" });
  head = make("div", { role: "row", class: "grid-row grid-head", "aria-rowindex": "1" });
  body = make("div", { class: "grid-body", role: "rowgroup" });
  canvas = make("div", { class: "grid-canvas", role: "presentation" }, this.body);
  scroller = make("div", {
    class: "grid-view", role: "grid", tabindex: "0", "aria-label": words.label ?? "", "aria-describedby": "grid-keys",
  }, make("div", { role: "rowgroup", class: "grid-top" }, this.head), this.canvas);
  panel = make("section", { class: "summary", hidden: "", "aria-label": words.summary ?? "", tabindex: "-1" });

  /** @param {HTMLElement} sheet */
  constructor(sheet) {
    this.file = sheet.dataset.table ?? "";
    this.filter = sheet.dataset.filter ?? "";
    this.sort = sheet.dataset.sort ?? "";
    this.columns = [...sheet.querySelectorAll("thead th")].slice(1).map((head) => head.textContent ?? "");
    this.total = 0;
    /** The largest number of a row that came. */
    this.largest = 0;
    this.complete = false;
    this.top = 0;
    this.row = 0;
    this.column = 0;
    /** @type {Map<number, {rows: (string | null)[][], numbers: number[]} | null>} */
    this.blocks = new Map();
    this.version = 0;
    /** @type {number[]} */
    this.widths = [];
    this.find = { text: "", row: -1 };
    this.build(sheet);
    this.measure(sheet);
    this.load(0);
  }

  /** @param {HTMLElement} sheet */
  build(sheet) {
    this.scroller.setAttribute("aria-colcount", String(this.columns.length + 1));
    sheet.before(this.tools(), this.status);
    sheet.replaceWith(this.scroller);
    this.scroller.after(make("p", { class: "quiet", id: "grid-keys" }, words.keys ?? ""), this.panel);
    for (const old of document.querySelectorAll(".asks ~ .pages, .remark")) old.remove();
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.scroller.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    this.scroller.addEventListener("keydown", (event) => this.pressed(event));
    this.scroller.addEventListener("mousedown", (event) => this.clicked(event));
    new ResizeObserver(() => this.draw()).observe(this.scroller);
    this.drawHead();
  }

  tools() {
    const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".asks"));
    form?.addEventListener("submit", (event) => {
      event.preventDefault();
      const asked = new FormData(form);
      this.arrange(String(asked.get("filter") ?? ""), String(asked.get("sort") ?? ""));
    });
    const find = make("input", { type: "search", maxlength: "200" });
    const go = make("input", { inputmode: "numeric", maxlength: "12", size: "8" });
    const back = make("button", { type: "button", class: "other", "data-way": "back" }, words.previous ?? "");
    const on = make("button", { type: "button", class: "other", "data-way": "on" }, words.next ?? "");
    const info = make("button", { type: "button", class: "other" }, words.summary ?? "");
    const input = /** @type {HTMLInputElement} */ (find), number = /** @type {HTMLInputElement} */ (go);
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.seek(input.value, event.shiftKey);
    });
    on.addEventListener("click", () => this.seek(input.value, false));
    back.addEventListener("click", () => this.seek(input.value, true));
    number.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      const wanted = Number.parseInt(number.value, 10);
      if (wanted > 0) { this.goTo(wanted); this.scroller.focus(); }
    });
    info.addEventListener("click", () => this.summarize(this.column));
    this.seeker = input;
    return make("div", { class: "asks grid-tools" },
      make("label", {}, words.find ?? "", find), make("div", { class: "buttons" }, back, on),
      make("label", { class: "small" }, words.goto ?? "", go), make("div", { class: "buttons" }, info));
  }

  /**
   * Columns are as wide as the first rows need, within bounds.
   * @param {HTMLElement} sheet
   */
  measure(sheet) {
    const rows = [...sheet.querySelectorAll("tbody tr")].slice(0, 60).map((row) => [...row.querySelectorAll("td")].map((cell) => (cell.textContent ?? "").length));
    this.widths = this.columns.map((name, index) => Math.max(6, Math.min(38, Math.max(name.length + 3, ...rows.map((row) => row[index] ?? 0)) + 2)));
    this.place();
  }

  place() {
    // Wide enough for the largest number of a row: in a filtered or sorted table that is more than there are rows so far.
    const digits = Math.max(3, grouped(Math.max(this.total, this.largest)).length);
    const template = [`calc(${digits}ch + 1.6rem)`, ...this.widths.map((width) => `${width}ch`)].join(" ");
    this.scroller.style.setProperty("--columns", template);
  }

  /** @param {string} filter @param {string} sort */
  arrange(filter, sort) {
    [this.filter, this.sort] = [filter, sort];
    this.version += 1;
    this.blocks.clear();
    [this.total, this.complete, this.row, this.find.row] = [0, false, 0, -1];
    this.drawHead();
    const query = new URLSearchParams();
    if (filter) query.set("filter", filter);
    if (sort) query.set("sort", sort);
    history.replaceState(null, "", `${location.pathname}${String(query) && `?${query}`}`);
    const select = /** @type {HTMLSelectElement | null} */ (document.querySelector(".asks select"));
    if (select) select.value = sort;
    this.scroller.scrollTop = 0;
    this.top = 0;
    document.querySelector(".fault")?.remove();
    this.load(0);
  }

  /** @param {string} word @param {Record<string, string | number>} values */
  async ask(word, values) {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(values)) if (value !== "") query.set(key, String(value));
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
      this.scroller.before(place);
    }
    place.textContent = error instanceof Error ? error.message : String(error);
  }

  /** @param {number} block */
  async load(block) {
    if (this.blocks.has(block)) return;
    this.blocks.set(block, null);
    const version = this.version;
    try {
      const answer = await this.ask("rows", { from: block * blockSize, count: blockSize, filter: this.filter, sort: this.sort });
      if (version !== this.version) return;
      const isPending = !answer.complete && answer.rows.length < blockSize;
      this.total = Math.max(answer.rowCount, this.complete ? this.total : 0);
      this.complete = answer.complete;
      this.largest = Math.max(this.largest, ...(answer.numbers ?? []));
      if (isPending) this.blocks.delete(block); else this.blocks.set(block, answer);
      if (isPending && answer.rows.length) this.blocks.set(block, answer);
      if (this.blocks.size > mostBlocks) {
        const far = [...this.blocks.keys()].sort((a, b) => Math.abs(b - block) - Math.abs(a - block))[0];
        this.blocks.delete(far);
      }
      this.tell(answer.fraction);
      if (!this.complete) setTimeout(() => { if (version === this.version) this.follow(block, isPending); }, 400);
      this.draw();
    } catch (error) {
      if (version !== this.version) return;
      this.blocks.delete(block);
      this.blocks.set(block, { rows: [], numbers: [] });
      this.fail(error);
      // Rows of an earlier filter are not those of this one.
      if (!this.total) {
        this.status.textContent = "";
        this.draw();
      }
    }
  }

  /**
   * How many rows there are becomes known meanwhile.
   * @param {number} block
   * @param {boolean} again
   */
  async follow(block, again) {
    if (again) { this.blocks.delete(block); await this.load(block); return; }
    const version = this.version;
    try {
      const answer = await this.ask("rows", { from: 0, count: 1, filter: this.filter, sort: this.sort });
      if (version !== this.version) return;
      [this.total, this.complete] = [answer.rowCount, answer.complete];
      this.tell(answer.fraction);
      this.draw();
      if (!this.complete) setTimeout(() => { if (version === this.version) this.follow(block, false); }, 400);
    } catch (error) { this.fail(error); }
  }

  /** @param {number | undefined} fraction */
  tell(fraction) {
    const waiting = !this.complete && this.total === 0 && (this.sort || this.filter);
    const text = waiting
      ? fill(words.wait, { part: `${Math.round((fraction ?? 0) * 100)} %` })
      : fill(this.complete ? words.rows : words.more, { count: grouped(this.total) });
    if (this.status && this.status.textContent !== text) this.status.textContent = text;
    this.scroller.setAttribute("aria-rowcount", String(this.complete ? this.total + 1 : -1));
    this.place();
  }

  // Where rows are

  get height() { return Math.min(tallest, this.total * rowHeight); }
  get isScaled() { return this.total * rowHeight > tallest; }
  get visible() { return Math.max(1, Math.floor((this.scroller.clientHeight - rowHeight) / rowHeight)); }
  get last() { return Math.max(0, this.total - this.visible); }

  scrolled() {
    if (this.moving) { this.moving = false; return; }
    const most = Math.max(1, this.scroller.scrollHeight - this.scroller.clientHeight);
    const top = this.isScaled
      ? Math.round(this.scroller.scrollTop / most * this.last) : Math.round(this.scroller.scrollTop / rowHeight);
    this.top = Math.max(0, Math.min(this.last, top));
    this.draw();
  }

  /** @param {WheelEvent} event */
  wheeled(event) {
    if (!this.isScaled || event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    this.show(this.top + Math.sign(event.deltaY) * Math.max(1, Math.round(Math.abs(event.deltaY) / rowHeight)));
  }

  /**
   * Brings a row to the top.
   * @param {number} top
   */
  show(top) {
    this.top = Math.max(0, Math.min(this.last, top));
    const most = Math.max(0, this.scroller.scrollHeight - this.scroller.clientHeight);
    const wanted = this.isScaled ? this.top / Math.max(1, this.last) * most : this.top * rowHeight;
    if (Math.abs(this.scroller.scrollTop - wanted) >= 1) { this.moving = true; this.scroller.scrollTop = wanted; }
    this.draw();
  }

  /** @param {number} row @param {number} column */
  select(row, column) {
    this.row = Math.max(0, Math.min(Math.max(0, this.total - 1), row));
    this.column = Math.max(0, Math.min(this.columns.length - 1, column));
    if (this.row < this.top) this.show(this.row);
    else if (this.row >= this.top + this.visible) this.show(this.row - this.visible + 1);
    else this.draw();
    this.scroller.querySelector(".at-cell")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // Drawing

  drawHead() {
    this.head.replaceChildren(make("div", { role: "columnheader", class: "number", "aria-colindex": "1" }, "#"));
    this.columns.forEach((name, index) => {
      const isUp = this.sort === name, isDown = this.sort === `-${name}`;
      const head = make("div", {
        role: "columnheader", "aria-colindex": String(index + 2), "data-column": String(index),
        "aria-sort": isUp ? "ascending" : isDown ? "descending" : "none", title: name,
      }, make("bdi", {}, name), isUp ? " ↑" : isDown ? " ↓" : "");
      this.head.append(head);
    });
  }

  draw() {
    this.canvas.style.height = `${this.height}px`;
    const first = Math.max(0, this.top - 2), end = Math.min(this.total, this.top + this.visible + 3);
    const rows = [];
    for (let row = first; row < end; row += 1) rows.push(this.line(row));
    this.body.replaceChildren(...rows);
    const offset = this.isScaled ? this.scroller.scrollTop - (this.top - first) * rowHeight : first * rowHeight;
    this.body.style.transform = `translateY(${Math.max(0, Math.min(offset, this.height - (end - first) * rowHeight))}px)`;
    for (let block = Math.floor(first / blockSize); block * blockSize < end; block += 1) this.load(block);
    this.scroller.setAttribute("aria-activedescendant", this.total ? `cell-${this.row}-${this.column}` : "");
  }

  /** @param {number} row */
  line(row) {
    const block = this.blocks.get(Math.floor(row / blockSize));
    const at = row % blockSize, cells = block?.rows[at], number = block?.numbers?.[at];
    const line = make("div", { role: "row", class: "grid-row", "aria-rowindex": String(row + 2) },
      make("div", { role: "rowheader", class: "number", "aria-colindex": "1" }, grouped(number ?? row + 1)));
    this.columns.forEach((_, column) => {
      const text = cells ? cells[column] : "…";
      const isCurrent = row === this.row && column === this.column;
      const cell = make("div", {
        role: "gridcell", "aria-colindex": String(column + 2), id: `cell-${row}-${column}`, "data-row": String(row), "data-column": String(column),
      }, make("bdi", {}, text ?? "·"));
      if (text === null || text === undefined) cell.classList.add("none");
      if (isCurrent) { cell.classList.add("at-cell"); cell.setAttribute("aria-selected", "true"); if (text) cell.title = text; }
      if (row === this.find.row && this.find.text && text?.toLowerCase().includes(this.find.text.toLowerCase())) cell.classList.add("hit");
      line.append(cell);
    });
    return line;
  }

  // What people do

  /** @param {MouseEvent} event */
  clicked(event) {
    const target = event.target instanceof Element ? event.target.closest("[data-column]") : null;
    if (!(target instanceof HTMLElement)) return;
    const column = Number(target.dataset.column);
    if (target.dataset.row === undefined) {
      this.column = column;
      this.turn(column);
    } else this.select(Number(target.dataset.row), column);
  }

  /**
   * Sorts upwards, then downwards, then not at all.
   * @param {number} column
   */
  turn(column) {
    const name = this.columns[column];
    this.arrange(this.filter, this.sort === name ? `-${name}` : this.sort === `-${name}` ? "" : name);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const page = Math.max(1, this.visible - 1);
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowDown: () => this.select(this.row + 1, this.column), ArrowUp: () => this.select(this.row - 1, this.column),
      ArrowRight: () => this.select(this.row, this.column + 1), ArrowLeft: () => this.select(this.row, this.column - 1),
      PageDown: () => { this.show(this.top + page); this.select(this.row + page, this.column); },
      PageUp: () => { this.show(this.top - page); this.select(this.row - page, this.column); },
      Home: () => this.select(event.ctrlKey ? 0 : this.row, 0),
      End: () => this.select(event.ctrlKey ? this.total - 1 : this.row, this.columns.length - 1),
      s: () => this.turn(this.column), i: () => this.summarize(this.column),
      n: () => this.seek(this.find.text, false), N: () => this.seek(this.find.text, true),
    };
    if (event.altKey || event.metaKey || (event.ctrlKey && event.key !== "Home" && event.key !== "End")) return;
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  /** @param {number} number */
  async goTo(number) {
    try {
      const answer = await this.ask("position", { number, filter: this.filter, sort: this.sort });
      if (answer.position === null) { this.select(this.total - 1, this.column); return; }
      this.total = Math.max(this.total, answer.rowCount);
      this.show(answer.position - Math.floor(this.visible / 2));
      this.select(answer.position, this.column);
    } catch (error) { this.fail(error); }
  }

  /** @param {string} text @param {boolean} backward */
  async seek(text, backward) {
    if (!text) { this.seeker?.focus(); return; }
    const isSame = text === this.find.text && this.find.row >= 0;
    const from = isSame ? (backward ? this.find.row : this.find.row + 1) : (backward ? this.row + 1 : this.row);
    this.find.text = text;
    try {
      /** @type {Record<string, string | number>} */
      const asked = { text, from, filter: this.filter, sort: this.sort };
      if (backward) asked.backward = 1;
      const answer = await this.ask("find", asked);
      if (typeof answer.row === "number") {
        this.find.row = answer.row;
        this.total = Math.max(this.total, answer.row + 1);
        this.show(answer.row - Math.floor(this.visible / 2));
        this.select(answer.row, this.column);
        await this.selectHit(answer.row);
        if (this.status) this.status.textContent = fill(words.found, { row: grouped(answer.row + 1), count: grouped(answer.matches) });
      } else if (this.status) {
        this.status.textContent = answer.row === null
          ? words.nothing ?? "" : fill(words.wait, { part: `${Math.round((answer.searched ?? 0) * 100)} %` });
        if (answer.row !== null) setTimeout(() => { if (this.find.text === text) this.seek(text, backward); }, 300);
      }
    } catch (error) { this.fail(error); }
  }

  /**
   * Goes to the cell of a row that has what is looked for: the current one where it has it, or the first.
   * @param {number} row
   */
  async selectHit(row) {
    const version = this.version, text = this.find.text.toLowerCase();
    const known = this.blocks.get(Math.floor(row / blockSize))?.rows[row % blockSize];
    const cells = known ?? (await this.ask("rows", { from: row, count: 1, filter: this.filter, sort: this.sort })).rows[0];
    // Meanwhile somebody may have gone elsewhere.
    if (version !== this.version || this.row !== row) return;
    const hits = this.columns.map((_, column) => column).filter((column) => cells?.[column]?.toLowerCase().includes(text));
    if (hits.length && !hits.includes(this.column)) this.select(row, hits[0]);
  }

  /** @param {number} column */
  async summarize(column) {
    const version = this.version;
    this.panel.hidden = false;
    this.panel.replaceChildren(make("h2", {}, make("bdi", {}, this.columns[column])), make("p", { class: "quiet", role: "status" }, fill(words.wait, { part: "" })));
    this.panel.focus();
    try {
      const answer = await this.ask("column", { column, filter: this.filter });
      if (version !== this.version) return;
      const facts = make("dl", { class: "facts" });
      /** @param {string | undefined} label @param {unknown} value */
      const add = (label, value) => {
        if (value !== undefined && value !== null) facts.append(make("dt", {}, label ?? ""), make("dd", {}, make("bdi", {}, typeof value === "number" ? grouped(value) : String(value))));
      };
      add(words.kind, answer.kind);
      add(words.rowsOf, answer.rows);
      add(words.empty, answer.empty + answer.null + answer.missing);
      add(words.distinct, answer.distinct ?? words.many);
      add(words.smallest, answer.smallest ?? answer.first);
      add(words.largest, answer.largest ?? answer.last);
      const close = make("button", { type: "button", class: "other" }, words.close ?? "");
      close.addEventListener("click", () => { this.panel.hidden = true; this.scroller.focus(); });
      const list = make("ol", { class: "frequent" });
      const most = Math.max(1, ...(answer.frequent ?? []).map((/** @type {{rows: number}} */ entry) => entry.rows));
      for (const entry of answer.frequent ?? []) {
        const bar = /** @type {HTMLMeterElement} */ (make("meter", { max: String(most), value: String(entry.rows), "aria-hidden": "true" }));
        list.append(make("li", {}, make("bdi", {}, entry.value === "" ? "·" : entry.value), bar, make("span", { class: "quiet" }, grouped(entry.rows))));
      }
      const parts = [make("h2", {}, make("bdi", {}, this.columns[column])), facts];
      if (list.children.length) parts.push(make("h3", {}, words.frequent ?? ""), list);
      if (!answer.complete) {
        parts.push(make("p", { class: "quiet", role: "status" }, fill(words.wait, { part: `${Math.round(answer.fraction * 100)} %` })));
        setTimeout(() => { if (!this.panel.hidden && version === this.version) this.summarize(column); }, 700);
      }
      this.panel.replaceChildren(...parts, close);
    } catch (error) {
      this.panel.hidden = true;
      this.fail(error);
    }
  }
}

if (place) new Grid(place);
