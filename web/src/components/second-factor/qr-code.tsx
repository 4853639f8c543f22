import { create } from 'qrcode';
import { useMemo } from 'react';

/** Light margin that readers need, in modules (ISO/IEC 18004). */
const quietZone = 4;

/** Draws dark on light in both themes: some readers support nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => toSvgPath(text), [text]);
  const side = size + 2 * quietZone;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="mx-auto block w-full max-w-56 rounded-md bg-white text-black ring-1 ring-line"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

function toSvgPath(text: string): { size: number; path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const squares: string[] = [];
  data.forEach((isDark, index) => {
    if (isDark) squares.push(`M${index % size} ${Math.floor(index / size)}h1v1h-1z`);
  });
  return { size, path: squares.join('') };
}
