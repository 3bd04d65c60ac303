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
      // Closing the share sheet is a decision. After any other failure the link is followed: it downloads the PDF, or says why not.
      if (!(error instanceof DOMException && error.name === "AbortError")) link.click();
    }
  });
}
