// Pictures that are fetched and decoded before somebody comes to them.
// @ts-check

/** @type {Map<string, { image: HTMLImageElement, ready: Promise<void>, isReady: boolean }>} */
const pictures = new Map();
const mostPictures = 10;

/**
 * The picture of a photo, which is decoded before it is shown.
 * @param {{ src: string | null }} photo
 * @param {boolean} isAhead
 */
export const picture = (photo, isAhead) => {
  if (!photo.src) return null;
  const known = pictures.get(photo.src);
  if (known) { pictures.delete(photo.src); pictures.set(photo.src, known); return known; }
  const image = new Image();
  image.alt = "";
  image.draggable = false;
  const load = async () => {
    const answer = await fetch(/** @type {string} */ (photo.src), isAhead ? { headers: { "Fairy-Ahead": "1" } } : {});
    if (!answer.ok) throw new Error();
    image.src = URL.createObjectURL(await answer.blob());
    await image.decode();
  };
  const made = { image, ready: load(), isReady: false };
  made.ready.then(() => { made.isReady = true; }, () => pictures.delete(/** @type {string} */ (photo.src)));
  pictures.set(photo.src, made);
  for (const [src, old] of pictures) {
    if (pictures.size <= mostPictures) break;
    if (old.image.isConnected) continue;
    pictures.delete(src);
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
