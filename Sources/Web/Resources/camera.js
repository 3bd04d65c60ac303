// Takes pages with a camera, with an outline of the page that is in view.
// @ts-check
import { findPage } from "./outline.js";

/** Below this the outline is hidden. */
const LEAST_CONFIDENCE = 0.8;
/** The longest side of the picture in which pages are looked for. */
const SIDE = 200;

const camera = /** @type {HTMLElement} */ (document.querySelector("[data-camera]"));
const video = /** @type {HTMLVideoElement} */ (camera.querySelector("video"));
const overlay = /** @type {SVGSVGElement} */ (camera.querySelector("svg"));
const outline = /** @type {SVGPolygonElement} */ (camera.querySelector("polygon"));
const seen = /** @type {HTMLElement} */ (camera.querySelector(".seen"));
const shutter = /** @type {HTMLButtonElement} */ (camera.querySelector(".shutter"));
const choice = /** @type {HTMLSelectElement} */ (camera.querySelector("select"));
const strip = /** @type {HTMLElement} */ (camera.querySelector(".strip"));
const fault = /** @type {HTMLElement} */ (document.querySelector("[data-fault]"));
const count = /** @type {HTMLElement} */ (document.querySelector("[data-count]"));
const live = /** @type {HTMLElement} */ (document.getElementById("live"));

/** @type {MediaStream | undefined} */
let stream;
let taken = Number(count.dataset.count);

/** @param {string | undefined} text */
const complain = (text) => { fault.textContent = text ?? ""; fault.hidden = !text; };

/** @param {string} [device] */
async function start(device) {
  stream?.getTracks().forEach((track) => track.stop());
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { width: { ideal: 3840 }, height: { ideal: 2160 }, ...(device ? { deviceId: { exact: device } } : { facingMode: { ideal: "environment" } }) },
    });
  } catch (error) {
    const isDenied = error instanceof DOMException && error.name === "NotAllowedError";
    complain(isDenied ? fault.dataset.denied : fault.dataset.missing);
    return;
  }
  complain(undefined);
  video.srcObject = stream;
  await video.play();
  shutter.disabled = false;
  const cameras = (await navigator.mediaDevices.enumerateDevices()).filter((known) => known.kind === "videoinput");
  choice.replaceChildren(...cameras.map((known) => new Option(known.label, known.deviceId, false, known.deviceId === device)));
  /** @type {HTMLElement} */ (choice.parentElement).hidden = cameras.length < 2;
}
choice.addEventListener("change", () => start(choice.value));

/** Looks at each picture that the camera gives. */
const small = document.createElement("canvas");
/** @type {{x: number, y: number}[] | null} */
let shown = null;
let misses = 0;
function look() {
  const scale = SIDE / Math.max(video.videoWidth, video.videoHeight, 1);
  const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
  const context = small.getContext("2d", { willReadFrequently: true });
  if (context && width > 8 && height > 8) {
    if (small.width !== width || small.height !== height) { small.width = width; small.height = height; }
    context.drawImage(video, 0, 0, width, height);
    const found = findPage(context.getImageData(0, 0, width, height).data, width, height);
    show(found && found.confidence >= LEAST_CONFIDENCE ? found.corners : null, width, height);
    camera.dataset.looks = String(Number(camera.dataset.looks ?? 0) + 1);
    camera.dataset.confidence = (found?.confidence ?? 0).toFixed(2);
  }
  wait();
}
function wait() {
  if ("requestVideoFrameCallback" in video) video.requestVideoFrameCallback(look);
  else requestAnimationFrame(look);
}

/**
 * Shows the outline, without trembling; one that is missed once or twice stays.
 * @param {{x: number, y: number}[] | null} corners
 * @param {number} width
 * @param {number} height
 */
function show(corners, width, height) {
  misses = corners ? 0 : misses + 1;
  if (!corners && misses < 3) return;
  if (!corners) shown = null;
  else if (shown && shown.every((old, index) => Math.hypot(old.x - corners[index].x, old.y - corners[index].y) < 12)) {
    shown = shown.map((old, index) => ({ x: old.x + 0.5 * (corners[index].x - old.x), y: old.y + 0.5 * (corners[index].y - old.y) }));
  } else shown = corners;
  overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
  outline.setAttribute("points", (shown ?? []).map((corner) => `${corner.x.toFixed(1)},${corner.y.toFixed(1)}`).join(" "));
  outline.toggleAttribute("hidden", !shown);
  const text = (shown ? seen.dataset.seen : seen.dataset.unseen) ?? "";
  if (seen.textContent !== text) seen.textContent = text;
}

/** A picture with all its pixels, as a JPEG. */
async function photo() {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  return new Promise((/** @type {(blob: Blob | null) => void} */ done) => canvas.toBlob(done, "image/jpeg", 0.93));
}

async function take() {
  const blob = await photo();
  if (!blob) return;
  taken += 1;
  const number = taken, view = /** @type {HTMLElement} */ (camera.querySelector(".viewfinder"));
  view.classList.remove("taken");
  void view.offsetWidth;
  view.classList.add("taken");
  const picture = document.createElement("img"), item = document.createElement("li");
  picture.src = URL.createObjectURL(blob);
  picture.alt = String(number);
  item.append(picture);
  strip.append(item);
  item.scrollIntoView({ block: "nearest" });
  const form = new FormData();
  form.append("files", blob, `${camera.dataset.name} ${number}.jpg`);
  try {
    const answer = await fetch(camera.dataset.camera ?? "", { method: "POST", body: form, redirect: "manual" });
    if (answer.type !== "opaqueredirect" && !answer.ok) throw new Error(String(answer.status));
  } catch {
    item.remove();
    complain(fault.dataset.unsent);
    return;
  }
  const text = (camera.dataset.taken ?? "").replace("{count}", String(number));
  live.textContent = text;
  count.textContent = text;
}
shutter.addEventListener("click", take);
addEventListener("keydown", (event) => {
  if (event.key !== " " || event.target instanceof HTMLElement && event.target.closest("button, input, select, a, summary")) return;
  event.preventDefault();
  if (!shutter.disabled) take();
});
addEventListener("pagehide", () => stream?.getTracks().forEach((track) => track.stop()));

await start();
wait();
