/** The storm map with radar loop, outlook, reports and gauges. */
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { MapLayerName } from '@site/domain/weather/tile-grid';
import type { AlertState } from '@/components/alerts/alert-queries.js';
import { MapCanvas } from '@/components/map/lazy-map-canvas.js';
import { LayerLegend } from '@/components/map/layers/layer-legend.js';
import { mapLayersQuery, statusOf } from '@/components/map/layers/map-layers-query.js';
import { MapAlertList } from '@/components/map/map-alert-list.js';
import type { SelectedAlert } from '@/components/map/map-canvas.js';
import { defaultLayer } from '@/components/map/map-settings.js';
import { MapSkeleton } from '@/components/map/map-skeleton.js';
import type { Position } from '@/components/map/shapes/shapes.js';
import type { MapContext, RadarOnMap } from '@/components/map/storm/map-context.js';
import { RadarLegend, RadarScale } from '@/components/radar/radar-legend.js';
import type { LoopFrame, RadarState } from '@/components/radar/radar-loop.js';
import { RadarPlayer } from '@/components/radar/radar-player.js';
import type { TimedRadar } from '@/components/radar/radar-query.js';
import { dissolveMs, usePlayer, type Player } from '@/components/radar/use-player.js';
import { isOutlookValid } from '@/components/storm/outlook.js';
import { outlookQuery, riversQuery, stormReportsQuery } from '@/components/storm/storm-queries.js';
import { useServerTime } from '@/components/storm/storm-query.js';
import type { NamedPlace } from '@/components/places/place-in-url.js';
import { useReducedMotion } from '@/ui/media-query.js';
import { useNearViewport } from '@/ui/near-viewport.js';
import { StickyBar } from '@/ui/sticky-bar.js';
import { OutlookText, ReportsText, RiversText } from './text-equivalents.js';
import { LayerPicker, type MarkLayer } from './layer-choice.js';
import { ReportsLegend, RiversLegend } from './map-legends.js';
import { OutlookBar } from './outlook-bar.js';
import { PointFacts } from './point-facts.js';
import { RadarStill } from './radar-still.js';
import { hasTiles, useGround } from './use-base-layer.js';

interface StormMapProps {
  radar: RadarState;
  /** Small image of the newest frame. */
  still: TimedRadar['still'] | undefined;
  /** Changes with every radar response. */
  radarUpdatedAt: number;
  alerts: AlertState;
  /** Undefined until the map type is known. Rendering one before would load the code of both. */
  mapKey: string | undefined;
  /** The visitor's place, shown as a marker. */
  place: NamedPlace | undefined;
}

const noFrames: LoopFrame[] = [];
const emptyList: readonly never[] = [];

/** Storm map: base layers and markers, radar loop, legends and text equivalent. */
export function StormMap({ radar, still, radarUpdatedAt, alerts, mapKey, place }: StormMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const textRef = useRef<HTMLDivElement>(null);
  const isTextNear = useNearViewport(textRef);
  const isStill = useReducedMotion();
  const [marks, setMarks] = useState<ReadonlySet<MarkLayer>>(new Set());
  const [day, setDay] = useState(1);
  const [selectedAlert, setSelectedAlert] = useState<SelectedAlert>();
  // The event from the address, while it's listed. Its messages may change without moving the map again.
  const requestedEvent = useSearchParams()[0].get('event');
  const requestedAlert = alerts.kind === 'alerts' && alerts.alerts.find(({ event_key: key }) => key === requestedEvent);
  const [openedFor, setOpenedFor] = useState<string>();
  if (requestedAlert && openedFor !== requestedAlert.event_key) {
    setOpenedFor(requestedAlert.event_key);
    setSelectedAlert({ id: requestedAlert.id });
  }
  const [isFailing, setFailing] = useState(false);
  const [isStatic, setStatic] = useState(false);

  const [tileLayer, setTileLayer] = useState<MapLayerName>(defaultLayer);
  const layers = useQuery(mapLayersQuery(tileLayer));
  const [ground, setGround] = useGround({ radar, layers: layers.data, isUnknown: layers.isError && !layers.data });
  const tiles = ground === undefined || ground === 'radar' || ground === 'outlook' ? undefined : ground;

  const outlook = useQuery({ ...outlookQuery, enabled: isTextNear || ground === 'outlook' });
  const reports = useQuery({ ...stormReportsQuery, enabled: isTextNear || marks.has('reports') });
  const rivers = useQuery({ ...riversQuery, enabled: isTextNear || marks.has('rivers') });
  const outlookNow = useServerTime(outlook.data);
  const reportsNow = useServerTime(reports.data ?? rivers.data);

  const isRadar = ground === 'radar';
  const frames = isRadar && radar.kind === 'frames' ? radar.frames : noFrames;
  // The still image shows until the map has drawn a frame.
  const [renderedFrame, setRenderedFrame] = useState<{ url: string | undefined }>();
  const stillOf = frames.find(({ time }) => time === Date.parse(still?.time ?? ''));
  const player = usePlayer(frames, radarUpdatedAt, frame, renderedFrame ? renderedFrame.url : stillOf?.url);
  const onRadarRendered = useCallback((url: string | undefined) => setRenderedFrame({ url }), []);
  const onMap = useRadarOnMap(isRadar ? radar : undefined, player);
  const selectedDay = ground === 'outlook' ? outlook.data?.days.find((each) => each.day === day) : undefined;
  const areas = selectedDay && isOutlookValid(selectedDay, outlookNow) ? selectedDay.areas : emptyList;
  const visibleReports = marks.has('reports') ? reports.data?.reports : undefined;
  const visibleGauges = marks.has('rivers') ? rivers.data?.gauges : undefined;
  const context = useMemo(
    (): MapContext => ({
      radar: onMap,
      outlook: areas,
      reports: visibleReports ?? emptyList,
      gauges: visibleGauges ?? emptyList,
    }),
    [onMap, areas, visibleReports, visibleGauges],
  );

  const onLayerState = useCallback((state: 'arriving' | 'failing') => setFailing(state === 'failing'), []);
  const onStatic = useCallback(() => setStatic(true), []);
  function toggle(layer: MarkLayer) {
    const next = new Set(marks);
    if (!next.delete(layer)) next.add(layer);
    setMarks(next);
  }
  function showAlert(id: string) {
    setSelectedAlert({ id });
    frame.current?.scrollIntoView({ block: 'nearest', behavior: isStill ? 'auto' : 'smooth' });
  }
  const waiting =
    isRadar && still && radar.kind === 'frames' ? (
      <RadarStill url={still.url} box={radar.box} isOld={radar.isOld} />
    ) : (
      <MapSkeleton />
    );

  return (
    <>
      <div className="mt-4 grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-3">
          <LayerPicker
            value={ground}
            onChange={(layer) => {
              setFailing(false);
              setGround(layer);
              if (layer !== 'radar' && layer !== 'outlook') setTileLayer(layer);
            }}
            hasTiles={hasTiles(layers.data) && !isStatic}
            visibleMarks={marks}
            onToggle={toggle}
          />
          {/* The bar below the map stays inside this box, so that it never covers the choice above. */}
          <div className="flex min-w-0 flex-col gap-3">
            <div
              ref={frame}
              className="relative isolate h-[clamp(16rem,100svh-27rem,26rem)] overflow-hidden rounded-lg bg-surface-raised shadow-card has-[canvas:focus-visible]:outline-3 has-[canvas:focus-visible]:outline-offset-2 has-[canvas:focus-visible]:outline-sky md:h-[36rem]"
            >
              {mapKey === undefined ? (
                waiting
              ) : (
                <Suspense fallback={waiting}>
                  <MapCanvas
                    place={place}
                    opensOn="state"
                    alerts={alerts.kind === 'alerts' ? alerts.alerts : []}
                    now={'now' in alerts ? alerts.now : 0}
                    isComplete={alerts.kind === 'none' || (alerts.kind === 'alerts' && alerts.confirmed)}
                    mapKey={mapKey}
                    layer={isStatic ? undefined : tiles}
                    context={context}
                    factsAt={(point: Position, reachDegrees: number, county: string | undefined) => (
                      <PointFacts
                        context={context}
                        point={point}
                        reachDegrees={reachDegrees}
                        county={county}
                        now={reportsNow}
                      />
                    )}
                    selectedAlert={selectedAlert}
                    onLayerState={onLayerState}
                    onRadarRendered={onRadarRendered}
                    onStatic={onStatic}
                    waiting={waiting}
                  />
                </Suspense>
              )}
            </div>
            {/* As tall as the radar's player and legend, which the server doesn't render. */}
            {ground === undefined && <div className="needs-script h-53 sm:h-48" />}
            {radar.kind === 'frames' && isRadar && (
              <RadarPlayer radar={radar} player={player}>
                <RadarScale radar={radar} frame={player.seen ?? player.frame} />
              </RadarPlayer>
            )}
            {isRadar && <RadarLegend radar={radar} frame={player.seen ?? player.frame} />}
            {ground === 'outlook' && (
              <StickyBar>
                <OutlookBar state={outlook} day={day} onDay={setDay} />
              </StickyBar>
            )}
            {tiles && (
              <StickyBar>
                <LayerLegend
                  id="tiles-legend"
                  layer={tiles}
                  status={statusOf(layers.data, tiles)}
                  isUnknown={layers.isError && !layers.data}
                  isFailing={isFailing}
                />
              </StickyBar>
            )}
            {marks.has('reports') && <ReportsLegend state={reports} />}
            {marks.has('rivers') && <RiversLegend state={rivers} />}
            {isStatic && hasTiles(layers.data) && (
              <p role="status" className="text-sm text-ink-soft">
                This browser can’t draw the interactive map, so clouds, precipitation, pressure, wind and temperature
                aren’t shown.
              </p>
            )}
            <p className="text-sm text-ink-soft">
              Borders: US Census Bureau, simplified; rivers and lakes for orientation only.{' '}
              {tiles && 'Weather layers: © OpenWeather. '}
              Alerts: National Weather Service.
            </p>
          </div>
        </div>
        <MapAlertList alerts={alerts} onShow={showAlert} Heading="h2" />
      </div>
      <div ref={textRef} className="mt-12 grid grid-cols-1 items-start gap-6 lg:grid-cols-3">
        <OutlookText state={outlook} />
        <ReportsText state={reports} />
        <RiversText state={rivers} />
      </div>
    </>
  );
}

/** Radar layer for the map; a stable object while nothing in it changes. */
function useRadarOnMap(radar: RadarState | undefined, player: Player): RadarOnMap | undefined {
  const visibleUrl = player.onMap?.url;
  const ready = player.ready.map(({ url }) => url).join(' ');
  const dissolve = player.isPlaying ? dissolveMs : 0;
  const frames = radar?.kind === 'frames' ? radar : undefined;
  const isOld = frames?.isOld ?? false;
  const { west, south, east, north } = frames?.box ?? {};
  return useMemo(() => {
    if (west === undefined || south === undefined || east === undefined || north === undefined) return undefined;
    const box = { west, south, east, north };
    return { box, ready: ready === '' ? [] : ready.split(' '), visibleUrl, isOld, dissolveMs: dissolve };
  }, [west, south, east, north, ready, visibleUrl, isOld, dissolve]);
}
