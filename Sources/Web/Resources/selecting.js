// Lists with checkboxes: all are selected at once, the number of those that are selected is shown, and files that become one are sent
// in the order in which they were selected.
// @ts-check

for (const all of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[type=checkbox][data-all]"))) {
  const form = all.form;
  const boxes = /** @type {HTMLInputElement[]} */ ([...(form?.querySelectorAll("input[type=checkbox][name]") ?? [])]);
  const count = /** @type {HTMLElement | null} */ (form?.querySelector("[data-chosen]") ?? null);
  if (!form || !boxes.length) continue;
  /** Those that are selected, the first selected first. */
  let selected = /** @type {HTMLInputElement[]} */ ([]);
  const show = () => {
    selected = [...selected.filter((box) => box.checked), ...boxes.filter((box) => box.checked && !selected.includes(box))];
    all.checked = selected.length === boxes.length;
    all.indeterminate = selected.length > 0 && !all.checked;
    const number = new Intl.NumberFormat(document.documentElement.lang).format(selected.length);
    if (count) count.textContent = (count.dataset.text ?? "{number}").replace("{number}", number);
  };
  all.addEventListener("change", () => {
    // An event for each box would count them again and again.
    for (const box of boxes) box.checked = all.checked;
  });
  form.addEventListener("change", show);
  form.addEventListener("formdata", ({ formData }) => {
    const name = boxes[0].name;
    formData.delete(name);
    for (const box of selected) formData.append(name, box.value);
  });
  // Browsers select again what was selected when somebody comes back.
  addEventListener("pageshow", show);
  for (const part of form.querySelectorAll("[data-script=on]")) part.removeAttribute("hidden");
  show();
}
