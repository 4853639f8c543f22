/** A layer of a Web Map Service (OGC 01-068r3, version 1.1.1) with a time dimension. */
import { radarMeters, radarImageSize } from '@site/domain/weather/radar-grid';
import type { Breaker } from '../upstream/breaker.js';
import type { Upstream } from '../upstream/upstream.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import { timesOf } from './capabilities.js';

const capabilitiesWithinMs = 10_000;
const imageTimeoutMs = 10_000;
/** NOAA's document describes every radar's layers (2.3 MB reported). */
export const maxResponseBytes = 8 * 1024 * 1024;
const maxImageBytes = 1.5 * 1024 * 1024;

/** `date`: the Date header, milliseconds since 1970 UTC. */
export interface Dated<Value> {
  value: Value;
  date?: number;
}

export interface WmsSettings {
  /** Of the address, if any: "?map=…". */
  query: string;
  layer: string;
}

/** Fetches the layer's times and images of the radar's area. */
export class WmsLayer {
  constructor(
    private readonly upstream: Upstream,
    private readonly breaker: Breaker,
    private readonly settings: WmsSettings,
  ) {}

  /** Oldest first. @throws UpstreamError */
  async times(fromMs: number, stopping: AbortSignal): Promise<Dated<number[]>> {
    const path = this.path({ request: 'GetCapabilities' });
    const fileOptions = { mediaType: /xml/i, maxBytes: maxResponseBytes };
    const guards = this.guards(capabilitiesWithinMs, stopping);
    const response = await this.upstream.getFile('capabilities', path, fileOptions, guards);
    const times = timesOf(response.value.toString('utf8'), this.settings.layer, fromMs);
    if (!times) throw new UpstreamError(`${path}: no times for ${this.settings.layer}`, 'invalid');
    return dated(times, response.date);
  }

  /** Checks only type and size. @throws UpstreamError */
  async picture(time: number, stopping: AbortSignal): Promise<Dated<Buffer>> {
    const { west, south, east, north } = radarMeters;
    const path = this.path({
      request: 'GetMap',
      layers: this.settings.layer,
      styles: '',
      srs: 'EPSG:3857',
      bbox: [west, south, east, north].map((meters) => meters.toFixed(2)).join(','),
      width: String(radarImageSize.width),
      height: String(radarImageSize.height),
      format: 'image/png',
      transparent: 'true',
      time: isoOf(time),
    });
    const fileOptions = { mediaType: /^image\/png\b/i, maxBytes: maxImageBytes };
    const response = await this.upstream.getFile('frame', path, fileOptions, this.guards(imageTimeoutMs, stopping));
    return dated(response.value, response.date);
  }

  private path(parameters: Record<string, string>): string {
    const query = new URLSearchParams(this.settings.query);
    for (const [name, value] of Object.entries({ service: 'WMS', version: '1.1.1', ...parameters }))
      query.set(name, value);
    return `?${query.toString()}`;
  }

  /** The next round requests a failed frame again. */
  private guards(withinMs: number, stopping: AbortSignal) {
    const deadline = AbortSignal.any([AbortSignal.timeout(withinMs), stopping]);
    return { breaker: this.breaker, deadline, mayRepeat: false as const };
  }
}

/** Omits zero milliseconds, which some services reject. */
export const isoOf = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');

const dated = <Value>(value: Value, date: number | undefined): Dated<Value> => ({
  value,
  ...(date !== undefined && { date }),
});
