import { useQuery } from '@tanstack/react-query';
import { lazy, useMemo } from 'react';
import { keysQuery } from '@/components/map/map-key.js';
import { LazySection } from '@/ui/lazy-section.js';
import { Loading, Skeleton } from '@/ui/skeleton.js';
import { useTakenOver } from '@/ui/hydration.js';
import type { NamedPlace } from '@/components/places/place-in-url.js';
import { useAlerts } from '@/components/alerts/alert-queries.js';

const WeatherMap = lazy(() =>
  import('@/components/map/weather-map.js').then((module) => ({ default: module.WeatherMap })),
);

/** Map of the place with layers. Loads after the forecast. Without a Mapbox key, draws the counties. */
export function MapSection({ lat, lon, name }: NamedPlace) {
  const keys = useQuery(keysQuery);
  const alerts = useAlerts();
  const isTakenOver = useTakenOver();
  // Memoized because a new object would make the map fly.
  const place = useMemo(() => ({ lat, lon, name }), [lat, lon, name]);
  const waiting = <MapWaiting />;
  return (
    <div id="map" className="mt-16 md:mt-20">
      {/* The key decides which map to load. Rendering one before the key is known would fetch both. */}
      {keys.isPending || !isTakenOver ? (
        waiting
      ) : (
        <LazySection waiting={waiting}>
          <WeatherMap place={place} alerts={alerts} mapKey={keys.data?.map_Key ?? ''} />
        </LazySection>
      )}
    </div>
  );
}

function MapWaiting() {
  return (
    <Loading label="Loading the map" withoutScripts="The map needs JavaScript.">
      <Skeleton className="h-[34rem] rounded-lg md:h-[42rem]" />
    </Loading>
  );
}
