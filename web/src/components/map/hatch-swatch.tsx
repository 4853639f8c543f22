import { useId } from 'react';
import type { Severity } from './alert-areas.js';
import { hatchPath, hatchSide, hatchStroke, severityMarks } from './hatching.js';

/** How an alert of this severity looks on the map. */
export function HatchSwatch({ severity }: { severity: Severity }) {
  const id = useId();
  return (
    <svg aria-hidden="true" width="28" height="28" viewBox="0 0 28 28" className="shrink-0 rounded-sm bg-white">
      <defs>
        <HatchPattern id={id} severity={severity} />
      </defs>
      <rect
        x="1.5"
        y="1.5"
        width="25"
        height="25"
        rx="4"
        fill={`url(#${id})`}
        stroke={severityMarks[severity].colour}
        strokeWidth="3"
      />
    </svg>
  );
}

/** The hatching of a severity, to be used as a fill. */
export function HatchPattern({ id, severity }: { id: string; severity: Severity }) {
  const { colour, hatch } = severityMarks[severity];
  return (
    <pattern id={id} width={hatchSide} height={hatchSide} patternUnits="userSpaceOnUse">
      <rect width={hatchSide} height={hatchSide} fill={colour} fillOpacity="0.22" />
      <path
        d={hatchPath(hatch)}
        stroke={colour}
        strokeWidth={hatchStroke(hatch)}
        strokeLinecap="round"
        strokeOpacity="0.7"
        fill="none"
      />
    </pattern>
  );
}
