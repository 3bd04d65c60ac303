// The page that lets a phone in follows how it stands, and shows the time that is left.
// @ts-check
const desk = /** @type {HTMLElement | null} */ (document.querySelector("[data-phase]"));
const left = document.getElementById("left"), received = document.getElementById("received");

const follow = async () => {
  if (!desk) return;
  const answer = await fetch("/phone/state");
  const state = await answer.json();
  if (state.phase !== desk.dataset.phase) { location.replace(location.pathname + location.search.replace(/&answer=wrong/, "")); return; }
  if (left) left.textContent = `${Math.floor(state.remaining / 60)}:${String(state.remaining % 60).padStart(2, "0")}`;
  if (received && state.phase === "allowed" && received.textContent !== state.receivedText) received.textContent = state.receivedText;
  setTimeout(follow, 1000);
};
if (desk?.dataset.seconds) setTimeout(follow, 500);
export {};
