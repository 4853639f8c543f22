/** Controls the map library: base map, layers, overlays, selection and camera. */
import { tileBounds, tileZoom, type MapLayerName } from '@site/domain/weather/tile-grid';
import type { GeoJSONSource, LayerSpecification, Map as LibraryMap } from 'maplibre-gl';
import type { AlertArea } from './shapes/alert-areas.js';
import { alertOutlines } from './shapes/alert-outlines.js';
import type { MapData } from './shapes/map-data.js';
import type { MapLook } from './shapes/map-look.js';
import { ContextLayers } from './storm/context-layers.js';
import { isColoured, type MapContext } from './storm/map-context.js';
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
  hatchPictures,
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
  look: MapLook;
}

export interface MapViewEvents {
  /**
   * On a click, a tap or Enter.
   * @param reachDegrees tap tolerance around the point, in degrees of latitude
   */
  onPick: (point: Position, reachDegrees: number) => void;
  onLayerState: (state: 'arriving' | 'failing') => void;
  /** Reports which radar picture is now visible, if any. */
  onRadarDrawn?: ((url: string | undefined) => void) | undefined;
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
  private look: MapLook;
  /** Radar or outlook is visible below the borders. */
  private isColoured = false;
  private paintedBorder: string;

  /** The base map's style must have loaded. */
  constructor(
    { map, fonts, look }: OpenedMap,
    private readonly data: MapData,
    private readonly events: MapViewEvents,
    /** Our own shapes show no detail closer than a county. */
    private readonly isOwnDrawing: boolean,
  ) {
    this.map = map;
    this.fonts = fonts;
    this.look = look;
    this.paintedBorder = look.countyBorder;
    const pixelRatio = 2;
    for (const { name, picture } of hatchPictures(pixelRatio)) map.addImage(name, picture, { pixelRatio });
    for (const [name, geoJson] of Object.entries(overlaySources(data)))
      map.addSource(name, { type: 'geojson', data: geoJson });
    // Keeps the base map's names above weather and alerts.
    const belowNames = map.getStyle().layers.find(({ type }) => type === 'symbol')?.id;
    for (const layer of [...groundLayers(look), ...areaLayers(look)]) map.addLayer(layer, belowNames);
    for (const layer of [...nameLayers(look, fonts), ...placeLayers(look, fonts)]) map.addLayer(layer);
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
      maxzoom: tileZoom.most,
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
    this.context ??= new ContextLayers(this.map, this.fonts, (url) => this.events.onRadarDrawn?.(url));
    this.context.show(context);
    this.isColoured = isColoured(context);
    this.paintAlerts();
    this.paintBorders();
  }

  /** Above meaningful colors, alerts are outlines: a statewide fill would hide everything. */
  private paintAlerts(): void {
    const visibility = this.isColoured || this.layer ? 'none' : 'visible';
    for (const id of alertFillNames) this.map.setLayoutProperty(id, 'visibility', visibility);
  }

  private paintBorders(): void {
    const { countyBorder, countyBorderOnColour } = this.look;
    const colour = this.isColoured ? countyBorderOnColour : countyBorder;
    if (this.paintedBorder === colour) return;
    this.paintedBorder = colour;
    this.map.setPaintProperty('county-borders', 'line-color', colour);
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

  setLook(look: MapLook): void {
    this.look = look;
    const layers: LayerSpecification[] = [
      ...groundLayers(look),
      ...areaLayers(look),
      ...nameLayers(look, this.fonts),
      ...placeLayers(look, this.fonts),
    ];
    for (const { id, paint } of layers)
      for (const [property, value] of Object.entries(paint ?? {}))
        this.map.setPaintProperty(id, property as never, value as never);
    this.paintedBorder = look.countyBorder;
    this.paintBorders();
  }

  goTo(place: MapPlace, still: boolean): void {
    if (this.isOwnDrawing) return this.fit(boxOfPlace(place, this.data.counties), still);
    const { lon, lat } = place;
    const target = { center: [lon, lat] as Position, zoom: mapSettings.flyToZoom };
    if (still) this.map.jumpTo(target);
    else this.map.flyTo(target);
  }

  fit({ west, south, east, north }: Box, still: boolean): void {
    const { fitPadding: padding, fitMostZoom: maxZoom } = mapSettings;
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
