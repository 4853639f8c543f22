/** Where a warning is in effect, and whether the visitor's place is inside. */
import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { fromPolygons, polygonsIn } from '@site/domain/weather/polygons';
import {
  estimateText,
  hasUnreadableMotion,
  trackWarning,
  unreadableMotionText,
} from '@site/domain/weather/storm-track';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { coversPlace, useCountiesOf } from '@/components/alerts/alerts-at-place.js';
import { useLocalArea, type LocalArea } from '@/components/alerts/use-alert-place.js';
import { stormMotion } from '@/components/alerts/alert-signs.js';
import { loadMapData, type MapData } from '@/components/map/shapes/map-data.js';
import { clockTime } from '@/components/time/times.js';
import { FirstMap } from './map-placeholder.js';
import { WarningMap } from './warning-map.js';

export interface WarningAreaProps {
  /** The parts of a warning that is in effect. */
  alerts: [Alert, ...Alert[]];
  /** Upstream clock. */
  now: number;
}

export function WarningArea({ alerts, now }: WarningAreaProps) {
  const place = useCountiesOf(useLocalArea());
  const { data: loaded, isError } = useQuery({ queryKey: ['map data'], queryFn: loadMapData, staleTime: Infinity });
  // Taps don't wait while the map is drawn.
  const data = useDeferredValue(loaded);
  const track = data && trackWarning(alerts, { towns: townsOf(data), now });
  const sentence = place && describeRelation(place, alerts);
  const motion = stormMotion(alerts[0].event_motion_description);
  return (
    <section aria-label="Where it is heading" className="mt-6">
      {sentence && <p className="text-lg font-semibold">{sentence}</p>}
      {data && <WarningMap data={data} alerts={alerts} place={place} track={track} />}
      {!data && !isError && <FirstMap alerts={alerts} />}
      {!data && isError && <WarningMapMissing />}
      {track && track.arrivals.length > 0 && (
        <>
          <p className="mt-4">
            {motion && `Moving ${motion.charAt(0).toLowerCase()}${motion.slice(1)}. `}
            The storm should reach:
          </p>
          <ul className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
            {track.arrivals.map(({ town, at }) => (
              <li key={town} className="figures">
                <strong>{town}</strong> around <time dateTime={new Date(at).toISOString()}>{clockTime(at)}</time>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-sm text-ink-soft">{estimateText}</p>
        </>
      )}
      {!track && hasUnreadableMotion(alerts) && <p className="mt-4 text-ink-soft">{unreadableMotionText}</p>}
    </section>
  );
}

function WarningMapMissing() {
  return <p className="mt-6 text-ink-soft">The map didn’t load. The warned counties are listed on this page.</p>;
}

const townsOf = ({ towns }: MapData) => towns.map(([name, lon, lat]) => ({ name, position: [lon, lat] as const }));

/** Returns "You are inside the warned area." or "You are 4 miles south of the warned area."; undefined when unknown. */
export function describeRelation(place: LocalArea, alerts: readonly Alert[]): string | undefined {
  const who = place.label === 'your location' ? 'You are' : `${place.label} is`;
  const polygons = alerts.flatMap(({ geometry }) => polygonsIn(geometry));
  if (polygons.length > 0 && place.position) {
    const found = fromPolygons(polygons, place.position);
    if (!found) return undefined;
    if (found.distanceMiles === 0) return `${who} inside the warned area.`;
    const miles = Math.round(found.distanceMiles);
    const distance = miles < 1 ? 'less than a mile' : miles === 1 ? '1 mile' : `${miles} miles`;
    return `${who} ${distance} ${found.direction} of the warned area.`;
  }
  if (place.counties.length === 0) return undefined;
  if (polygons.length > 0)
    return alerts.some((alert) => coversPlace(alert, place))
      ? `Part of ${place.label} may be inside the warned area.`
      : undefined;
  return alerts.some((alert) => coversPlace(alert, place))
    ? `${who} in the warned area.`
    : `${who} outside the warned area.`;
}
