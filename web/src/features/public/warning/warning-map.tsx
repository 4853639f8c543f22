/** A warning's map with its area, radar and the storm's track. */
import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import type { TrackedStorm } from '@site/domain/weather/storm-track';
import { stateName } from '@site/regions/state';
import { useMemo, useRef, useState } from 'react';
import type { LocalArea } from '@/components/alerts/use-alert-place.js';
import { boxOfView, project, unitsPerPixel, viewOf } from '@/components/map/drawing-view.js';
import { labelsOf, Names } from '@/components/map/map-labels.js';
import { useFrame } from '@/components/map/moving-view.js';
import { alertAreas, boxOfAlert } from '@/components/map/shapes/alert-areas.js';
import { alertOutlines } from '@/components/map/shapes/alert-outlines.js';
import { mapDataIn, type MapData } from '@/components/map/shapes/map-data.js';
import type { Box } from '@/components/map/shapes/shapes.js';
import { Ground, Hatchings, Outlines, pathOf, PlaceMark } from '@/components/map/static-map.js';
import { RadarImage } from '@/components/map/storm/radar-image.js';
import { MapCaption } from './map-caption.js';
import { useWarningRadar } from './warning-radar.js';

interface WarningMapProps {
  data: MapData;
  alerts: Alert[];
  place: LocalArea | undefined;
  track: TrackedStorm | undefined;
}

/** Includes the newest radar picture, the storm's track and the visitor's place. */
export function WarningMap({ data, alerts, place, track }: WarningMapProps) {
  const element = useRef<HTMLDivElement>(null);
  const frame = useFrame(element);
  const [missing, setMissing] = useState<string>();
  const newest = useWarningRadar();
  // Without its picture, the map mustn't look like a radar without rain.
  const radar = newest?.url === missing ? undefined : newest;
  const box = useMemo(() => around(alerts.flatMap((alert) => boxOfAlert(alert, data.counties) ?? [])), [alerts, data]);
  const areas = useMemo(() => alertAreas(alerts, data.counties), [alerts, data]);
  const outlines = useMemo(() => alertOutlines(areas, data.counties), [areas, data]);
  const view = useMemo(() => box && viewOf(box, frame), [box, frame]);
  const seen = useMemo(() => view && mapDataIn(data, boxOfView(view, frame)), [data, view, frame]);
  const labels = useMemo(() => view && seen && labelsOf(seen, undefined, view, frame), [seen, view, frame]);
  if (!view || !seen || !labels) return null;
  const scale = unitsPerPixel(view, frame);
  const width = frame.width * scale;
  const height = frame.height * scale;
  const position = place?.position && { lon: place.position[0], lat: place.position[1] };
  return (
    <figure className="mt-6">
      <div
        ref={element}
        className="h-80 overflow-hidden rounded-lg bg-surface-raised shadow-card md:h-[28rem] print:h-44"
      >
        <svg
          role="img"
          aria-label={`Map of the warned area in ${stateName}. The text beside it has the same information.`}
          viewBox={`${view.x - width / 2} ${view.y - height / 2} ${width} ${height}`}
          className="size-full"
        >
          <Hatchings areas={areas} scale={scale}>
            {(fillOf) => (
              <>
                <Ground data={seen} />
                {radar && <RadarImage radar={radar} url={radar.url} onError={() => setMissing(radar.url)} />}
                {areas.map(({ shape, tone }, index) => (
                  <path key={index} d={pathOf(shape)} fill={radar ? 'none' : fillOf(tone)} />
                ))}
                <Outlines outlines={outlines} extraWidth={1} />
              </>
            )}
          </Hatchings>
          <Names labels={labels} view={view} frame={frame} />
          {track && <Track track={track} scale={scale} />}
          {position && <PlaceMark place={position} scale={scale} />}
        </svg>
      </div>
      <MapCaption
        before={`${position ? 'The dot is your location. ' : ''}${track ? 'The arrow is our estimate of the storm’s path. ' : ''}`}
        radarTime={radar?.time}
      />
    </figure>
  );
}

/** The arrow ends where the storm should leave the area. */
function Track({ track: { from, to, towardsDegrees }, scale }: { track: TrackedStorm; scale: number }) {
  const starts = from.map(([lon, lat]) => project([lon, lat]));
  const [endX, endY] = project([to[0], to[1]]);
  const [middleX, middleY] = [0, 1].map(
    (axis) => starts.reduce((sum, start) => sum + start[axis as 0 | 1], 0) / starts.length,
  ) as [number, number];
  const line = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
  const path = `M${middleX} ${middleY}L${endX} ${endY}`;
  const head = 12 * scale;
  return (
    <g aria-hidden="true">
      {/* A light casing keeps the arrow visible on radar colors. */}
      <path d={path} {...line} className="stroke-surface" strokeWidth={7 * scale} />
      <path
        d={path}
        {...line}
        className="stroke-ink"
        strokeWidth={3 * scale}
        strokeDasharray={`${8 * scale} ${6 * scale}`}
      />
      <path
        d={`M0 ${-head}L${head * 0.7} ${head * 0.5}L${-head * 0.7} ${head * 0.5}Z`}
        transform={`translate(${endX} ${endY}) rotate(${towardsDegrees})`}
        className="fill-ink stroke-surface"
        strokeWidth={2 * scale}
      />
      {starts.map(([x, y], index) => (
        <path
          key={index}
          d={`M${x - 7 * scale} ${y - 7 * scale}l${14 * scale} ${14 * scale}m0 ${-14 * scale}l${-14 * scale} ${14 * scale}`}
          className="stroke-ink"
          strokeWidth={3 * scale}
        />
      ))}
    </g>
  );
}

function around(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined;
  return {
    west: Math.min(...boxes.map(({ west }) => west)),
    south: Math.min(...boxes.map(({ south }) => south)),
    east: Math.max(...boxes.map(({ east }) => east)),
    north: Math.max(...boxes.map(({ north }) => north)),
  };
}
