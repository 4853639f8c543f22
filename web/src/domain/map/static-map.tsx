import { useId } from 'react';
import type { AlertTone } from '../alerts/alert-look.js';
import type { AlertArea } from './shapes/alert-areas.js';
import { HatchPattern } from './shapes/hatch-swatch.js';
import { areaMarks } from './shapes/hatching.js';
import type { MapData } from './shapes/map-data.js';
import { arkansasBox } from './map-settings.js';
import type { MapPlace } from './shapes/overlays.js';
import { polygonsOf, type Position, type Shape } from './shapes/shapes.js';

/** Degrees of longitude are shorter here than degrees of latitude; flat enough for one state. */
const squeeze = Math.cos((((arkansasBox.south + arkansasBox.north) / 2) * Math.PI) / 180);
const unitsPerDegree = 100;
const margin = 12;
const width = (arkansasBox.east - arkansasBox.west) * squeeze * unitsPerDegree;
const height = (arkansasBox.north - arkansasBox.south) * unitsPerDegree;

const project = ([lon, lat]: Position): Position => [
  (lon - arkansasBox.west) * squeeze * unitsPerDegree,
  (arkansasBox.north - lat) * unitsPerDegree,
];
const lineOf = (positions: Position[]) =>
  positions
    .map(project)
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
const pathOf = (shape: Shape) =>
  polygonsOf(shape)
    .flat()
    .map((ring) => `${lineOf(ring)}Z`)
    .join('');

interface StaticMapProps {
  data: MapData;
  areas: AlertArea[];
  place: MapPlace;
}

/** The counties as a drawing, for devices that cannot draw the interactive map. */
export function StaticMap({ data, areas, place }: StaticMapProps) {
  const id = useId();
  const { west, south, east, north } = arkansasBox;
  const isInside = place.lon >= west && place.lon <= east && place.lat >= south && place.lat <= north;
  const [x, y] = project([place.lon, place.lat]);
  const tones = [...new Set(areas.map(({ tone }) => tone))];
  const idOf = (tone: AlertTone) => `${id}-${tone}`;
  return (
    <svg
      role="img"
      aria-label={`Map of the counties of Arkansas${isInside ? ` with ${place.name}` : ''}. The alerts on it are listed as text beside it.`}
      viewBox={`${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`}
      className="size-full"
    >
      <defs>
        {tones.map((tone) => (
          <HatchPattern key={tone} id={idOf(tone)} tone={tone} />
        ))}
      </defs>
      <g className="fill-surface stroke-edge" strokeWidth="0.8" strokeLinejoin="round">
        {data.counties.map((county) => (
          <path key={county.id} d={pathOf(county.shape)} />
        ))}
      </g>
      {areas.map(({ shape, tone }, index) => (
        <path
          key={index}
          d={pathOf(shape)}
          fill={`url(#${idOf(tone)})`}
          stroke={areaMarks[tone].colour}
          strokeWidth={areaMarks[tone].outlineWidth / 2}
          strokeLinejoin="round"
        />
      ))}
      <g className="fill-none stroke-ink-soft" strokeWidth="1.8" strokeLinejoin="round">
        {data.borders.state.map((line, index) => (
          <path key={index} d={lineOf(line)} />
        ))}
      </g>
      {isInside && <circle cx={x} cy={y} r="5" className="fill-sky stroke-surface" strokeWidth="2" />}
    </svg>
  );
}
