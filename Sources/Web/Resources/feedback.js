// A buzz or a tone when something was decided, where the user has switched that on. Pages say so with
//   dispatchEvent(new CustomEvent("fairy-did", { detail: "keep" }))
// where the detail is one of the kinds below; the page that says it need not know what is switched on.
// @ts-check

/** Tones in hertz one after the other, and the length of the buzz in milliseconds. */
const kinds = /** @type {Record<string, { tones: number[], buzz: number }>} */ ({
  keep: { tones: [660], buzz: 10 },
  delete: { tones: [330], buzz: 25 },
  text: { tones: [550], buzz: 15 },
  undo: { tones: [550, 440], buzz: 15 },
  done: { tones: [523, 659, 784], buzz: 30 },
  fault: { tones: [220, 196], buzz: 60 },
});
const { sounds, vibration } = document.documentElement.dataset;
/** @type {AudioContext | undefined} */
let audio;

addEventListener("fairy-did", (event) => {
  const kind = kinds[/** @type {CustomEvent} */ (event).detail];
  if (!kind) return;
  if (vibration === "on") navigator.vibrate?.(kind.buzz);
  if (sounds !== "on") return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  for (const [index, tone] of kind.tones.entries()) {
    const source = audio.createOscillator(), volume = audio.createGain();
    const begin = now + index * 0.09;
    source.frequency.value = tone;
    // It swells and dies away, so that it does not click.
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(0.12, begin + 0.01);
    volume.gain.linearRampToValueAtTime(0, begin + 0.12);
    source.connect(volume).connect(audio.destination);
    source.start(begin);
    source.stop(begin + 0.13);
  }
});
export {};
