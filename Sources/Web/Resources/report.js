// The mail takes the text as it was changed; what is saved is what stands in the field, without asking the server.
// @ts-check
const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-report]"));
const text = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"));
const mail = /** @type {HTMLAnchorElement} */ (form.querySelector("a.download"));
const most = Number(form.dataset.most);

text.addEventListener("input", () => {
  let shown = text.value, body = encodeURIComponent(shown);
  while (body.length > most) {
    // By characters, so that none is cut in two.
    const characters = [...shown];
    shown = characters.slice(0, characters.length - Math.max(1, Math.floor((body.length - most) / 3))).join("");
    body = encodeURIComponent(`${shown}…`);
  }
  mail.href = `mailto:?subject=fairy&body=${body}`;
});
export {};
