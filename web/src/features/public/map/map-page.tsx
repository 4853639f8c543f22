import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAlerts } from '@/components/alerts/alert-queries.js';
import { fetchMapCanvas } from '@/components/map/lazy-map-canvas.js';
import { keysQuery } from '@/components/map/map-key.js';
import { usePlace } from '@/components/places/place.js';
import { radarState } from '@/components/radar/radar-loop.js';
import { radarQuery } from '@/components/radar/radar-query.js';
import { useClockReading } from '@/components/time/clock.js';
import { PageTitle } from '@/ui/pages/page-title.js';
import { useTakenOver } from '@/ui/hydration.js';
import { StormMap } from './storm-map.js';

/** Statewide map of radar, storm outlook, storm reports, rivers and warnings, with a text equivalent below it. */
export function Page() {
  const radar = useQuery(radarQuery);
  const keys = useQuery(keysQuery);
  const alerts = useAlerts();
  const now = useClockReading();
  const { selectedPlace } = usePlace();
  const isTakenOver = useTakenOver();
  useEffect(() => {
    // Loads the map code in parallel with the data. If this fails, the map itself loads it again.
    fetchMapCanvas().catch(() => undefined);
  }, []);
  return (
    <div className="container-page pt-6 md:pt-10">
      <PageTitle title="Weather map" />
      <StormMap
        radar={radarState(radar, now)}
        still={radar.data?.still}
        radarUpdatedAt={radar.dataUpdatedAt}
        alerts={alerts}
        mapKey={keys.isPending || !isTakenOver ? undefined : (keys.data?.map_Key ?? '')}
        place={selectedPlace}
      />
    </div>
  );
}
