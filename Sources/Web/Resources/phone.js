// On the phone: shows the secret of the QR code, waits until it is let in, and sends pictures one after the other.
// @ts-check
const phase = document.body.dataset.phone;
const say = (/** @type {string} */ text) => {
  const place = document.getElementById("say");
  if (place) place.textContent = text;
};

if (phase === "entry") {
  const secret = location.hash.slice(1);
  history.replaceState(null, "", "/");
  const answer = /^[0-9a-f]{32}$/.test(secret)
    ? await fetch("/hello", { method: "POST", body: new URLSearchParams({ secret }) }) : null;
  if (answer?.ok) location.replace("/");
  else say(document.getElementById("say")?.dataset.over ?? "");
}

if (phase === "code") {
  const look = async () => {
    const answer = await fetch("/state").catch(() => null);
    const state = answer?.ok ? await answer.json() : null;
    if (state?.phase === "asking") setTimeout(look, 1000);
    else location.replace("/");
  };
  setTimeout(look, 1000);
}

const form = document.querySelector("form");
if (phase === "allowed" && form) {
  const field = /** @type {HTMLInputElement} */ (form.querySelector("input[type=file]"));
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  const bar = /** @type {HTMLProgressElement} */ (form.querySelector("progress"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const files = [...field.files ?? []];
    button.disabled = true;
    bar.hidden = false;
    let sent = 0;
    for (const file of files) {
      say((form.dataset.sending ?? "").replace("{number}", String(sent + 1)).replace("{count}", String(files.length)));
      bar.value = sent / files.length;
      const body = new FormData();
      body.append("pictures", file);
      const answer = await fetch("/pages", { method: "POST", body, redirect: "manual" }).catch(() => null);
      // An opaque answer is the way back to this page: it has arrived.
      if (answer?.type !== "opaqueredirect") { say(`${file.name}: ${form.dataset.failed}`); break; }
      sent += 1;
    }
    button.disabled = false;
    bar.hidden = true;
    if (sent === files.length) location.replace(`/?sent=${sent}`);
  });
}
export {};
