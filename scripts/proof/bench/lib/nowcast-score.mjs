/**
 * Scores of radar extrapolation.
 *     csi, pod, far   of pixels at or above a threshold, at least `margin` pixels from the edge, all start times added up
 *     start           of random points that are dry with rain within 40 pixels, half of which become wet
 * An unknown forecast counts as no rain; pixels without a measurement don't count.
 */

const wetDbz = 20;
/** Of 3 × 3 pixels. */
const minWetPixels = 5;
const searchPixels = 40;
const inTimeMinutes = 10;

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32). */
function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export class PixelScore {
  #counts = new Map();

  constructor({ width, height }, { margin, thresholdsDbz }) {
    Object.assign(this, { width, height, margin, thresholdsDbz });
  }

  add(minutes, forecast, truth) {
    const { width, height, margin } = this;
    for (const threshold of this.thresholdsDbz) {
      const key = `${threshold} ${minutes}`;
      if (!this.#counts.has(key))
        this.#counts.set(key, { threshold, minutes, hit: 0, missed: 0, wrong: 0, unknown: 0 });
      const count = this.#counts.get(key);
      for (let y = margin; y < height - margin; y += 1) {
        for (let pixel = y * width + margin; pixel < y * width + width - margin; pixel += 1) {
          const measured = truth[pixel];
          if (Number.isNaN(measured)) continue;
          // False for NaN.
          const isForecast = forecast[pixel] >= threshold;
          if (measured >= threshold) {
            if (isForecast) count.hit += 1;
            else count.missed += 1;
          } else if (isForecast) count.wrong += 1;
          if (Number.isNaN(forecast[pixel])) count.unknown += 1;
        }
      }
    }
  }

  /** Returns { [threshold]: { [minutes]: { csi, pod, far, obs } } }. */
  result() {
    const scores = {};
    for (const { threshold, minutes, hit, missed, wrong } of this.#counts.values()) {
      const share = (part, total) => (total === 0 ? null : Math.round((part / total) * 10_000) / 10_000);
      (scores[threshold] ??= {})[minutes] = {
        csi: share(hit, hit + missed + wrong),
        pod: share(hit, hit + missed),
        far: share(wrong, hit + wrong),
        obs: hit + missed,
      };
    }
    return scores;
  }
}

/** Whether at least five of 3 × 3 pixels are wet. */
function isWet(field, width, x, y) {
  let wet = 0;
  for (let row = y - 1; row <= y + 1; row += 1)
    for (let column = x - 1; column <= x + 1; column += 1) if (field[row * width + column] >= wetDbz) wet += 1;
  return wet >= minWetPixels;
}

/** Marks pixels with rain within the search distance: grows the wet mask by a disk, row by row. */
function nearRain(field, { width, height }) {
  const near = new Uint8Array(width * height);
  const spans = Array.from({ length: searchPixels + 1 }, (_, dy) => Math.floor(Math.sqrt(searchPixels ** 2 - dy ** 2)));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!(field[y * width + x] >= wetDbz)) continue;
      // Inner pixels of rain add nothing.
      const isInner =
        x > 0 &&
        x < width - 1 &&
        field[y * width + x - 1] >= wetDbz &&
        field[y * width + x + 1] >= wetDbz &&
        y > 0 &&
        y < height - 1 &&
        field[(y - 1) * width + x] >= wetDbz &&
        field[(y + 1) * width + x] >= wetDbz;
      if (isInner) {
        near[y * width + x] = 1;
        continue;
      }
      for (let dy = -searchPixels; dy <= searchPixels; dy += 1) {
        const row = y + dy;
        if (row < 0 || row >= height) continue;
        const span = spans[Math.abs(dy)];
        near.fill(1, row * width + Math.max(0, x - span), row * width + Math.min(width, x + span + 1));
      }
    }
  }
  return near;
}

/**
 * Returns the minutes until each point becomes wet.
 * @param truths [{ minutes, dbz }]
 */
const startOf = (fields, width, { x, y }) => fields.find(({ dbz }) => isWet(dbz, width, x, y))?.minutes;

export class StartScore {
  #points = 0;
  #wet = 0;
  #announced = 0;
  #inTime = 0;
  #dry = 0;
  #cried = 0;
  #errors = 0;

  constructor(grid, { margin }) {
    Object.assign(this, { grid, margin });
  }

  /**
   * @param now the reflectivity at the start time
   * @param forecasts [{ minutes, dbz }], as `truths`
   */
  add(now, forecasts, truths, count, seed) {
    const { width, height } = this.grid;
    const near = nearRain(now, this.grid);
    const wet = [];
    const dry = [];
    for (let y = this.margin; y < height - this.margin; y += 1) {
      for (let x = this.margin; x < width - this.margin; x += 1) {
        const pixel = y * width + x;
        if (!near[pixel] || Number.isNaN(now[pixel]) || isWet(now, width, x, y)) continue;
        if (truths.some(({ dbz }) => Number.isNaN(dbz[pixel]))) continue;
        const start = startOf(truths, width, { x, y });
        (start === undefined ? dry : wet).push({ x, y, start });
      }
    }
    const random = seededRandom(seed);
    const draw = (points) =>
      Array.from({ length: Math.min(count / 2, points.length) }, () => points[Math.floor(random() * points.length)]);
    for (const point of [...draw(wet), ...draw(dry)]) {
      const forecast = startOf(forecasts, width, point);
      this.#points += 1;
      if (point.start === undefined) {
        this.#dry += 1;
        if (forecast !== undefined) this.#cried += 1;
        continue;
      }
      this.#wet += 1;
      if (forecast === undefined) continue;
      this.#announced += 1;
      this.#errors += Math.abs(forecast - point.start);
      if (Math.abs(forecast - point.start) <= inTimeMinutes) this.#inTime += 1;
    }
  }

  result() {
    const share = (part, total) => (total === 0 ? null : Math.round((part / total) * 1_000) / 1_000);
    return {
      points: this.#points,
      announced: share(this.#announced, this.#wet),
      inTime: share(this.#inTime, this.#wet),
      cried: share(this.#cried, this.#dry),
      right: share(this.#inTime + this.#dry - this.#cried, this.#points),
      meanErrorMin: this.#announced === 0 ? null : Math.round((this.#errors / this.#announced) * 10) / 10,
    };
  }
}
