/** Radar, outlook, reports and gauges on the drawn map. */
import type { ReactNode } from 'react';
import { project } from '../drawing-view.js';
import { readShape, type Position, type Shape } from '../shapes/shapes.js';
import type { MapContext } from './map-context.js';
import { MarkShape } from './marker-swatch.js';
import { gaugeMarks, reportMarks, type Mark } from './markers.js';
import { RadarImage } from './radar-image.js';

interface AreasProps {
  context: MapContext;
  pathOf: (shape: Shape) => string;
}

export function StaticAreas({ context: { radar, outlook }, pathOf }: AreasProps) {
  return (
    <>
      {outlook.map(({ label, geometry, fill, stroke, text }) => {
        const shape = readShape(geometry);
        return (
          shape && (
            <path
              key={label}
              d={pathOf(shape)}
              fill={fill}
              stroke={stroke}
              strokeWidth="2"
              vectorEffect="non-scaling-stroke"
            >
              <title>{text}</title>
            </path>
          )
        );
      })}
      {radar?.visibleUrl && <RadarImage radar={radar} url={radar.visibleUrl} />}
    </>
  );
}

/** Above the names. `scale` is the drawing's units per CSS pixel. */
export function StaticMarks({ context: { reports, gauges }, scale }: { context: MapContext; scale: number }) {
  const at = ({ lon, lat }: { lon: number; lat: number }) => project([lon, lat]);
  return (
    <g aria-hidden="true">
      {gauges.map((gauge) => (
        <Placed key={gauge.id} at={at(gauge)} scale={scale} mark={gaugeMarks[gauge.observed_category]} />
      ))}
      {[...reports].reverse().map((report) => (
        <Placed key={report.id} at={at(report)} scale={scale} mark={reportMarks[report.kind]} />
      ))}
    </g>
  );
}

function Placed({ at: [x, y], scale, mark }: { at: Position; scale: number; mark: Mark }): ReactNode {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <MarkShape mark={mark} />
    </g>
  );
}
