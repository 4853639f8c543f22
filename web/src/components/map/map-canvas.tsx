/** The interactive map with its controls, and the drawn map where WebGL fails. */
import type { MapLayerName } from '@site/domain/weather/tile-grid';
import { stateName } from '@site/regions/state';
import { LocateFixed, Minus, Plus } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Button } from '@/ui/button.js';
import { useReducedMotion } from '@/ui/media-query.js';
import { alertAreas, boxOfAlert, isDrawable, type MapAlert, whatIsAt } from './shapes/alert-areas.js';
import { loadMapData, type MapData } from './shapes/map-data.js';
import { getCountyTheme } from './shapes/map-styles.js';
import { MapSkeleton } from './map-skeleton.js';
import { stateBox } from './map-settings.js';
import type { MapContext } from './storm/map-context.js';
import type { MapMoves, MapView, MapViewEvents } from './map-view.js';
import { canDrawMaps, type OpenedView, openMap } from './open-map.js';
import type { MapPlace } from './shapes/overlays.js';
import { PointCard } from './point-card.js';
import type { Position } from './shapes/shapes.js';
import { StaticMap } from './static-map.js';

/** A new object per request, so that asking twice moves the map twice. */
export interface SelectedAlert {
  id: string;
}

export interface MapCanvasProps {
  /** The map moves there when it changes. */
  place: MapPlace | undefined;
  /** The place's county or the whole state. */
  opensOn: 'place' | 'state';
  alerts: MapAlert[];
  /** Upstream clock. */
  now: number;
  isComplete: boolean;
  mapKey: string;
  layer: MapLayerName | undefined;
  selectedAlert: SelectedAlert | undefined;
  onLayerState: MapViewEvents['onLayerState'];
  onRadarRendered?: MapViewEvents['onRadarRendered'];
  /** This device can't draw the interactive map. */
  onStatic: () => void;
  context?: MapContext;
  /** More about a point for its card. */
  factsAt?: (point: Position, reachDegrees: number, county: string | undefined) => ReactNode;
  waiting?: ReactNode;
}

type Stage = { kind: 'loading' } | { kind: 'failed' } | { kind: 'static' } | ({ kind: 'open' } & OpenedView);

export function MapCanvas(props: MapCanvasProps) {
  const { place, alerts, now, isComplete, layer, selectedAlert, onStatic, context, opensOn } = props;
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<MapMoves>(null);
  const helpId = useId();
  const isDark = useDarkTheme();
  const still = useReducedMotion();
  const [picked, setPicked] = useState<{ at: Position; reachDegrees: number }>();
  const pick = useCallback((at: Position, reachDegrees: number) => setPicked({ at, reachDegrees }), []);
  const [attempt, setAttempt] = useState(0);
  const { data, stage } = useMap({ ...props, container, attempt, isDark, onPick: pick, describedBy: helpId });
  const open = stage.kind === 'open' ? stage : undefined;
  const view = open?.view;
  const isUsable = view !== undefined || (stage.kind === 'static' && data !== undefined);
  const move = (action: (map: MapMoves) => void) => {
    const map = view ?? drawing.current;
    if (map) action(map);
  };

  // The list is replaced every few seconds; redraws only when its content changes.
  const signature = alerts
    .map(({ id, level, severity, geometry }) => `${id} ${level} ${severity} ${Boolean(geometry)}`)
    .join();
  // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  const areas = useMemo(() => (data ? alertAreas(alerts, data.counties) : []), [data, signature]);
  const point = data && picked ? whatIsAt(picked.at, alerts, data.counties) : undefined;

  useEffect(() => view?.setAlerts(areas), [view, areas]);
  useEffect(() => view?.showLayer(layer), [view, layer]);
  useEffect(() => {
    if (context) view?.setContext(context);
  }, [view, context]);
  useEffect(() => {
    if (open?.base === 'counties') open.view.setTheme(getCountyTheme(isDark));
  }, [open, isDark]);
  useEffect(() => view?.select(point?.county?.shape), [view, point?.county]);
  useEffect(() => {
    if (stage.kind === 'static') onStatic();
  }, [stage.kind, onStatic]);
  // The drawn map shows a picture at once: it has loaded by then.
  const { onRadarRendered } = props;
  const radarUrl = context?.radar?.visibleUrl;
  useEffect(() => {
    if (stage.kind === 'static') onRadarRendered?.(radarUrl);
  }, [stage.kind, onRadarRendered, radarUrl]);

  const { lat, lon, name } = place ?? {};
  const lastPlace = useRef<{ view: MapView; place: MapPlace | undefined }>(undefined);
  useEffect(() => {
    if (!open) return;
    const here = lat === undefined || lon === undefined ? undefined : { lat, lon, name: name ?? '' };
    const before = lastPlace.current?.view === open.view ? lastPlace.current.place : open.openedAt;
    open.view.setPlace(here);
    if (here && (before?.lat !== lat || before?.lon !== lon)) open.view.goTo(here, still);
    lastPlace.current = { view: open.view, place: here };
  }, [open, lat, lon, name, still]);

  useEffect(() => {
    const alert = alerts.find(({ id }) => id === selectedAlert?.id);
    const box = data && alert && boxOfAlert(alert, data.counties);
    if (box) move((map) => map.fit(box, still));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- moves when asked to, not when the list is renewed
  }, [view, data, selectedAlert]);

  const close = useCallback(() => setPicked(undefined), []);
  return (
    <div className="relative size-full">
      <p id={helpId} className="sr-only">
        Use the arrow keys to move the map, plus and minus to zoom, and Enter to see what's at its center. The alerts on
        it are also listed as text.
      </p>
      <div ref={container} className="absolute! inset-0" hidden={stage.kind === 'static'} />
      {stage.kind === 'loading' && (props.waiting ?? <MapSkeleton />)}
      {stage.kind === 'failed' && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 p-6 text-center">
          <p>The map didn't load.</p>
          <Button tone="secondary" size="small" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        </div>
      )}
      {stage.kind === 'static' && data && (
        <StaticMap
          ref={drawing}
          data={data}
          areas={areas}
          place={place}
          opensOn={opensOn}
          context={context}
          onPick={pick}
          describedBy={helpId}
        />
      )}
      {isUsable && (
        // Lengths in pixels, so that large text doesn't make the buttons collide.
        <div className="pointer-events-none absolute inset-x-[12px] top-[12px] flex items-start justify-between gap-[8px] *:pointer-events-auto">
          <MapButton onClick={() => move((map) => map.fit(stateBox, still))}>Show {stateName}</MapButton>
          <div className="flex flex-col gap-[8px]">
            <MapButton label="Zoom in" onClick={() => move((map) => map.zoomBy(1, still))}>
              <Plus aria-hidden="true" size={20} />
            </MapButton>
            <MapButton label="Zoom out" onClick={() => move((map) => map.zoomBy(-1, still))}>
              <Minus aria-hidden="true" size={20} />
            </MapButton>
            {place && (
              <MapButton
                label={`Back to ${name || 'your place'}`}
                onClick={() => move((map) => map.goTo(place, still))}
              >
                <LocateFixed aria-hidden="true" size={20} />
              </MapButton>
            )}
          </div>
        </div>
      )}
      <div aria-live="polite" className="absolute inset-x-3 bottom-3 max-h-[80%] sm:right-auto sm:w-80">
        {isUsable && point && (
          <PointCard point={point} now={now} isCertain={isComplete && alerts.every(isDrawable)} onClose={close}>
            {picked && props.factsAt?.(picked.at, picked.reachDegrees, point.county?.id)}
          </PointCard>
        )}
      </div>
    </div>
  );
}

interface UseMapOptions extends Pick<
  MapCanvasProps,
  'place' | 'opensOn' | 'mapKey' | 'onLayerState' | 'onRadarRendered'
> {
  container: RefObject<HTMLDivElement | null>;
  /** Change it to retry. */
  attempt: number;
  isDark: boolean;
  onPick: MapViewEvents['onPick'];
  describedBy: string;
}

function useMap({ container, attempt, onPick, onLayerState, onRadarRendered, ...options }: UseMapOptions) {
  const [data, setData] = useState<MapData>();
  const [stage, setStage] = useState<Stage>({ kind: 'loading' });
  useEffect(() => {
    let left = false;
    let opened: OpenedView | undefined;
    async function start() {
      setStage({ kind: 'loading' });
      const shapes = await loadMapData();
      setData(shapes);
      if (!canDrawMaps()) return setStage({ kind: 'static' });
      if (left || !container.current) return;
      const events = { onPick, onLayerState, onRadarRendered };
      try {
        const label = `Map of ${stateName}`;
        opened = await openMap({ ...options, container: container.current, label, data: shapes, events });
        if (left) opened.view.remove();
        else setStage({ kind: 'open', ...opened });
      } catch {
        if (!left) setStage({ kind: 'static' });
      }
    }
    start().catch(() => !left && setStage({ kind: 'failed' }));
    return () => {
      left = true;
      opened?.view.remove();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what changes later is told to the open map
  }, [options.mapKey, attempt]);
  return { data, stage };
}

function MapButton({ label, onClick, children }: { label?: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid min-h-[44px] min-w-[44px] place-items-center rounded-md bg-surface px-[12px] text-sm font-semibold shadow-card ring-1 ring-edge ring-inset hover:bg-surface-raised"
    >
      {children}
    </button>
  );
}

const darkQuery = '(prefers-color-scheme: dark)';

function subscribe(listener: () => void) {
  const query = window.matchMedia(darkQuery);
  const observer = new MutationObserver(listener);
  query.addEventListener('change', listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    query.removeEventListener('change', listener);
    observer.disconnect();
  };
}

function useDarkTheme(): boolean {
  return useSyncExternalStore(subscribe, () => {
    const { theme } = document.documentElement.dataset;
    return theme ? theme === 'dark' : window.matchMedia(darkQuery).matches;
  });
}
