import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { stateName } from '@site/regions/state';
import { toneOf } from '@/components/alerts/alert-variant.js';
import { project, viewBoxOf } from '@/components/map/drawing-view.js';
import { areaMarks } from '@/components/map/shapes/hatching.js';
import { RadarImage } from '@/components/map/storm/radar-image.js';
import { boxAround, polygonsOf, readShape, type Shape } from '@/components/map/shapes/shapes.js';
import { classNames } from '@/ui/class-names.js';
import { Loading, Skeleton } from '@/ui/skeleton.js';
import { MapCaption } from './map-caption.js';
import { useWarningRadar } from './warning-radar.js';

const frameClassName = 'h-80 overflow-hidden rounded-lg md:h-[28rem]';

/**
 * Shows the warned polygon over the newest radar picture while the map loads and without scripts. It has the same place
 * and size as the map.
 */
export function FirstMap({ alerts }: { alerts: readonly Alert[] }) {
  const radar = useWarningRadar();
  const areas = alerts.flatMap((alert) => {
    const shape = readShape(alert.geometry);
    return shape ? [{ shape, tone: toneOf(alert) }] : [];
  });
  const box = boxAround(areas.map(({ shape }) => shape));
  return (
    <Loading label="Loading the map" withoutScripts={radar && box ? null : 'The map needs JavaScript.'}>
      {radar && box ? (
        <figure className="mt-6">
          <div className={classNames('bg-surface-raised shadow-card print:h-44', frameClassName)}>
            <svg
              role="img"
              aria-label={`Radar picture of the warned area in ${stateName}`}
              viewBox={viewBoxOf(box)}
              className="size-full"
            >
              <RadarImage radar={radar} url={radar.url} />
              {areas.map(({ shape, tone }, index) => (
                <path
                  key={index}
                  d={outlineOf(shape)}
                  fill="none"
                  stroke={areaMarks[tone].color}
                  strokeWidth={areaMarks[tone].outlineWidth + 1}
                  strokeLinejoin="round"
                  vectorEffect="non-scaling-stroke"
                />
              ))}
            </svg>
          </div>
          <MapCaption radarTime={radar.time} />
        </figure>
      ) : (
        <Skeleton className={classNames('mt-6', frameClassName)} />
      )}
    </Loading>
  );
}

const outlineOf = (shape: Shape) =>
  polygonsOf(shape)
    .flat()
    .map(
      (ring) =>
        `M${ring
          .map((position) =>
            project(position)
              .map((units) => units.toFixed(1))
              .join(' '),
          )
          .join('L')}Z`,
    )
    .join('');
