/** Rain in the next hour on the state's grid, from radar frames in steps of our scale. */
import {
  nextHourGrid,
  nextHourMinutes,
  rainThresholds,
  minRainDbz,
  unknownIntensity,
} from '@site/domain/weather/next-hour';
import { radarImageSize, radarMeters } from '@site/domain/weather/radar-grid';
import { radarScale } from '@site/domain/weather/radar-scale';
import { noEchoDbz, type RadarGrid } from './field.js';
import { nowcast } from './nowcast.js';

/** Per pixel of `frameSize`, a step of the radar's scale from 1; 0 without an echo. */
export interface StepFrame {
  /** Milliseconds since 1970 UTC. */
  time: number;
  steps: Uint8Array;
}

export interface RainGrid {
  /** Undefined if the frames show echoes, but not how they move. */
  intensities?: Uint8Array<ArrayBuffer>;
  /** Per step of five minutes. */
  confidence: number[];
}

/** Radar bins are a kilometer wide, and radar pictures have two pixels per kilometer. */
const thinning = 2;
export const frameSize = {
  width: Math.floor(radarImageSize.width / thinning),
  height: Math.floor(radarImageSize.height / thinning),
} as const;
/** Frames without more rain than this have nothing that could move. */
const minRainPixels = 20;
const earthRadiusM = 6_378_137;

/** In the middle of the area; its edges differ by 3 %. */
function gridOf(): RadarGrid {
  const { west, east, south, north } = radarMeters;
  const kmPerPixel = (east - west) / frameSize.width / Math.cosh((south + north) / 2 / earthRadiusM) / 1_000;
  return { ...frameSize, kmPerPixelX: kmPerPixel, kmPerPixelY: kmPerPixel };
}

/** Takes every second pixel of a radar picture's steps. */
export function thinSteps(steps: Uint8Array): Uint8Array<ArrayBuffer> {
  const { width, height } = frameSize;
  const thin = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const row = y * thinning * radarImageSize.width;
    for (let x = 0; x < width; x += 1) thin[y * width + x] = steps[row + x * thinning] ?? 0;
  }
  return thin;
}

/** The middle of each step: its lower edge would underestimate. */
const dbzOfStep = Float32Array.from([
  noEchoDbz,
  ...radarScale.map(({ dbz }, index) => (dbz + (radarScale[index + 1]?.dbz ?? dbz + 5)) / 2),
]);

/** Computes for about a second: runs in a worker thread. */
export function forecastRain(frames: readonly StepFrame[]): RainGrid {
  const fields = frames.map(({ time, steps }) => ({ time, dbz: Float32Array.from(steps, (step) => dbzOfStep[step]!) }));
  const { forecasts, hasMotion } = nowcast(fields, gridOf(), nextHourMinutes, { levels: rainThresholds });
  const hasRain = (dbz: Float32Array) =>
    dbz.reduce((sum, value) => sum + (value >= minRainDbz ? 1 : 0), 0) > minRainPixels;
  const isUnknown = !hasMotion && fields.some(({ dbz }) => hasRain(dbz));
  const cells = nextHourGrid.columns * nextHourGrid.rows;
  const intensities = new Uint8Array(cells * nextHourMinutes.length);
  const confidence: number[] = [];
  for (const forecast of forecasts) {
    if (!isUnknown) intensities.set(intensitiesOf(forecast.dbz), confidence.length * cells);
    confidence.push(Math.round(forecast.confidence * 100) / 100);
  }
  return isUnknown ? { confidence } : { intensities, confidence };
}

/** Returns the intensity that half of each cell's pixels reach. */
function intensitiesOf(dbz: Float32Array): Uint8Array {
  const { columns, rows } = nextHourGrid;
  const intensities = new Uint8Array(columns * rows);
  const values = new Float32Array(4);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const pixel = 2 * row * frameSize.width + 2 * column;
      values.set([dbz[pixel]!, dbz[pixel + 1]!, dbz[pixel + frameSize.width]!, dbz[pixel + frameSize.width + 1]!]);
      values.sort();
      // Half of the pixels reach the second strongest; NaN sorts last.
      const half = values[2]!;
      const intensity = rainThresholds.filter((threshold) => half >= threshold).length;
      intensities[row * columns + column] = values.some(Number.isNaN) ? unknownIntensity : intensity;
    }
  }
  return intensities;
}
