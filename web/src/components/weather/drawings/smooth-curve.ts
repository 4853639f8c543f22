export interface Point {
  x: number;
  y: number;
}

/**
 * Returns an SVG path that never overshoots: a dip below the lowest reading would show a temperature that isn't
 * forecast. Monotone cubic interpolation by Fritsch and Carlson (SIAM J. Numer. Anal. 17, 1980), with the harmonic mean
 * of Fritsch and Butland (1984) as the slope.
 */
export function smoothCurve(points: Point[]): string {
  const slopes = points.map((point, index) => {
    const before = points[index - 1];
    const after = points[index + 1];
    if (!before || !after) return 0;
    const left = (point.y - before.y) / (point.x - before.x);
    const right = (after.y - point.y) / (after.x - point.x);
    return left * right <= 0 ? 0 : (2 * left * right) / (left + right);
  });
  return points
    .map((point, index) => {
      const before = points[index - 1];
      if (!before) return `M${number(point.x)} ${number(point.y)}`;
      const third = (point.x - before.x) / 3;
      const outgoing = before.y + (slopes[index - 1] ?? 0) * third;
      const incoming = point.y - (slopes[index] ?? 0) * third;
      return `C${number(before.x + third)} ${number(outgoing)} ${number(point.x - third)} ${number(incoming)} ${number(point.x)} ${number(point.y)}`;
    })
    .join('');
}

const number = (value: number) => Number(value.toFixed(1));
