/** Section with the weather map, its layers and the list of alerts. */
import type { MapLayerName } from '@site/domain/weather/tile-grid';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useId, useRef, useState } from 'react';
import { useReducedMotion } from '@/ui/media-query.js';
import { useNearViewport } from '@/ui/near-viewport.js';
import { Skeleton } from '@/ui/skeleton.js';
import type { AlertState } from '../alerts/alert-queries.js';
import { LayerLegend } from './layers/layer-legend.js';
import { LayerPicker } from './layers/layer-picker.js';
import type { SelectedAlert } from './map-canvas.js';
import { mapLayersQuery, statusOf } from './layers/map-layers-query.js';
import { MapAlertList } from './map-alert-list.js';
import { MapCanvas } from './lazy-map-canvas.js';
import { defaultLayer, mapSettings } from './map-settings.js';
import { MapSkeleton } from './map-skeleton.js';
import type { MapPlace } from './shapes/overlays.js';

export interface WeatherMapProps {
  /** Initial place; the map flies to a new one. */
  place: MapPlace;
  /** From `useAlerts()`: the list beside the map must say when the alerts are unavailable. */
  alerts: AlertState;
  /** The public Mapbox token of GET /main/keys (`map_Key`); empty for the county map. */
  mapKey: string;
}

/** The drawing code loads when the map scrolls into view; the alert list is there immediately. */
export function WeatherMap({ place, alerts, mapKey }: WeatherMapProps) {
  const headingId = useId();
  const legendId = useId();
  const frame = useRef<HTMLDivElement>(null);
  // A browser that can't detect this can't draw the map either.
  const inView = useNearViewport(frame, mapSettings.loadAheadPx, false);
  const still = useReducedMotion();
  const [layer, setLayer] = useState<MapLayerName>(defaultLayer);
  const [selectedAlert, setSelectedAlert] = useState<SelectedAlert>();
  const [isFailing, setFailing] = useState(false);
  const [isStatic, setStatic] = useState(false);
  const layers = useQuery({ ...mapLayersQuery(layer), enabled: inView });
  const status = statusOf(layers.data, layer);
  const isConfigured = status === undefined || status.reason !== 'not configured';
  // Requests no tiles until the server has confirmed that layers are available.
  const activeLayer = !layers.isPending && isConfigured && !isStatic ? layer : undefined;

  const onLayerState = useCallback((state: 'arriving' | 'failing') => setFailing(state === 'failing'), []);
  const onStatic = useCallback(() => setStatic(true), []);
  function selectLayer(next: MapLayerName) {
    setFailing(false);
    setLayer(next);
  }
  function show(id: string) {
    setSelectedAlert({ id });
    frame.current?.scrollIntoView({ block: 'nearest', behavior: still ? 'auto' : 'smooth' });
  }

  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-2xl">
        Weather map
      </h2>
      <div className="mt-4 grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-3">
          <LayerPicker
            value={layer}
            onChange={selectLayer}
            disabledBy={isConfigured && !isStatic ? undefined : legendId}
          />
          <div
            ref={frame}
            className="relative isolate h-[26rem] overflow-hidden rounded-lg bg-surface-raised shadow-card has-[canvas:focus-visible]:outline-3 has-[canvas:focus-visible]:outline-offset-2 has-[canvas:focus-visible]:outline-sky md:h-[34rem]"
          >
            {inView ? (
              <Suspense fallback={<MapSkeleton />}>
                <MapCanvas
                  place={place}
                  opensOn="place"
                  alerts={alerts.kind === 'alerts' ? alerts.alerts : []}
                  now={'now' in alerts ? alerts.now : 0}
                  isComplete={alerts.kind === 'none' || (alerts.kind === 'alerts' && alerts.confirmed)}
                  mapKey={mapKey}
                  layer={activeLayer}
                  selectedAlert={selectedAlert}
                  onLayerState={onLayerState}
                  onStatic={onStatic}
                />
              </Suspense>
            ) : (
              <Skeleton className="size-full" />
            )}
          </div>
          {isStatic ? (
            <p id={legendId} role="status" className="text-sm text-ink-soft">
              This browser can't draw the interactive map, so we show the counties without weather layers.
            </p>
          ) : (
            <LayerLegend
              id={legendId}
              layer={layer}
              status={status}
              isUnknown={layers.isError && !layers.data}
              isFailing={isFailing}
            />
          )}
          <p className="text-sm text-ink-soft">
            Borders: US Census Bureau, simplified. Rivers and lakes are approximate.{' '}
            {activeLayer && 'Weather layers: © OpenWeather. '}Alerts: National Weather Service.
          </p>
        </div>
        <MapAlertList alerts={alerts} onShow={show} />
      </div>
    </section>
  );
}
