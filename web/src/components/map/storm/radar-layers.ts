/**
 * Radar images on the interactive map. One source per radar picture, added when the picture loads and removed when it
 * leaves the list. Replacing a source's picture flickers, and so do the library's own opacity transitions.
 */
import type { Map as LibraryMap } from 'maplibre-gl';
import type { RadarOnMap } from './map-context.js';
import { radarOpacity } from './radar-opacity.js';

type RadarMap = Pick<
  LibraryMap,
  | 'addSource'
  | 'addLayer'
  | 'getLayer'
  | 'removeLayer'
  | 'removeSource'
  | 'moveLayer'
  | 'setPaintProperty'
  | 'isSourceLoaded'
  | 'on'
  | 'off'
>;

const idOf = (url: string) => `radar ${url}`;

/**
 * Returns the opacities of two stacked pictures. Where both have an echo, its strength stays constant.
 * @param share of the upper one, 0 to 1
 */
export function dissolved(share: number): { upper: number; lower: number } {
  const upper = radarOpacity * share;
  return { upper, lower: (radarOpacity - upper) / (1 - upper) };
}

export class RadarLayers {
  private readonly added = new Set<string>();
  private visibleUrl: string | undefined;
  /** Waiting for its source to load. */
  private pending: RadarOnMap | undefined;
  private step: number | undefined;
  /** Skips to the end of a cross-fade. */
  private finish: () => void = () => undefined;

  /**
   * @param below the layer to insert the pictures before
   * @param onRendered called with the picture that is now visible: its time must not be shown earlier
   */
  constructor(
    private readonly map: RadarMap,
    private readonly below: string,
    private readonly onRendered: (url: string | undefined) => void,
  ) {
    map.on('sourcedata', this.onData);
    map.on('error', this.onError);
  }

  show(radar: RadarOnMap | undefined): void {
    const listed = radar ? [...new Set([...radar.ready, ...(radar.visibleUrl ? [radar.visibleUrl] : [])])] : [];
    for (const url of [...this.added]) if (!listed.includes(url) && url !== this.visibleUrl) this.drop(url);
    for (const url of listed) if (radar && !this.added.has(url)) this.add(url, radar);
    for (const url of this.added) this.set(url, 'raster-saturation', radar?.isOld ? -1 : 0);
    this.pending = radar;
    this.swap();
  }

  remove(): void {
    this.finish();
    this.map.off('sourcedata', this.onData);
    this.map.off('error', this.onError);
  }

  private readonly onData = () => this.swap();

  /** A picture that failed to load is added again when it is next requested. */
  private readonly onError = (event: object) => {
    const id = 'sourceId' in event ? event.sourceId : undefined;
    const url = [...this.added].find((each) => idOf(each) === id);
    if (url) this.drop(url);
  };

  private swap(): void {
    const next = this.pending?.visibleUrl;
    if (next === this.visibleUrl || (next && !this.isLoaded(next))) return;
    this.finish();
    const before = this.visibleUrl;
    this.visibleUrl = next;
    this.onRendered(next);
    if (next) this.map.moveLayer(idOf(next), this.below);
    const dissolveMs = this.pending?.dissolveMs ?? 0;
    const end = () => {
      if (next) this.fade(next, radarOpacity);
      if (before && this.isListed(before)) this.fade(before, 0);
      else if (before) this.drop(before);
    };
    if (!before || !next || dissolveMs <= 0) return end();
    this.dissolve(before, next, dissolveMs, end);
  }

  private dissolve(before: string, next: string, ms: number, end: () => void): void {
    const began = performance.now();
    this.finish = () => {
      if (this.step !== undefined) cancelAnimationFrame(this.step);
      this.step = undefined;
      this.finish = () => undefined;
      end();
    };
    const draw = () => {
      const share = (performance.now() - began) / ms;
      if (share >= 1) return this.finish();
      const { upper, lower } = dissolved(share);
      this.fade(next, upper);
      this.fade(before, lower);
      this.step = requestAnimationFrame(draw);
    };
    draw();
  }

  private isLoaded(url: string): boolean {
    return this.added.has(url) && this.map.isSourceLoaded(idOf(url));
  }

  private isListed(url: string): boolean {
    return this.pending?.ready.includes(url) ?? false;
  }

  private add(url: string, { box: { west, south, east, north } }: RadarOnMap): void {
    const id = idOf(url);
    const coordinates: [[number, number], [number, number], [number, number], [number, number]] = [
      [west, north],
      [east, north],
      [east, south],
      [west, south],
    ];
    this.map.addSource(id, { type: 'image', url, coordinates });
    const paint = { 'raster-opacity': 0, 'raster-opacity-transition': { duration: 0 }, 'raster-fade-duration': 0 };
    this.map.addLayer({ id, type: 'raster', source: id, paint }, this.below);
    this.added.add(url);
  }

  private drop(url: string): void {
    if (!this.added.delete(url)) return;
    this.map.removeLayer(idOf(url));
    this.map.removeSource(idOf(url));
  }

  private fade(url: string, opacity: number): void {
    this.set(url, 'raster-opacity', opacity);
  }

  private set(url: string, property: 'raster-opacity' | 'raster-saturation', value: number): void {
    if (this.map.getLayer(idOf(url))) this.map.setPaintProperty(idOf(url), property, value);
  }
}
