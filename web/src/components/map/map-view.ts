/** Controls the map library: base map, layers, overlays, selection and camera. */
import { tileBounds, tileZoom, type MapLayerName } from '@site/domain/weather/tile-grid';
import type { GeoJSONSource, LayerSpecification, Map as LibraryMap } from 'maplibre-gl';
import type { AlertArea } from './shapes/alert-areas.js';
import { alertOutlines } from './shapes/alert-outlines.js';
import type { MapData } from './shapes/map-data.js';
import type { MapTheme } from './shapes/map-styles.js';
import { ContextLayers } from './storm/context-layers.js';
import { isColored, type MapContext } from './storm/map-context.js';
import { mapSettings } from './map-settings.js';
import {
  alertsGeoJson,
  outlinesGeoJson,
  overlaySources,
  placeGeoJson,
  selectionGeoJson,
} from './shapes/overlay-sources.js';
import {
  alertFillNames,
  areaLayers,
  groundLayers,
  createHatchImages,
  nameLayers,
  placeLayers,
  townLayerNames,
  townsWithout,
  type MapFonts,
  type MapPlace,
} from './shapes/overlays.js';
import { boxOfPlace } from './shapes/place-box.js';
import type { Box, Position, Shape } from './shapes/shapes.js';

/** Both libraries share the interface used here. */
export interface OpenedMap {
  map: LibraryMap;
  fonts: MapFonts;
  theme: MapTheme;
}

export interface MapViewEvents {
  /**
   * On a click, a tap or Enter.
   * @param reachDegrees tap tolerance around the point, in degrees of latitude
   */
  onPick: (point: Position, reachDegrees: number) => void;
  onLayerState: (state: 'arriving' | 'failing') => void;
  /** Reports which radar picture is now visible, if any. */
  onRadarRendered?: ((url: string | undefined) => void) | undefined;
}

export interface MapMoves {
  fit(box: Box, still: boolean): void;
  /** Not animated when `still` (reduced motion). */
  goTo(place: MapPlace, still: boolean): void;
  zoomBy(steps: number, still: boolean): void;
}

const weather = 'weather';

/** Keeps the library's map in line with the page's state. Create one per container, and destroy it when it unmounts. */
export class MapView implements MapMoves {
  private readonly map: LibraryMap;
  private readonly fonts: MapFonts;
  private readonly cleanUps: (() => void)[] = [];
  private retry: ReturnType<typeof setTimeout> | undefined;
  private layer: MapLayerName | undefined;
  private failing = false;
  private context: ContextLayers | undefined;
  private theme: MapTheme;
  /** Radar or outlook is visible below the borders. */
  private isColored = false;
  private paintedBorder: string;

  /** The base map's style must have loaded. */
  constructor(
    { map, fonts, theme }: OpenedMap,
    private readonly data: MapData,
    private readonly events: MapViewEvents,
    /** Our own shapes show no detail closer than a county. */
    private readonly isLowDetail: boolean,
  ) {
    this.map = map;
    this.fonts = fonts;
    this.theme = theme;
    this.paintedBorder = theme.countyBorder;
    const pixelRatio = 2;
    for (const { name, image } of createHatchImages(pixelRatio)) map.addImage(name, image, { pixelRatio });
    for (const [name, geoJson] of Object.entries(overlaySources(data)))
      map.addSource(name, { type: 'geojson', data: geoJson });
    // Keeps the base map's names above weather and alerts.
    const belowNames = map.getStyle().layers.find(({ type }) => type === 'symbol')?.id;
    for (const layer of [...groundLayers(theme), ...areaLayers(theme)]) map.addLayer(layer, belowNames);
    for (const layer of [...nameLayers(theme, fonts), ...placeLayers(theme, fonts)]) map.addLayer(layer);
    this.listen();
  }

  private listen(): void {
    const { map } = this;
    map.on('click', ({ lngLat, point }) => this.events.onPick([lngLat.lng, lngLat.lat], this.reachAt(point)));
    map.on('error', (event) => {
      // The library reports all errors except those of our tiles.
      if ((event as { sourceId?: string }).sourceId === weather) this.tilesFailed();
    });
    map.on('sourcedata', (event) => {
      if (event.sourceId === weather && event.tile && this.failing) this.tilesArrive();
    });
    const canvas = map.getCanvas();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return;
      const middle = map.getCenter();
      this.events.onPick([middle.lng, middle.lat], this.reachAt(map.project(middle)));
    };
    canvas.addEventListener('keydown', onKey);
    this.cleanUps.push(() => canvas.removeEventListener('keydown', onKey));
  }

  private reachAt({ x, y }: { x: number; y: number }): number {
    return Math.abs(this.map.unproject([x, y]).lat - this.map.unproject([x, y + mapSettings.reachPx]).lat);
  }

  private tilesFailed(): void {
    if (!this.failing) {
      this.failing = true;
      this.events.onLayerState('failing');
    }
    this.retry ??= setTimeout(() => this.showLayer(this.layer), mapSettings.retryTilesMs);
  }

  private tilesArrive(): void {
    this.failing = false;
    clearTimeout(this.retry);
    this.retry = undefined;
    this.events.onLayerState('arriving');
  }

  showLayer(layer: MapLayerName | undefined): void {
    const { map } = this;
    clearTimeout(this.retry);
    this.retry = undefined;
    this.layer = layer;
    this.paintAlerts();
    if (map.getLayer(weather)) map.removeLayer(weather);
    if (map.getSource(weather)) map.removeSource(weather);
    if (!layer) return;
    const { west, south, east, north } = tileBounds;
    map.addSource(weather, {
      type: 'raster',
      tiles: [`${location.origin}/main/weather/tiles/${layer}/{z}/{x}/{y}.png`],
      tileSize: 256,
      minzoom: tileZoom.least,
      maxzoom: tileZoom.max,
      bounds: [west, south, east, north],
      attribution: '© OpenWeather',
    });
    map.addLayer(
      {
        id: weather,
        type: 'raster',
        source: weather,
        paint: { 'raster-opacity': mapSettings.layerOpacity, 'raster-fade-duration': 150 },
      },
      'alert-fill',
    );
  }

  setContext(context: MapContext): void {
    this.context ??= new ContextLayers(this.map, this.fonts, (url) => this.events.onRadarRendered?.(url));
    this.context.show(context);
    this.isColored = isColored(context);
    this.paintAlerts();
    this.paintBorders();
  }

  /** Above meaningful colors, alerts are outlines: a statewide fill would hide everything. */
  private paintAlerts(): void {
    const visibility = this.isColored || this.layer ? 'none' : 'visible';
    for (const id of alertFillNames) this.map.setLayoutProperty(id, 'visibility', visibility);
  }

  private paintBorders(): void {
    const { countyBorder, countyBorderOnColour } = this.theme;
    const color = this.isColored ? countyBorderOnColour : countyBorder;
    if (this.paintedBorder === color) return;
    this.paintedBorder = color;
    this.map.setPaintProperty('county-borders', 'line-color', color);
  }

  setAlerts(areas: AlertArea[]): void {
    void this.source('alerts').setData(alertsGeoJson(areas));
    void this.source('alert-outlines').setData(outlinesGeoJson(alertOutlines(areas, this.data.counties)));
  }

  select(shape: Shape | undefined): void {
    void this.source('selection').setData(selectionGeoJson(shape));
  }

  setPlace(place: MapPlace | undefined): void {
    void this.source('place').setData(placeGeoJson(place));
    // The place has its own mark and name.
    for (const layer of townLayerNames)
      if (this.map.getLayer(layer)) this.map.setFilter(layer, townsWithout(place?.name ?? ''));
  }

  setTheme(theme: MapTheme): void {
    this.theme = theme;
    const layers: LayerSpecification[] = [
      ...groundLayers(theme),
      ...areaLayers(theme),
      ...nameLayers(theme, this.fonts),
      ...placeLayers(theme, this.fonts),
    ];
    for (const { id, paint } of layers)
      for (const [property, value] of Object.entries(paint ?? {}))
        this.map.setPaintProperty(id, property as never, value as never);
    this.paintedBorder = theme.countyBorder;
    this.paintBorders();
  }

  goTo(place: MapPlace, still: boolean): void {
    if (this.isLowDetail) return this.fit(boxOfPlace(place, this.data.counties), still);
    const { lon, lat } = place;
    const target = { center: [lon, lat] as Position, zoom: mapSettings.flyToZoom };
    if (still) this.map.jumpTo(target);
    else this.map.flyTo(target);
  }

  fit({ west, south, east, north }: Box, still: boolean): void {
    const { fitPadding: padding, fitMaxZoom: maxZoom } = mapSettings;
    this.map.fitBounds(
      [
        [west, south],
        [east, north],
      ],
      { padding, maxZoom, ...(still && { duration: 0 }) },
    );
  }

  zoomBy(steps: number, still: boolean): void {
    this.map.zoomTo(this.map.getZoom() + steps, still ? { duration: 0 } : {});
  }

  remove(): void {
    clearTimeout(this.retry);
    for (const cleanUp of this.cleanUps) cleanUp();
    this.context?.remove();
    this.map.remove();
  }

  private source(name: string): GeoJSONSource {
    const source = this.map.getSource<GeoJSONSource>(name);
    if (!source) throw new Error(`the map has no source ${name}`);
    return source;
  }
}
