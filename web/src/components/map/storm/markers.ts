/**
 * Marks of storm reports and river gauges on the maps. Shape, letter and color together, so that marks are readable
 * without color.
 */
import type { FloodCategory } from '@site/proto/weather/v1/rivers.responses';
import type { StormReportKind } from '@site/proto/weather/v1/storm-reports.responses';

export interface Mark {
  label: string;
  form: 'disc' | 'drop';
  /** Half the width in CSS pixels. */
  radius: number;
  color: string;
  ink: string;
  /** At most one character. */
  letter: string;
}

const darkInk = '#101c28';
const report = (label: string, letter: string, color: string, ink = '#ffffff'): Mark => ({
  label,
  letter,
  color,
  ink,
  form: 'disc',
  radius: 10,
});
export const reportMarks: Readonly<Record<StormReportKind, Mark>> = {
  tornado: report('Tornado', 'T', '#97000f'),
  wind: report('Wind', 'W', '#1d5fa8'),
  hail: report('Hail', 'H', '#0b6b53'),
  flood: report('Flood', 'F', '#5b3a9e'),
  winter: report('Snow or ice', 'S', '#cfe8f7', darkInk),
  rain: report('Heavy rain', 'R', '#7fd0e8', darkInk),
  other: report('Other', 'O', '#4a5765'),
};

const gauge = (label: string, letter: string, color: string, ink: string, radius = 10): Mark => ({
  label,
  letter,
  color,
  ink,
  radius,
  form: 'drop',
});
/** Same colors as the lists (components/storm/gauges.ts). */
export const gaugeMarks: Readonly<Record<FloodCategory, Mark>> = {
  '': gauge('Not rated', '', '#8d9aa6', darkInk, 6),
  low: gauge('Low water', '', '#b58b5a', darkInk, 6),
  no_flooding: gauge('No flooding', '', '#5b9bd5', darkInk, 6),
  action: gauge('Near flood stage', '!', '#ffe680', '#1a2230'),
  minor: gauge('Minor flooding', '1', '#ffb347', '#1a2230', 11),
  moderate: gauge('Moderate flooding', '2', '#c62828', '#ffffff', 12),
  major: gauge('Major flooding', '3', '#8e24aa', '#ffffff', 13),
};

const byDanger = Object.keys(gaugeMarks);
/** Returns a higher rank for a worse category. */
export const rankOf = (category: FloodCategory): number => byDanger.indexOf(category);

/** Returns the outline around the origin as an SVG path; a drop has its point at the top. */
export function markPath({ form, radius: r }: Pick<Mark, 'form' | 'radius'>): string {
  if (form === 'disc') return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
  return `M0 ${-1.5 * r}C${0.5 * r} ${-0.8 * r} ${r} ${-0.4 * r} ${r} ${0.15 * r}A${r} ${r} 0 0 1 ${-r} ${0.15 * r}C${-r} ${-0.4 * r} ${-0.5 * r} ${-0.8 * r} 0 ${-1.5 * r}Z`;
}

/** Offset of the letter's center below the origin. */
export const letterDrop = ({ form, radius }: Mark): number => (form === 'drop' ? 0.15 * radius : 0);
/** Returns the size of a mark's letter in CSS pixels. */
export const letterSize = ({ radius }: Mark): number => Math.round(radius * 1.3);
export const ringWidth = 1.5;

/** Marks shrink at low zoom, where they would cover the map and each other. */
export const markSizes = { fromZoom: 5.5, toZoom: 8, minScale: 0.7 } as const;
/** Returns 1 for full size. */
export function markSizeAt(zoom: number): number {
  const { fromZoom, toZoom, minScale } = markSizes;
  const share = Math.min(1, Math.max(0, (zoom - fromZoom) / (toZoom - fromZoom)));
  return minScale + (1 - minScale) * share;
}

export const reportMarkName = (kind: StormReportKind): string => `report-${kind}`;
export const gaugeMarkName = (category: FloodCategory): string => `gauge-${category}`;

/** Returns undefined where this device can't draw an image. */
export function createMarkImage(mark: Mark, pixelRatio: number): ImageData | undefined {
  const half = Math.ceil(mark.radius * 1.5 + ringWidth + 1);
  const side = half * 2 * pixelRatio;
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  pen.scale(pixelRatio, pixelRatio);
  pen.translate(half, half);
  const path = new Path2D(markPath(mark));
  pen.lineWidth = ringWidth * 2;
  pen.strokeStyle = '#ffffff';
  pen.stroke(path);
  pen.fillStyle = mark.color;
  pen.fill(path);
  pen.lineWidth = 0.75;
  pen.strokeStyle = 'rgba(16, 28, 40, 0.7)';
  pen.stroke(path);
  pen.fillStyle = mark.ink;
  pen.font = `700 ${letterSize(mark)}px 'Public Sans Variable', system-ui, sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(mark.letter, 0, letterDrop(mark) + 0.5);
  return pen.getImageData(0, 0, side, side);
}
