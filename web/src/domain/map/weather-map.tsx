import type { MapLayerName } from '@site/proto/weather/v1/tile-grid';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useId, useRef, useState } from 'react';
import type { MapLayer } from '@site/proto/weather/v1/tiles.answers';
import { MapPinned } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useReducedMotion } from '../../ui/media-query.js';
import { useNearViewport } from '../../ui/near-viewport.js';
import { Skeleton } from '../../ui/skeleton.js';
import type { AlertState } from '../alerts/alert-queries.js';
import { LayerLegend } from './layers/layer-legend.js';
import { LayerPicker } from './layers/layer-picker.js';
import type { ShownAlert } from './map-canvas.js';
import { defaultLayer, mapSettings } from './map-settings.js';
import { MapSkeleton } from './map-skeleton.js';
import type { MapPlace } from './shapes/overlays.js';
import { request } from '../../api/api.js';
import { AlertListing, noteOn } from '../alerts/alert-listing.js';
import { toneOf } from '../alerts/alert-look.js';
import { alertPath } from '../alerts/alert-path.js';
import { WireNote } from '../alerts/wire-note.js';
import { IconButton } from '../../ui/button.js';
import { isDrawn } from './shapes/alert-areas.js';
import { HatchSwatch } from './shapes/hatch-swatch.js';

/** What the site knows of the map's layers. */

const statusOf = (layers: MapLayer[] | undefined, layer: MapLayerName) => layers?.find((each) => each.layer === layer);

const usualMs = 60_000;
/** A layer that nobody looked at before has no times until its first tiles are there. */
const untilTimedMs = 8_000;

/** The state of all layers; asked again sooner while the age of the chosen one is not known. */
const mapLayersQuery = (chosen: MapLayerName) =>
  queryOptions({
    queryKey: ['map-layers'],
    queryFn: async ({ signal }) => (await request<MapLayer[]>('/main/weather/layers', { signal })).data,
    refetchInterval: ({ state }) => {
      const status = statusOf(state.data, chosen);
      return status?.available && !status.newest_at ? untilTimedMs : usualMs;
    },
  });

const MapCanvas = lazy(async () => {
  try {
    return { default: (await import('./map-canvas.js')).MapCanvas };
  } catch {
    return { default: MapMissing };
  }
});

export interface WeatherMapProps {
  /** Where the map opens; when it changes, the map flies there. */
  place: MapPlace;
  /** As `useAlerts()` gives them: the list beside the map must say when nobody knows. */
  alerts: AlertState;
  /** The public Mapbox token of GET /main/keys (`map_Key`); empty for the map of Arkansas' counties. */
  mapKey: string;
}

/**
 * The weather map: five exclusive layers, the alerts drawn and listed. What it needs for drawing is fetched when it comes
 * into view; the list of alerts is there at once.
 */
export function WeatherMap({ place, alerts, mapKey }: WeatherMapProps) {
  const headingId = useId();
  const listId = useId();
  const legendId = useId();
  const frame = useRef<HTMLDivElement>(null);
  // A browser that cannot tell cannot draw the map either.
  const inView = useNearViewport(frame, mapSettings.loadAheadPx, false);
  const still = useReducedMotion();
  const [layer, setLayer] = useState<MapLayerName>(defaultLayer);
  const [shownAlert, setShownAlert] = useState<ShownAlert>();
  const [isFailing, setFailing] = useState(false);
  const [isStatic, setStatic] = useState(false);
  const layers = useQuery({ ...mapLayersQuery(layer), enabled: inView });
  const status = statusOf(layers.data, layer);
  const isConfigured = status === undefined || status.reason !== 'not configured';
  // No tile is requested until the server has said that there are layers.
  const drawnLayer = !layers.isPending && isConfigured && !isStatic ? layer : undefined;

  const onLayerState = useCallback((state: 'arriving' | 'failing') => setFailing(state === 'failing'), []);
  const onStatic = useCallback(() => setStatic(true), []);
  function choose(next: MapLayerName) {
    setFailing(false);
    setLayer(next);
  }
  function show(id: string) {
    setShownAlert({ id });
    frame.current?.scrollIntoView({ block: 'nearest', behavior: still ? 'auto' : 'smooth' });
  }

  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-2xl">
        Weather map
      </h2>
      <div className="mt-4 grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-3">
          <LayerPicker value={layer} onChange={choose} disabledBy={isConfigured && !isStatic ? undefined : legendId} />
          <div
            ref={frame}
            className="relative isolate h-[26rem] overflow-hidden rounded-lg bg-surface-raised shadow-card has-[canvas:focus-visible]:outline-3 has-[canvas:focus-visible]:outline-offset-2 has-[canvas:focus-visible]:outline-sky md:h-[34rem]"
          >
            {inView ? (
              <Suspense fallback={<MapSkeleton />}>
                <MapCanvas
                  place={place}
                  alerts={alerts.kind === 'alerts' ? alerts.alerts : []}
                  now={'now' in alerts ? alerts.now : 0}
                  isComplete={alerts.kind === 'none' || (alerts.kind === 'alerts' && alerts.confirmed)}
                  mapKey={mapKey}
                  layer={drawnLayer}
                  shownAlert={shownAlert}
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
              This browser cannot draw the interactive map, so the counties are shown without weather layers.
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
            Borders: US Census Bureau, simplified; rivers and lakes for orientation only.{' '}
            {drawnLayer && 'Weather layers: © OpenWeather. '}Alerts: National Weather Service.
          </p>
        </div>
        <section aria-labelledby={listId} className="card h-fit p-5">
          <h3 id={listId} className="text-lg">
            Alerts on this map{alerts.kind === 'alerts' && ` (${alerts.alerts.length})`}
          </h3>
          <MapAlertList alerts={alerts} onShow={show} />
        </section>
      </div>
    </section>
  );
}

/** Stands where the map's code did not arrive; what it would show of alerts is in the list. */
function MapMissing() {
  return (
    <p className="absolute inset-0 grid place-content-center p-6 text-center">
      The map could not be loaded. Loading the page again usually helps.
    </p>
  );
}

interface MapAlertListProps {
  alerts: AlertState;
  /** Moves the map to an alert. */
  onShow: (alertId: string) => void;
}

/** The alerts of the map as text: what is warned of, where, until when; for everybody, and for those who cannot see the map. */
function MapAlertList({ alerts, onShow }: MapAlertListProps) {
  return (
    <AlertListing
      alerts={alerts}
      lineLook=""
      listLook="mt-1 flex flex-col divide-y divide-line lg:max-h-[33rem] lg:overflow-y-auto"
    >
      {([alert], now) => (
        <div className="flex gap-3 py-3">
          <HatchSwatch tone={toneOf(alert)} />
          <div className="min-w-0 grow wrap-anywhere">
            <Link to={alertPath(alert)} className="font-bold text-link">
              {alert.event}
            </Link>
            <p className="text-sm text-ink-soft">{noteOn(alert, now)}</p>
            <p className="mt-0.5 line-clamp-3 text-sm">{alert.areas}</p>
            <WireNote fromWire={alert.from_wire} />
          </div>
          {isDrawn(alert) && (
            <IconButton label={`Show ${alert.event} on the map`} onClick={() => onShow(alert.id)}>
              <MapPinned aria-hidden="true" size={20} />
            </IconButton>
          )}
        </div>
      )}
    </AlertListing>
  );
}
