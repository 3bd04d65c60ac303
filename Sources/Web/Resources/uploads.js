// The list of added files is loaded anew when files have come or gone elsewhere.
// @ts-check
import { listen } from "./events.js";

listen(({ kind, data }) => {
  if (kind !== "upload") return;
  const isShown = document.getElementById(`upload-${data.id}`) !== null;
  // Whoever is in the midst of the list is not disturbed.
  if (isShown !== (data.state === "arrived") && !document.activeElement?.closest("[data-uploads]")) location.reload();
});
