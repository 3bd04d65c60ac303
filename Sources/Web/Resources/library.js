// Choosing several documents of the list: all at once, and how many there are.
// @ts-check

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-batch]"));
const all = /** @type {HTMLButtonElement | null} */ (form?.querySelector("[data-all]") ?? null);
if (form && all) {
  const boxes = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[name=document]")]);
  const legend = /** @type {HTMLElement} */ (form.querySelector("[data-batch-bar] legend"));
  const words = legend.textContent ?? "";
  const show = () => {
    const count = boxes.filter((box) => box.checked).length;
    legend.textContent = count ? `${words} (${count})` : words;
    form.classList.toggle("choosing", count > 0);
    all.setAttribute("aria-pressed", String(count === boxes.length));
  };
  all.hidden = false;
  all.addEventListener("click", () => {
    const isAll = boxes.every((box) => box.checked);
    for (const box of boxes) box.checked = !isAll;
    show();
  });
  form.addEventListener("change", show);
  show();
}
