import type { MapLayerName } from '@site/domain/weather/tile-grid';
import type { MapLayer } from '@site/proto/weather/v1/tiles.responses';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { stateTimeZone } from '@/components/time/times.js';
import { layerScales, type ScaleStop } from './layer-scales.js';

interface LayerLegendProps {
  id: string;
  layer: MapLayerName;
  /** Undefined until known. */
  status: MapLayer | undefined;
  isUnknown: boolean;
  isFailing: boolean;
}

/** The color scale and data time, or why there is no layer. */
export function LayerLegend({ id, layer, status, isUnknown, isFailing }: LayerLegendProps) {
  const { name, units, stops } = layerScales[layer];
  const note = noteOn({ name, status, isUnknown, isFailing });
  const isVisible = status === undefined ? !isUnknown : status.reason !== 'not configured';
  return (
    <div id={id} className="@container flex flex-col gap-2 text-sm">
      {isVisible && (
        <div role="img" aria-label={spoken(layer)} className="figures">
          <Labels values={stops.map(({ labels }) => labels[0])} unit={units[0]} />
          <Row>
            <span
              className="block h-3 grow rounded-full ring-1 ring-edge ring-inset"
              style={{ background: gradient(stops) }}
            />
          </Row>
          {units[1] && <Labels values={stops.map(({ labels }) => labels[1])} unit={units[1]} />}
        </div>
      )}
      {/* Smaller where text is large, because the bar must leave room for the map. */}
      <p role="status" className="flex min-h-5 gap-2 text-ink-soft @max-[12rem]:text-[0.6875rem]/tight">
        {note && (
          <>
            {note.isWarning && <Info aria-hidden="true" size={18} className="mt-px shrink-0 text-clay-ink" />}
            <span>{note.text}</span>
          </>
        )}
      </p>
    </div>
  );
}

function Row({ unit = '', children }: { unit?: string; children: ReactNode }) {
  return (
    <span className="flex items-center gap-3">
      {children}
      <span className="w-10 shrink-0 text-ink-soft">{unit}</span>
    </span>
  );
}

function Labels({ values, unit }: { values: string[]; unit: string }) {
  return (
    <Row unit={unit}>
      {/* With large text, only the ends have room. */}
      <span className="flex grow justify-between">
        {values.map((value) => (
          <span
            key={value}
            className="text-center @max-[15rem]:hidden @max-[15rem]:first:block @max-[15rem]:last:block @min-[15rem]:flex-1"
          >
            {value}
          </span>
        ))}
      </span>
    </Row>
  );
}

/** Centers each stop in its part, like its label. */
const gradient = (stops: readonly ScaleStop[]) =>
  `linear-gradient(to right, ${stops.map(({ color }, index) => `${color} ${((index + 0.5) / stops.length) * 100}%`).join(', ')})`;

function spoken(layer: MapLayerName): string {
  const { name, units, stops } = layerScales[layer];
  const first = stops[0];
  const last = stops.at(-1);
  const range = (unit: 0 | 1) => `${first?.labels[unit]} to ${last?.labels[unit]} ${units[unit]}`;
  return `${name}: the colors stand for ${range(0)}${units[1] && `, ${range(1)}`}.`;
}

/** Formats state time. */
const clock = (time: string, isLast: boolean) =>
  new Date(time).toLocaleTimeString('en-US', {
    timeZone: stateTimeZone,
    hour: 'numeric',
    minute: '2-digit',
    ...(isLast && { timeZoneName: 'short' }),
  });

/** Returns "2:06 PM to 2:14 PM CST", or one time when both share a minute. */
function span({ oldest_at: oldest, newest_at: newest }: MapLayer): string | undefined {
  if (!oldest || !newest) return undefined;
  const last = clock(newest, true);
  return clock(oldest, true) === last ? last : `${clock(oldest, false)} to ${last}`;
}

interface Note {
  text: string;
  isWarning: boolean;
}

/** Returns what is certain about a layer's age or absence. */
export function noteOn({
  name,
  status,
  isUnknown,
  isFailing,
}: Pick<LayerLegendProps, 'status' | 'isUnknown' | 'isFailing'> & { name: string }): Note | undefined {
  const warning = (text: string): Note => ({ text, isWarning: true });
  if (!status) {
    if (!isUnknown) return undefined;
    return warning("We can't tell whether weather layers are available right now.");
  }
  const times = span(status);
  const old = times ? `The map shows data from ${times}.` : 'The map may not show it.';
  switch (status.reason) {
    case 'not configured':
      return warning("Weather layers aren't available: this site has no map layer service set up.");
    case 'not answering':
      return warning(`${name}: the map layer service isn't responding. ${old}`);
    case 'budget used':
      return warning(`${name}: today's limit for map images has been reached. ${old}`);
    case '':
      if (isFailing) return warning(`${name}: some images of this layer didn't load. We'll keep trying.`);
      return times ? { text: `${name} by OpenWeather, fetched ${times}.`, isWarning: false } : undefined;
  }
}
