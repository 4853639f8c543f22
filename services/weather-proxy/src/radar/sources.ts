/** The two radar services, in order of preference. */
import type { Config } from '../config.js';
import type { Upstreams } from '../upstream/upstreams.js';
import { maxResponseBytes, WmsLayer, type Dated } from './wms.js';

export interface RadarSource {
  name: 'mrms' | 'nexrad';
  /** Whether an empty picture means no echoes. */
  meansEmpty: boolean;
  /** Times it may have a picture of. */
  times(fromMs: number, now: number, stopping: AbortSignal): Promise<Dated<number[]>>;
  picture(time: number, stopping: AbortSignal): Promise<Dated<Buffer>>;
}

/** In order of preference. */
export interface RadarSources {
  first: RadarSource;
  second: RadarSource;
}

const gridMs = 5 * 60_000;
const daySeconds = 86_400;

/** Opens the configured radar services, each with a daily budget of calls. */
export function radarSources(upstreams: Upstreams, config: Config): RadarSources {
  const open = (name: RadarSource['name'], address: string, layer: string) => {
    const { origin, pathname, search } = new URL(address);
    const upstream = upstreams.open({
      provider: name,
      baseUrl: `${origin}${pathname}`,
      headers: { 'user-agent': config.NWS_USER_AGENT, accept: 'image/png, text/xml, application/vnd.ogc.wms_xml' },
      maxBodyBytes: maxResponseBytes,
      // Two calls per round, as many again after restarts.
      budget: upstreams.budget(name, Math.ceil((4 * daySeconds) / config.RADAR_POLL_SECONDS) + 500),
    });
    return new WmsLayer(upstream, upstreams.breaker(name, 'radar'), { query: search, layer });
  };
  const mrms = open('mrms', config.MRMS_WMS_URL, config.MRMS_LAYER);
  const nexrad = open('nexrad', config.NEXRAD_WMS_URL, config.NEXRAD_LAYER);
  return {
    first: {
      name: 'mrms',
      meansEmpty: true,
      times: (fromMs, _now, stopping) => mrms.times(fromMs, stopping),
      picture: (time, stopping) => mrms.picture(time, stopping),
    },
    second: {
      name: 'nexrad',
      // Missing times return an empty picture, too (nearestValue="0").
      meansEmpty: false,
      times: (fromMs, now) => Promise.resolve({ value: gridTimes(fromMs, now) }),
      picture: (time, stopping) => nexrad.picture(time, stopping),
    },
  };
}

/** Every five minutes, each complete some four minutes later. */
function gridTimes(fromMs: number, now: number): number[] {
  const newest = Math.floor((now - gridMs) / gridMs) * gridMs;
  const count = Math.max(0, Math.floor((newest - fromMs) / gridMs) + 1);
  return Array.from({ length: count }, (_unused, index) => newest - (count - 1 - index) * gridMs);
}
