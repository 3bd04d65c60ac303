// The text of a note is copied and shared.
// @ts-check

const field = /** @type {HTMLTextAreaElement} */ (document.querySelector("[data-note]"));

const copy = /** @type {HTMLButtonElement} */ (document.querySelector("[data-copy]"));
copy.hidden = false;
copy.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // A browser that does not let a page write to the clipboard has the text marked, to be copied by hand.
    field.select();
    return;
  }
  const live = document.getElementById("live");
  if (live) live.textContent = copy.dataset.said ?? "";
});

const share = /** @type {HTMLButtonElement} */ (document.querySelector("[data-share]"));
if (navigator.share) {
  share.hidden = false;
  // Whoever shares nothing after all has been told so by the browser.
  share.addEventListener("click", () => { navigator.share({ title: document.title, text: field.value }).catch(() => {}); });
}
