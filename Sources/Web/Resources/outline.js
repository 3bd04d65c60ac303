// Finds a page in a small picture, fast enough for each picture of a camera. What is taken is looked at again by fairy
// itself, in all its pixels; this shows people what it is likely to find.
// @ts-check

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{theta: number, rho: number, weight: number}} Line */

const ANGLES = 90;

/**
 * The strongest quadrilateral whose four sides are edges.
 * @param {Uint8ClampedArray} pixels RGBA, row after row
 * @param {number} width
 * @param {number} height
 * @returns {{corners: Point[], confidence: number} | null} corners from the top left clockwise, in pixels; confidence 0…1
 */
export function findPage(pixels, width, height) {
  const edges = gradients(smoothed(pixels, width, height), width, height);
  const lines = strongestLines(edges, width, height);
  let best = null;
  for (const [a, b] of parallels(lines, width, height)) {
    for (const [c, d] of parallels(lines, width, height)) {
      if (Math.abs(Math.cos(a.theta - c.theta)) > 0.6) continue;
      const corners = [meet(a, c), meet(a, d), meet(b, d), meet(b, c)];
      if (corners.some((corner) => !corner || corner.x < -0.04 * width || corner.x > 1.04 * width || corner.y < -0.04 * height || corner.y > 1.04 * height)) continue;
      const quad = ordered(/** @type {Point[]} */ (corners));
      const area = signedArea(quad);
      if (area < 0.12 * width * height || !isConvex(quad)) continue;
      const sides = quad.map((from, index) => support(edges, width, height, from, quad[(index + 1) % 4]));
      const least = Math.min(...sides), mean = sides.reduce((sum, side) => sum + side, 0) / 4;
      // Of two quads with good sides, the larger one is the sheet, and the other a picture or a table on it.
      const confidence = 0.55 * least + 0.45 * mean, rank = confidence + 0.15 * area / (width * height);
      if (!best || rank > best.rank) best = { corners: quad, confidence, rank };
    }
  }
  return best && { corners: refined(edges, width, height, best.corners), confidence: best.confidence };
}

/** The corners of the lines that fit the edges along each side best: votes know angles to two degrees alone. */
function refined(/** @type {ReturnType<typeof gradients>} */ edges, /** @type {number} */ width, /** @type {number} */ height, /** @type {Point[]} */ quad) {
  const sides = quad.map((from, index) => fitted(edges, width, height, from, quad[(index + 1) % 4]));
  return quad.map((corner, index) => meet(sides[(index + 3) % 4], sides[index]) ?? corner);
}

/**
 * The line through the edges next to a side, by least squares.
 * @returns {Line}
 */
function fitted(/** @type {ReturnType<typeof gradients>} */ edges, /** @type {number} */ width, /** @type {number} */ height, /** @type {Point} */ from, /** @type {Point} */ to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y), inward = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  let weight = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
  for (let step = 0; step <= length; step++) {
    for (let offset = -4; offset <= 4; offset++) {
      const px = Math.round(from.x + (to.x - from.x) * step / length + offset * inward.x), py = Math.round(from.y + (to.y - from.y) * step / length + offset * inward.y);
      if (px < 2 || py < 2 || px >= width - 2 || py >= height - 2) continue;
      const at = py * width + px, share = edges.strength[at];
      if (share < edges.threshold || Math.abs(edges.dx[at] * inward.x + edges.dy[at] * inward.y) < 0.85) continue;
      weight += share; x += share * px; y += share * py; xx += share * px * px; xy += share * px * py; yy += share * py * py;
    }
  }
  const theta = Math.atan2(inward.y, inward.x);
  if (weight === 0) return { theta, rho: from.x * inward.x + from.y * inward.y, weight };
  x /= weight; y /= weight;
  // The direction in which they spread least is that of the normal.
  const angle = 0.5 * Math.atan2(2 * (xy / weight - x * y), xx / weight - x * x - (yy / weight - y * y)) + Math.PI / 2;
  return { theta: angle, rho: x * Math.cos(angle) + y * Math.sin(angle), weight };
}

/** Lightness, each pixel the mean of nine. */
function smoothed(/** @type {Uint8ClampedArray} */ pixels, /** @type {number} */ width, /** @type {number} */ height) {
  const grey = new Float32Array(width * height), result = new Float32Array(width * height);
  for (let index = 0; index < grey.length; index++) grey[index] = 0.3 * pixels[4 * index] + 0.59 * pixels[4 * index + 1] + 0.11 * pixels[4 * index + 2];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      result[at] = (grey[at - width - 1] + grey[at - width] + grey[at - width + 1] + grey[at - 1] + grey[at] + grey[at + 1]
        + grey[at + width - 1] + grey[at + width] + grey[at + width + 1]) / 9;
    }
  }
  return result;
}

/** Where lightness changes, how much, and in which direction it grows. */
function gradients(/** @type {Float32Array} */ grey, /** @type {number} */ width, /** @type {number} */ height) {
  const strength = new Float32Array(width * height), dx = new Float32Array(width * height), dy = new Float32Array(width * height);
  let sum = 0, squares = 0, count = 0;
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const at = y * width + x;
      const gx = grey[at + 1 - width] + 2 * grey[at + 1] + grey[at + 1 + width] - grey[at - 1 - width] - 2 * grey[at - 1] - grey[at - 1 + width];
      const gy = grey[at + width - 1] + 2 * grey[at + width] + grey[at + width + 1] - grey[at - width - 1] - 2 * grey[at - width] - grey[at - width + 1];
      const length = Math.hypot(gx, gy);
      strength[at] = length;
      if (length > 0) { dx[at] = gx / length; dy[at] = gy / length; }
      sum += length; squares += length * length; count++;
    }
  }
  const mean = sum / count, spread = Math.sqrt(Math.max(0, squares / count - mean * mean));
  return { strength, dx, dy, threshold: Math.max(24, mean + 0.6 * spread) };
}

/** The lines that most edges lie on (Hough, voting only for the direction of each edge). */
function strongestLines(/** @type {ReturnType<typeof gradients>} */ edges, /** @type {number} */ width, /** @type {number} */ height) {
  const reach = Math.ceil(Math.hypot(width, height)), votes = new Float32Array(ANGLES * 2 * reach);
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const at = y * width + x;
      if (edges.strength[at] < edges.threshold) continue;
      const angle = Math.atan2(edges.dy[at], edges.dx[at]);
      const middle = Math.round(((angle + Math.PI) % Math.PI) / Math.PI * ANGLES);
      for (let bin = middle - 1; bin <= middle + 1; bin++) {
        const index = (bin + ANGLES) % ANGLES, theta = index / ANGLES * Math.PI;
        votes[index * 2 * reach + Math.round(x * Math.cos(theta) + y * Math.sin(theta)) + reach] += Math.min(1, edges.strength[at] / (3 * edges.threshold));
      }
    }
  }
  /** @type {Line[]} */
  const lines = [];
  while (lines.length < 18) {
    let best = 0, at = -1;
    for (let index = 0; index < votes.length; index++) if (votes[index] > best) { best = votes[index]; at = index; }
    if (at < 0 || best < 0.08 * Math.min(width, height)) break;
    const angle = Math.floor(at / (2 * reach)), rho = at % (2 * reach) - reach;
    lines.push({ theta: angle / ANGLES * Math.PI, rho, weight: best });
    for (let bin = angle - 3; bin <= angle + 3; bin++) {
      // Past half a turn, a line has the other sign.
      const isOver = bin < 0 || bin >= ANGLES, index = (bin + ANGLES) % ANGLES, centre = isOver ? -rho : rho;
      for (let near = centre - 4; near <= centre + 4; near++) {
        if (near + reach >= 0 && near + reach < 2 * reach) votes[index * 2 * reach + near + reach] = 0;
      }
    }
  }
  return lines;
}

/** Pairs of lines that may be opposite sides. */
function parallels(/** @type {Line[]} */ lines, /** @type {number} */ width, /** @type {number} */ height) {
  /** @type {[Line, Line][]} */
  const pairs = [];
  for (let first = 0; first < lines.length; first++) {
    for (let second = first + 1; second < lines.length; second++) {
      const [a, b] = [lines[first], lines[second]], cosine = Math.cos(a.theta - b.theta);
      if (Math.abs(cosine) < 0.85) continue;
      if (Math.abs(a.rho - Math.sign(cosine) * b.rho) > 0.2 * Math.min(width, height)) pairs.push([a, b]);
    }
  }
  return pairs;
}

/** @returns {Point | null} */
function meet(/** @type {Line} */ a, /** @type {Line} */ b) {
  const determinant = Math.sin(b.theta - a.theta);
  if (Math.abs(determinant) < 0.2) return null;
  return { x: (a.rho * Math.sin(b.theta) - b.rho * Math.sin(a.theta)) / determinant, y: (b.rho * Math.cos(a.theta) - a.rho * Math.cos(b.theta)) / determinant };
}

function signedArea(/** @type {Point[]} */ quad) {
  return quad.reduce((sum, a, index) => { const b = quad[(index + 1) % 4]; return sum + (a.x * b.y - b.x * a.y) / 2; }, 0);
}

function isConvex(/** @type {Point[]} */ quad) {
  return quad.every((a, index) => {
    const b = quad[(index + 1) % 4], c = quad[(index + 2) % 4];
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0;
  });
}

/** Clockwise on the screen, from the corner next to the top left. */
function ordered(/** @type {Point[]} */ corners) {
  const clockwise = signedArea(corners) >= 0 ? corners : [...corners].reverse();
  const first = clockwise.reduce((best, corner, index) => corner.x + corner.y < clockwise[best].x + clockwise[best].y ? index : best, 0);
  return [0, 1, 2, 3].map((index) => clockwise[(first + index) % 4]);
}

/** The part of a side along which there is an edge of its direction, lighter or darker inside all along: 0…1. */
function support(/** @type {ReturnType<typeof gradients>} */ edges, /** @type {number} */ width, /** @type {number} */ height, /** @type {Point} */ from, /** @type {Point} */ to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y), inward = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  const steps = Math.max(12, Math.round(length / 3));
  let lighter = 0, darker = 0, outside = 0;
  for (let step = 1; step < steps; step++) {
    const x = from.x + (to.x - from.x) * step / steps, y = from.y + (to.y - from.y) * step / steps;
    let found = 0;
    for (let offset = -2; offset <= 2 && !found; offset++) {
      const px = Math.round(x + offset * inward.x), py = Math.round(y + offset * inward.y);
      if (px < 2 || py < 2 || px >= width - 2 || py >= height - 2) continue;
      const at = py * width + px, along = edges.dx[at] * inward.x + edges.dy[at] * inward.y;
      if (edges.strength[at] >= 0.6 * edges.threshold && Math.abs(along) > 0.85) found = Math.sign(along);
    }
    if (x < 2 || y < 2 || x >= width - 2 || y >= height - 2) outside++;
    else if (found > 0) lighter++;
    else if (found < 0) darker++;
  }
  return Math.max(lighter, darker) / Math.max(1, steps - 1 - outside) * (outside > 0.3 * steps ? 0.6 : 1);
}
