/** Place search with Mapbox (Geocoding v6; accepts v5-style responses, too). */
import { setTimeout as pause } from 'node:timers/promises';
import type { Place } from '@site/proto/gen/nest/weather/v1/places';
import { forecastBounds } from '@site/proto/weather/v1/forecasts.schema';
import { maxPlaces } from '@site/proto/weather/v1/places.schema';
import { stateBoxes } from '@site/regions/bounding-boxes';
import { state } from '@site/regions/state';
import { z } from 'zod';
import type { Clock } from '@site/platform/base/clock';
import { ResponseCache } from '@site/platform/base/response-cache';
import type { Breaker } from '../upstream/breaker.js';
import { usableItems } from '../readings/skipped-parts.js';
import type { Upstream } from '../upstream/upstream.js';

/** Visitors search as they type. */
const responseTimeoutMs = 2_000;
/** To wait for a better result than the built-in list's. */
const searchTimeoutMs = 1_000;
/** Mapbox forbids storing temporary results; this avoids repeated requests. */
const cacheTtlMs = 60_000;
const { search } = stateBoxes;
const bbox = [search.west, search.south, search.east, search.north].map((side) => side.toFixed(1)).join(',');
const proximity = `${state.middle.lon},${state.middle.lat}`;
const types = ['place', 'locality', 'neighborhood'] as const;

const text = z.string().trim().min(1).max(300);
const lat = z.number().min(forecastBounds.south).max(forecastBounds.north);
const lon = z.number().min(forecastBounds.west).max(forecastBounds.east);

const featureV6 = z
  .object({
    properties: z.object({
      mapbox_id: text,
      feature_type: z.enum(types),
      name: text,
      name_preferred: text.optional().catch(undefined),
      place_formatted: text.optional().catch(undefined),
      full_address: text.optional().catch(undefined),
      coordinates: z.object({ latitude: lat, longitude: lon }),
    }),
  })
  .transform(({ properties }): Place => {
    const { mapbox_id, feature_type, name_preferred, place_formatted, full_address, coordinates } = properties;
    const name = name_preferred ?? properties.name;
    return {
      id: mapbox_id,
      name,
      place: full_address ?? (place_formatted ? `${name}, ${place_formatted}` : name),
      lat: coordinates.latitude,
      lon: coordinates.longitude,
      type: feature_type,
    };
  });

const featureV5 = z
  .object({
    id: text,
    place_type: z.array(z.string()).min(1),
    text,
    place_name: text.optional().catch(undefined),
    center: z.tuple([lon, lat]),
  })
  .transform((feature, context): Place => {
    const type = types.find((each) => feature.place_type.includes(each));
    if (!type) {
      context.addIssue('not a requested type');
      return z.NEVER;
    }
    const [longitude, latitude] = feature.center;
    const { id, text: name, place_name } = feature;
    return { id, name, place: place_name ?? name, lat: latitude, lon: longitude, type };
  });

const feature = z.union([featureV6, featureV5]);

/** Drops unreadable features; rejects a response without a readable one. */
export const mapboxResponseSchema = z
  .object({ type: z.literal('FeatureCollection'), features: z.array(z.unknown()) })
  .transform(({ features }, context): Place[] => {
    const places = usableItems(feature, { name: 'features', max: 1_000 }).parse(features);
    if (features.length > 0 && places.length === 0) context.addIssue('no readable feature');
    return places.slice(0, maxPlaces);
  });

/** Searches within the state's surroundings, and gives up early if the built-in list has a result. */
export class MapboxGeocoder {
  private readonly cache: ResponseCache<Place[]>;
  private underWay = 0;
  /** The latest request failed or is slow: only queries without a built-in result wait. */
  private isSlow = false;

  constructor(
    private readonly upstream: Upstream,
    private readonly breaker: Breaker,
    clock: Clock,
  ) {
    this.cache = new ResponseCache({ clock, freshMs: () => cacheTtlMs, maxAgeMs: 0, maxSize: 500 });
  }

  /**
   * Best first; undefined when the request is slow and `hasStandIn`.
   * @throws UpstreamError
   */
  async search(query: string, hasStandIn: boolean): Promise<Place[] | undefined> {
    if (!hasStandIn) return this.find(query);
    // One request at a time probes the geocoder.
    if (this.isSlow && this.underWay > 0) return undefined;
    const timeout = pause(this.isSlow ? 0 : searchTimeoutMs, undefined, { ref: false });
    const places = await Promise.race([this.find(query), timeout]);
    if (!places) this.isSlow = true;
    return places;
  }

  private async find(query: string): Promise<Place[]> {
    const q = query.toLowerCase().replace(/\s+/g, ' ');
    return (await this.cache.get(q, () => this.watched(() => this.request(q)))).value;
  }

  private async watched(request: () => Promise<Place[]>): Promise<Place[]> {
    const startedAt = performance.now();
    let isSlow = true;
    this.underWay += 1;
    try {
      const places = await request();
      isSlow = performance.now() - startedAt > searchTimeoutMs;
      return places;
    } finally {
      this.isSlow = isSlow;
      this.underWay -= 1;
    }
  }

  private async request(q: string): Promise<Place[]> {
    const parameters = new URLSearchParams({
      q,
      types: types.join(','),
      limit: String(maxPlaces),
      country: 'us',
      language: 'en',
      proximity,
      bbox,
    });
    const guards = { breaker: this.breaker, deadline: AbortSignal.timeout(responseTimeoutMs) };
    const path = `/search/geocode/v6/forward?${parameters.toString()}`;
    return (await this.upstream.getJson('geocoding', path, mapboxResponseSchema, guards)).value;
  }
}
