/** Hatching patterns of alert areas as SVG, for the legend and the drawn map. */
import { useId } from 'react';
import type { AlertTone } from '@/components/alerts/alert-variant.js';
import { hatchPath, hatchSide, hatchStroke, areaMarks } from './hatching.js';

export function HatchSwatch({ tone }: { tone: AlertTone }) {
  const id = useId();
  return (
    <svg aria-hidden="true" width="28" height="28" viewBox="0 0 28 28" className="shrink-0 rounded-sm bg-white">
      <defs>
        <HatchPattern id={id} tone={tone} />
      </defs>
      <rect
        x="1.5"
        y="1.5"
        width="25"
        height="25"
        rx="4"
        fill={`url(#${id})`}
        stroke={areaMarks[tone].color}
        strokeWidth="3"
      />
    </svg>
  );
}

/** `scale` is the drawing's units per CSS pixel. */
export function HatchPattern({ id, tone, scale = 1 }: { id: string; tone: AlertTone; scale?: number }) {
  const { color, hatch } = areaMarks[tone];
  return (
    <pattern
      id={id}
      width={hatchSide}
      height={hatchSide}
      patternUnits="userSpaceOnUse"
      patternTransform={`scale(${scale})`}
    >
      <rect width={hatchSide} height={hatchSide} fill={color} fillOpacity="0.22" />
      <path
        d={hatchPath(hatch)}
        stroke={color}
        strokeWidth={hatchStroke(hatch)}
        strokeLinecap="round"
        strokeOpacity="0.7"
        fill="none"
      />
    </pattern>
  );
}
