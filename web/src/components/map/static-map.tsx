/** The state's map as SVG, for devices that can't draw the interactive one. */
import { stateName } from '@site/regions/state';
import { memo, type ReactNode, type Ref, useId, useImperativeHandle, useMemo, useRef } from 'react';
import type { AlertTone } from '../alerts/alert-variant.js';
import { positionAt, project, reachOf, unitsPerPixel, viewOf, zoomed, zoomOf } from './drawing-view.js';
import { labelsOf, Names } from './map-labels.js';
import { stateBox } from './map-settings.js';
import type { MapMoves } from './map-view.js';
import { useDrag, useView } from './moving-view.js';
import { isColored, type MapContext } from './storm/map-context.js';
import { markSizeAt } from './storm/markers.js';
import { StaticAreas, StaticMarks } from './storm/static-context.js';
import type { AlertArea } from './shapes/alert-areas.js';
import { alertOutlines, type AlertOutline } from './shapes/alert-outlines.js';
import { HatchPattern } from './shapes/hatch-swatch.js';
import { areaMarks } from './shapes/hatching.js';
import type { MapData } from './shapes/map-data.js';
import type { MapPlace } from './shapes/overlays.js';
import { boxOfPlace, countyAt } from './shapes/place-box.js';
import { polygonsOf, type Position, type Shape } from './shapes/shapes.js';

const lineOf = (positions: Position[]) =>
  positions
    .map(project)
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
/** Returns a shape as the `d` attribute of an SVG path, in the drawing's units. */
export const pathOf = (shape: Shape) =>
  polygonsOf(shape)
    .flat()
    .map((ring) => `${lineOf(ring)}Z`)
    .join('');

interface StaticMapProps {
  data: MapData;
  areas: AlertArea[];
  place: MapPlace | undefined;
  /** The place's county or the whole state. */
  opensOn?: 'place' | 'state';
  /** On a click, a tap or Enter, with the tap tolerance in degrees of latitude. */
  onPick: (point: Position, reachDegrees: number) => void;
  context?: MapContext | undefined;
  /** Id of the instructions. */
  describedBy: string;
  ref?: Ref<MapMoves>;
}

/** Can be panned and zoomed, for devices that can't draw the interactive map. */
export function StaticMap({
  data,
  areas,
  place,
  opensOn = 'place',
  onPick,
  describedBy,
  context,
  ref,
}: StaticMapProps) {
  const element = useRef<HTMLDivElement>(null);
  const { view, frame, change } = useView(
    element,
    place && opensOn === 'place' ? boxOfPlace(place, data.counties) : stateBox,
    onPick,
  );
  useImperativeHandle(
    ref,
    () => ({
      fit: (box) => change((_view, seen) => viewOf(box, seen)),
      goTo: (other) => change((_view, seen) => viewOf(boxOfPlace(other, data.counties), seen)),
      zoomBy: (steps) => change((each, seen) => zoomed(each, seen, steps)),
    }),
    [change, data],
  );
  const drag = useDrag(change, (x, y) => {
    const units = unitsPerPixel(view, frame);
    const at = positionAt(view.x + (x - frame.width / 2) * units, view.y + (y - frame.height / 2) * units);
    onPick(at, reachOf(view, frame));
  });

  const { west, south, east, north } = stateBox;
  const isIn = ({ lon, lat }: MapPlace) => lon >= west && lon <= east && lat >= south && lat <= north;
  const inside = place && isIn(place) ? place : undefined;
  const county = countyAt(positionAt(view.x, view.y), data.counties);
  const outlines = useMemo(() => alertOutlines(areas, data.counties), [areas, data]);
  const labels = useMemo(() => labelsOf(data, place, view, frame), [data, place, view, frame]);
  const towns = labels.filter(({ kind }) => kind === 'town').map(({ name }) => name);
  const { side } = view;
  const scale = unitsPerPixel(view, frame);
  return (
    <>
      <div
        ref={element}
        role="application"
        aria-label={`Map of ${stateName}`}
        aria-describedby={describedBy}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys move it, as they move the interactive map
        tabIndex={0}
        className="absolute inset-0 cursor-grab touch-pan-x touch-pan-y active:cursor-grabbing"
        {...drag}
      >
        <svg
          role="img"
          aria-label={`Map of the counties of ${stateName}${inside ? ` with ${inside.name}` : ''}. The alerts on it are listed as text beside it.`}
          viewBox={`${view.x - side / 2} ${view.y - side / 2} ${side} ${side}`}
          className="size-full select-none"
        >
          <Hatchings areas={areas} scale={scale}>
            {(fillOf) => (
              <>
                <Ground data={data} />
                {context && <StaticAreas context={context} pathOf={pathOf} />}
                {context && <CountyLines data={data} />}
                {!(context && isColored(context)) &&
                  areas.map(({ shape, tone }, index) => <path key={index} d={pathOf(shape)} fill={fillOf(tone)} />)}
                <Outlines outlines={outlines} />
              </>
            )}
          </Hatchings>
          <g className="fill-none stroke-ink-soft" strokeWidth="2" strokeLinejoin="round">
            {data.borders.state.map((line, index) => (
              <path key={index} d={lineOf(line)} vectorEffect="non-scaling-stroke" />
            ))}
          </g>
          <Names labels={labels} view={view} frame={frame} />
          {context && <StaticMarks context={context} scale={scale * markSizeAt(zoomOf(view, frame))} />}
          {inside && <PlaceMark place={inside} scale={scale} />}
        </svg>
      </div>
      <p className="sr-only">
        {county ? `At the center of the map: ${county.name} County.` : `The center of the map is outside ${stateName}.`}
        {towns.length > 0 && ` Towns on it: ${towns.join(', ')}.`}
      </p>
    </>
  );
}

interface HatchingsProps {
  areas: AlertArea[];
  scale: number;
  children: (fillOf: (tone: AlertTone) => string) => ReactNode;
}

/** Passes hatching patterns to the areas that use them. */
export function Hatchings({ areas, scale, children }: HatchingsProps) {
  const id = useId();
  const tones = [...new Set(areas.map(({ tone }) => tone))];
  return (
    <>
      <defs>
        {tones.map((tone) => (
          <HatchPattern key={tone} id={`${id}-${tone}`} tone={tone} scale={scale} />
        ))}
      </defs>
      {children((tone) => `url(#${id}-${tone})`)}
    </>
  );
}

/** @param extraWidth pixels added to each look's lines */
export function Outlines({ outlines, extraWidth = 0 }: { outlines: readonly AlertOutline[]; extraWidth?: number }) {
  return outlines.map(({ lines, tone }, index) => (
    <path
      key={index}
      d={lines.map(lineOf).join('')}
      fill="none"
      stroke={areaMarks[tone].color}
      strokeWidth={areaMarks[tone].outlineWidth + extraWidth}
      strokeLinejoin="round"
      strokeLinecap="round"
      vectorEffect="non-scaling-stroke"
    />
  ));
}

/** The same in every view. */
export const Ground = memo(function Ground({ data }: { data: MapData }) {
  const { counties, borders, water } = data;
  const thin = { vectorEffect: 'non-scaling-stroke', strokeLinejoin: 'round', strokeLinecap: 'round' } as const;
  return (
    <>
      <g className="fill-surface stroke-edge" strokeWidth="1">
        {counties.map((county) => (
          <path key={county.id} d={pathOf(county.shape)} {...thin} />
        ))}
      </g>
      <g className="fill-none stroke-line" strokeWidth="1.25">
        {borders.otherStates.map((line, index) => (
          <path key={index} d={lineOf(line)} {...thin} />
        ))}
      </g>
      <g className="fill-none stroke-sky opacity-55">
        {water.rivers.map(({ name, rank, course }) => (
          <path key={name} d={lineOf(course)} strokeWidth={3.4 - rank * 0.8} {...thin} />
        ))}
      </g>
      <g className="fill-sky-soft stroke-sky" strokeWidth="0.75">
        {water.lakes.map(({ name, shape }) => (
          <path key={name} d={pathOf(shape)} {...thin} />
        ))}
      </g>
    </>
  );
});

/** County borders again, on top of what covers them. */
const CountyLines = memo(function CountyLines({ data }: { data: MapData }) {
  return (
    <g className="fill-none stroke-ink opacity-40" strokeWidth="1">
      {data.borders.counties.map((line, index) => (
        <path key={index} d={lineOf(line)} vectorEffect="non-scaling-stroke" />
      ))}
    </g>
  );
});

export function PlaceMark({ place, scale }: { place: { lat: number; lon: number }; scale: number }) {
  const [cx, cy] = project([place.lon, place.lat]);
  return (
    <>
      <circle cx={cx} cy={cy} r={14 * scale} className="fill-sky opacity-20" />
      <circle cx={cx} cy={cy} r={6 * scale} className="fill-sky stroke-surface" strokeWidth={2.5 * scale} />
    </>
  );
}
