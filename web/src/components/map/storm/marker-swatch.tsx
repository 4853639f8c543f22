/** Marks of storm reports and river gauges as SVG, for the legend and the drawn map. */
import { letterDrop, letterSize, markPath, ringWidth, type Mark } from './markers.js';

export function MarkShape({ mark }: { mark: Mark }) {
  const path = markPath(mark);
  return (
    <>
      <path d={path} fill={mark.color} stroke="#ffffff" strokeWidth={ringWidth * 2} paintOrder="stroke" />
      <path d={path} fill="none" stroke="#101c28" strokeOpacity="0.7" strokeWidth="0.75" />
      <text
        y={letterDrop(mark)}
        dy="0.36em"
        fontSize={letterSize(mark)}
        fontWeight="700"
        textAnchor="middle"
        fill={mark.ink}
      >
        {mark.letter}
      </text>
    </>
  );
}

export function MarkKey({ mark }: { mark: Mark }) {
  return (
    <li className="flex items-center gap-1.5">
      <svg aria-hidden="true" width="30" height="34" viewBox="-15 -19 30 34" className="shrink-0">
        <MarkShape mark={mark} />
      </svg>
      {mark.label}
    </li>
  );
}
