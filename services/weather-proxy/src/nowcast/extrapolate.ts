/** Semi-Lagrangian backward extrapolation (Staniforth and Côté 1991; Germann and Zawadzki 2002). */
import type { RadarGrid } from './field.js';
import type { Motion } from './motion.js';
import type { CoarseField } from './probability.js';

const stepMinutes = 5;

/** Bilinear, between cell centers; the outermost cells continue outside. */
function sample(field: Float32Array, width: number, height: number, x: number, y: number): number {
  const insideX = Math.min(Math.max(x, 0), width - 1);
  const insideY = Math.min(Math.max(y, 0), height - 1);
  const left = Math.min(Math.floor(insideX), Math.max(0, width - 2));
  const top = Math.min(Math.floor(insideY), Math.max(0, height - 2));
  const shareX = insideX - left;
  const shareY = insideY - top;
  const at = top * width + left;
  const right = width > 1 ? 1 : 0;
  const below = height > 1 ? width : 0;
  return (
    (field[at]! * (1 - shareX) + field[at + right]! * shareX) * (1 - shareY) +
    (field[at + below]! * (1 - shareX) + field[at + below + right]! * shareX) * shareY
  );
}

/** Backward trajectories from every cell, advanced step by step. */
export class Trajectories {
  /** How far each cell's air has come, in cells. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  private minutes = 0;

  constructor(
    readonly motion: Motion,
    private readonly grid: RadarGrid,
  ) {
    this.x = new Float32Array(motion.u.length);
    this.y = new Float32Array(motion.u.length);
  }

  advanceTo(minutes: number): void {
    while (minutes - this.minutes > 1e-6) this.advance(Math.min(stepMinutes, minutes - this.minutes));
  }

  private advance(minutes: number): void {
    const { width, height, pixelsX, pixelsY, u, v } = this.motion;
    const cellsX = minutes / (pixelsX * this.grid.kmPerPixelX);
    const cellsY = minutes / (pixelsY * this.grid.kmPerPixelY);
    for (let row = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1) {
        const cell = row * width + column;
        const fromX = column - this.x[cell]!;
        const fromY = row - this.y[cell]!;
        let stepX = sample(u, width, height, fromX, fromY) * cellsX;
        let stepY = sample(v, width, height, fromX, fromY) * cellsY;
        for (let round = 0; round < 2; round += 1) {
          const [middleX, middleY] = [fromX - stepX / 2, fromY - stepY / 2];
          stepX = sample(u, width, height, middleX, middleY) * cellsX;
          stepY = sample(v, width, height, middleX, middleY) * cellsY;
        }
        this.x[cell]! += stepX;
        this.y[cell]! += stepY;
      }
    }
    this.minutes += minutes;
  }

  /**
   * Returns the field moved along the trajectories; NaN where it comes from unknown pixels or from farther outside than
   * the outermost pixels are assumed to continue.
   */
  apply({ values, width, height, factor }: CoarseField, beyondEdgeKm = 0): Float32Array {
    const [outX, outY] = [beyondEdgeKm / this.grid.kmPerPixelX + 0.5, beyondEdgeKm / this.grid.kmPerPixelY + 0.5];
    const { grid } = this;
    const { width: columns, height: rows, pixelsX, pixelsY } = this.motion;
    const moved = new Float32Array(grid.width * grid.height);
    const rowX = new Float32Array(columns);
    const rowY = new Float32Array(columns);
    for (let y = 0; y < grid.height; y += 1) {
      const cellY = Math.min(Math.max((y + 0.5) / pixelsY - 0.5, 0), rows - 1);
      const upper = Math.min(Math.floor(cellY), Math.max(0, rows - 2));
      const lower = Math.min(upper + 1, rows - 1);
      const share = cellY - upper;
      for (let column = 0; column < columns; column += 1) {
        rowX[column] =
          (this.x[upper * columns + column]! * (1 - share) + this.x[lower * columns + column]! * share) * pixelsX;
        rowY[column] =
          (this.y[upper * columns + column]! * (1 - share) + this.y[lower * columns + column]! * share) * pixelsY;
      }
      for (let x = 0; x < grid.width; x += 1) {
        const cellX = Math.min(Math.max((x + 0.5) / pixelsX - 0.5, 0), columns - 1);
        const column = Math.min(Math.floor(cellX), Math.max(0, columns - 2));
        const next = Math.min(column + 1, columns - 1);
        const shareColumn = cellX - column;
        const fromX = x - (rowX[column]! * (1 - shareColumn) + rowX[next]! * shareColumn);
        const fromY = y - (rowY[column]! * (1 - shareColumn) + rowY[next]! * shareColumn);
        const isOutside =
          fromX < -outX || fromY < -outY || fromX > grid.width - 1 + outX || fromY > grid.height - 1 + outY;
        moved[y * grid.width + x] = isOutside
          ? NaN
          : sampleKnown(values, width, height, (fromX + 0.5) / factor - 0.5, (fromY + 0.5) / factor - 0.5);
      }
    }
    return moved;
  }
}

/** Bilinear over known pixels, NaN if most of the weight is unknown. */
function sampleKnown(field: Float32Array, width: number, height: number, x: number, y: number): number {
  const insideX = Math.min(Math.max(x, 0), width - 1);
  const insideY = Math.min(Math.max(y, 0), height - 1);
  const left = Math.min(Math.floor(insideX), width - 2);
  const top = Math.min(Math.floor(insideY), height - 2);
  const shareX = insideX - left;
  const shareY = insideY - top;
  const at = top * width + left;
  let sum = 0;
  let known = 0;
  for (let corner = 0; corner < 4; corner += 1) {
    const right = corner & 1;
    const below = corner >> 1;
    const value = field[at + right + below * width]!;
    if (value !== value) continue;
    const weight = (right ? shareX : 1 - shareX) * (below ? shareY : 1 - shareY);
    sum += weight * value;
    known += weight;
  }
  return known < 0.5 ? NaN : sum / known;
}
