/** Names of places and counties on the drawn map. */
import { project, unitsPerPixel, zoomOf, type DrawingView, type Frame } from './drawing-view.js';
import { mapSettings } from './map-settings.js';
import { placeLabels, type Label } from './shapes/place-labels.js';
import type { MapData } from './shapes/map-data.js';
import type { MapPlace } from './shapes/overlays.js';
import { countyAt } from './shapes/place-box.js';
import { middleOf, type Position } from './shapes/shapes.js';

type Kind = 'place' | 'town' | 'county' | 'water';
interface KindLabel extends Label {
  kind: Kind;
}

const fontSizes: Record<Kind, number> = { place: 15, town: 13, county: 12, water: 12 };
const styles: Record<Kind, string> = {
  place: 'fill-ink font-bold',
  town: 'fill-ink font-semibold',
  county: 'fill-ink-soft font-medium',
  water: 'fill-sky-strong font-medium italic',
};
/** From this zoom on, names of water and the word "County" fit. */
const closeZoom = 7.8;
/** Screen readers read the names one by one. */
const maxTowns = 12;

/** Returns the names that fit, by priority: the place, its county, the larger towns, the rest. */
export function labelsOf(
  { counties, towns, water }: MapData,
  place: MapPlace | undefined,
  view: DrawingView,
  frame: Frame,
) {
  const scale = unitsPerPixel(view, frame);
  const zoom = zoomOf(view, frame);
  const label = (kind: Kind, name: string, at: Position): KindLabel => {
    const [x, y] = project(at);
    const spot = { x: (x - view.x) / scale + frame.width / 2, y: (y - view.y) / scale + frame.height / 2 };
    return { kind, name, ...spot, fontSize: fontSizes[kind], isArea: kind === 'county' || kind === 'water' };
  };
  const isSeen = ({ x, y }: Label) => x >= 0 && y >= 0 && x <= frame.width && y <= frame.height;
  const minPopulation = mapSettings.townsFrom.findLast(([from]) => zoom >= from)?.[1] ?? Infinity;
  const [placeName = ''] = place?.name.split(',') ?? [];
  const currentCounty = place && countyAt([place.lon, place.lat], counties);
  const ordered = currentCounty ? [currentCounty, ...counties.filter((each) => each !== currentCounty)] : counties;
  const countyLabels = ordered.map(({ name, at }) => label('county', zoom >= closeZoom ? `${name} County` : name, at));
  const townLabels = towns
    .filter(([name, , , inhabitants]) => inhabitants >= minPopulation && name !== placeName)
    .map(([name, lon, lat]) => label('town', name, [lon, lat]))
    .filter(isSeen)
    .slice(0, maxTowns);
  const waterLabels = [
    ...water.lakes.map(({ name, shape }) => label('water', name, middleOf(shape))),
    ...water.rivers.flatMap(({ name, course }) => {
      const seen = course.map((at) => label('water', name, at)).filter(isSeen);
      return seen.slice(Math.floor(seen.length / 2)).slice(0, 1);
    }),
  ];
  const candidates = [
    ...(place?.name ? [label('place', placeName, [place.lon, place.lat])] : []),
    ...countyLabels.slice(0, currentCounty ? 1 : 0),
    ...townLabels,
    ...countyLabels.slice(currentCounty ? 1 : 0),
    ...(zoom >= closeZoom ? waterLabels : []),
  ].filter(isSeen);
  return placeLabels(candidates, frame);
}

interface NamesProps {
  labels: ReturnType<typeof labelsOf>;
  view: DrawingView;
  frame: Frame;
}

/** Uses one size at every zoom, with dots for towns. */
export function Names({ labels, view, frame }: NamesProps) {
  const scale = unitsPerPixel(view, frame);
  const toX = (x: number) => view.x + (x - frame.width / 2) * scale;
  const toY = (y: number) => view.y + (y - frame.height / 2) * scale;
  return (
    <g aria-hidden="true">
      {labels.map(({ kind, name, x, y, textX, textY, anchor, fontSize }) => (
        <g key={`${kind} ${name} ${x}`}>
          {kind === 'town' && (
            <circle
              cx={toX(x)}
              cy={toY(y)}
              r={3 * scale}
              className="fill-ink-soft stroke-surface"
              strokeWidth={scale}
            />
          )}
          <text
            x={toX(textX)}
            y={toY(textY)}
            fontSize={fontSize * scale}
            textAnchor={anchor}
            className={`${styles[kind]} stroke-surface`}
            strokeWidth={3 * scale}
            strokeLinejoin="round"
            paintOrder="stroke"
          >
            {name}
          </text>
        </g>
      ))}
    </g>
  );
}
