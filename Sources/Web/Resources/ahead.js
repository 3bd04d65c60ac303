// Pictures that are fetched and decoded before somebody comes to them.
// @ts-check

/** @typedef {{ image: HTMLImageElement, ready: Promise<void>, isReady: boolean }} Picture */
/** @type {Map<string, Picture>} */
const pictures = new Map();
/**
 * Those that cannot be shown, however often they are asked for.
 * @type {Map<string, Picture>}
 */
const broken = new Map();
const mostPictures = 10;

/**
 * The picture of a photo, which is decoded before it is shown.
 * @param {{ src: string | null }} photo
 * @param {boolean} isAhead
 * @param {string} size of the picture: what follows its address
 * @returns {Picture | null}
 */
export const picture = (photo, isAhead, size = "") => {
  if (!photo.src) return null;
  const src = photo.src + size, known = pictures.get(src);
  if (known) { pictures.delete(src); pictures.set(src, known); return known; }
  const failed = broken.get(src);
  if (failed) return failed;
  const image = new Image();
  image.alt = "";
  image.draggable = false;
  const load = async () => {
    const answer = await fetch(src, isAhead ? { headers: { "Fairy-Ahead": "1" } } : {});
    if (!answer.ok) {
      // What the photo is at fault for stays so; a service that is busy is asked again.
      if ([404, 413, 422].includes(answer.status)) broken.set(src, made);
      // An answer that nobody reads would keep its connection.
      await answer.body?.cancel();
      throw new Error();
    }
    image.src = URL.createObjectURL(await answer.blob());
    await image.decode().catch((error) => { broken.set(src, made); throw error; });
  };
  /** @type {Picture} */
  const made = { image, ready: Promise.resolve(), isReady: false };
  made.ready = load();
  made.ready.then(() => { made.isReady = true; }, () => { if (pictures.get(src) === made) pictures.delete(src); });
  pictures.set(src, made);
  for (const [other, old] of pictures) {
    if (pictures.size <= mostPictures) break;
    if (old.image.isConnected) continue;
    pictures.delete(other);
    URL.revokeObjectURL(old.image.src);
  }
  return made;
};

/**
 * Takes a picture that is on the page already.
 * @param {string} src
 * @param {HTMLImageElement} image
 */
export const adopt = (src, image) => {
  const ready = image.decode();
  pictures.set(src, { image, ready, isReady: true });
  return ready;
};
