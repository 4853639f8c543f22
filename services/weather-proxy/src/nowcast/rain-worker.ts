/** Computes one forecast in a worker thread and ends, which frees its memory. */
import { parentPort, workerData } from 'node:worker_threads';
import { forecastRain, type StepFrame } from './rain-grid.js';

const grid = forecastRain(workerData as StepFrame[]);
parentPort?.postMessage(grid, grid.intensities ? [grid.intensities.buffer] : []);
