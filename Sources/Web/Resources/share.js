// Sharing a PDF in one tap, with what the system offers: a button beside the link that downloads it, where the browser can.
// @ts-check

const probe = new File([], "a.pdf", { type: "application/pdf" });
for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-share]"))) {
  const button = /** @type {HTMLButtonElement | null | undefined} */ (link.parentElement?.querySelector("[data-share-button]"));
  if (!button || !navigator.canShare?.({ files: [probe] })) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      const answer = await fetch(link.href);
      if (!answer.ok) throw new Error();
      const file = new File([await answer.blob()], link.dataset.share ?? "document.pdf", { type: "application/pdf" });
      await navigator.share({ files: [file], title: link.dataset.title ?? document.title });
    } catch (error) {
      // Whoever closes the sheet has decided; everything else ends as a saved file, or as the page that says why there is none.
      if (!(error instanceof DOMException && error.name === "AbortError")) link.click();
    }
  });
}
