/** Client of api.weather.gov. No address is taken from a response. */
import { firstCharacters } from '@site/domain/truncate';
import { state } from '@site/regions/state';
import type { Clock } from '@site/platform/base/clock';
import type { Coordinates } from '../readings/place-forecast.js';
import { both, type Breaker, type Guard } from '../upstream/breaker.js';
import type { Validators } from '../upstream/headers.js';
import type { Upstream } from '../upstream/upstream.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import type { Station } from './map-current.js';
import {
  alertListSchema,
  gridSchema,
  observationsSchema,
  periodsSchema,
  pointSchema,
  stationsSchema,
  type Grid,
  type Observation,
  type Periods,
  type Point,
} from './schemas.js';

/** Older forecasts are no longer updated (weather-gov/api#71 saw 88 hours). */
const oldestForecastMs = 24 * 3_600_000;
/** A forecast dated later would never become stale. */
const maxFutureMs = 3_600_000;
/** After longer in a cache on the path, a list isn't current (weather-gov/api#75). */
const oldestAlertListMs = 5 * 60_000;

export interface AlertListResponse {
  /** Not yet validated; absent when unchanged. */
  features?: unknown[];
  validators: Validators;
  /** Milliseconds since 1970 UTC; absent without a date in the response. */
  upstreamNow?: number;
}

/** "urn:oid:2.49.0.1.840.0.…", safe in a path. */
const alertId = /^[\w:-][\w:.-]{0,299}$/;
const maxCapMessageBytes = 1024 * 1024;
const stationId = /^[A-Z0-9]{3,12}$/;

export interface GridAddress {
  gridId: string;
  gridX: number;
  gridY: number;
}

/** Fetches and validates resources. Each method rejects with an UpstreamError. */
export class NwsClient {
  private readonly resources = new Map<string, Breaker>();
  /** A response's Date, and when we received it by the monotonic clock. */
  private received: { date: number; at: number } | undefined;
  /** An outdated forecast is a failure for the breaker. */
  private readonly recentPeriods = periodsSchema.refine(({ properties }) => {
    const now = this.upstreamNow();
    const ageMs = now - (properties.updateTime ?? properties.generatedAt ?? now);
    return ageMs < oldestForecastMs && ageMs > -maxFutureMs;
  }, 'is older than a day, or dated in the future');

  constructor(
    private readonly clock: Clock,
    private readonly upstream: Upstream,
    /** With a size limit for an outbreak's alert list. */
    private readonly alertsUpstream: Upstream,
    /** Asks for CAP 1.2 XML. */
    private readonly capUpstream: Upstream,
    /**
     * Failing forecasts must not hide alerts. `resource` makes one per part of a forecast: an outdated forecast beside
     * a good grid (weather-gov/api#71) is a failure too.
     */
    private readonly breakers: { forecasts: Breaker; alerts: Breaker; resource: (name: string) => Breaker },
  ) {}

  get forecastsFail(): boolean {
    return this.breakers.forecasts.isOpen || ['forecast', 'hourly'].some((name) => this.breakerOf(name).isOpen);
  }

  /** Finds the grid cell, zones and time zone of a place. */
  async point(at: Coordinates, deadline: AbortSignal): Promise<Point> {
    const response = await this.getJson('point', `/points/${pointPath(at)}`, pointSchema, deadline, {
      isMovable: false,
    });
    return response.properties;
  }

  /** Fetches periods of twelve hours. Rejects a forecast older than a day. */
  halfDays(cell: GridAddress, deadline: AbortSignal): Promise<Periods> {
    return this.periods('forecast', `${gridPath(cell)}/forecast?units=us`, deadline);
  }

  /** Fetches hours, like `halfDays`. */
  hourly(cell: GridAddress, deadline: AbortSignal): Promise<Periods> {
    return this.periods('hourly', `${gridPath(cell)}/forecast/hourly?units=us`, deadline);
  }

  async grid(cell: GridAddress, deadline: AbortSignal): Promise<Grid> {
    return (await this.getJson('grid', gridPath(cell), gridSchema, deadline)).properties;
  }

  /** Nearest first. */
  async stations(cell: GridAddress, deadline: AbortSignal): Promise<Station[]> {
    const { features } = await this.getJson('stations', `${gridPath(cell)}/stations?limit=3`, stationsSchema, deadline);
    return features
      .map(({ properties }) => ({
        id: properties.stationIdentifier,
        name: firstCharacters(properties.name?.trim() ?? '', 200),
      }))
      .filter(({ id }) => stationId.test(id));
  }

  /** Empty if the station has none. */
  async observation(station: string, deadline: AbortSignal): Promise<{ latest?: Observation }> {
    const path = `/stations/${station}/observations?limit=1`;
    const { features } = await this.getJson('observation', path, observationsSchema, deadline);
    return features[0] ? { latest: features[0].properties } : {};
  }

  /**
   * Fetches the state's active alerts. Never retries: the provider wants at most one call in 30 seconds. The list's
   * `updated` is its last change, not its age; only a future one is rejected.
   */
  async alertList(validators: Validators, deadline: AbortSignal): Promise<AlertListResponse> {
    const path = `/alerts/active?area=${state.postalCode}&status=actual`;
    const guards = { breaker: this.breakers.alerts, deadline, mayRepeat: false } as const;
    const response = await this.alertsUpstream.getJsonIfChanged('alerts', path, alertListSchema, guards, validators);
    const ageMs = response.ageSeconds * 1_000;
    if (ageMs > oldestAlertListMs) throw new UpstreamError(`${path}: ${response.ageSeconds} s old`, 'invalid');
    const upstreamNow = response.date === undefined ? undefined : response.date + ageMs;
    const time = upstreamNow === undefined ? {} : { upstreamNow };
    if ('unchanged' in response) return { validators, ...time };
    const { features, updated } = response.value;
    if (updated && upstreamNow !== undefined && updated - upstreamNow > maxFutureMs)
      throw new UpstreamError(`${path}: is dated in the future`, 'invalid');
    return { features, validators: response.validators, ...time };
  }

  /**
   * Fetches a message of the alert list as CAP 1.2 XML, which has blocks in other languages. Address and media type are
   * those of weather-gov/api#36.
   */
  async capMessage(id: string, deadline: AbortSignal): Promise<Buffer> {
    if (!alertId.test(id)) throw new UpstreamError(`no address for the alert ${id}`, 'not_found');
    const file = { mediaType: /\bxml\b/, maxBytes: maxCapMessageBytes };
    const guards = { breaker: this.breakerOf('cap'), deadline };
    return (await this.capUpstream.getFile('cap', `/alerts/${id}`, file, guards)).value;
  }

  private async periods(resource: string, path: string, deadline: AbortSignal): Promise<Periods> {
    return (await this.getJson(resource, path, this.recentPeriods, deadline)).properties;
  }

  /** `isMovable` resources may be moved or closed (outcome `not_found`). */
  private async getJson<Schema extends Parameters<Upstream['getJson']>[2]>(
    resource: string,
    path: string,
    schema: Schema,
    deadline: AbortSignal,
    { isMovable = true } = {},
  ) {
    const guard = both(this.breakers.forecasts, this.breakerOf(resource));
    // Inside the breaker: one moved cell doesn't affect the provider's health.
    const movable: Guard = { run: (work) => guard.run((trying) => work(trying).catch(throwIfNotFound)) };
    const guards = { breaker: isMovable ? movable : guard, deadline };
    const { value, date, ageSeconds } = await this.upstream.getJson(resource, path, schema, guards);
    if (date !== undefined) this.received = { date: date + ageSeconds * 1_000, at: this.clock.elapsed() };
    return value;
  }

  /** Ours, which may be wrong, until the upstream has sent one. */
  private upstreamNow(): number {
    return this.received ? this.received.date + (this.clock.elapsed() - this.received.at) : this.clock.now();
  }

  private breakerOf(resource: string): Breaker {
    const breaker = this.resources.get(resource) ?? this.breakers.resource(resource);
    this.resources.set(resource, breaker);
    return breaker;
  }
}

/** Besides 404: moved, permanently gone, or no such cell. */
const notFoundStatuses: readonly (number | undefined)[] = [301, 302, 303, 307, 308, 400, 410];

function throwIfNotFound(error: unknown): never {
  if (error instanceof UpstreamError && notFoundStatuses.includes(error.status))
    throw new UpstreamError(error.message, 'not_found', { cause: error, status: error.status! });
  throw error;
}

const gridPath = ({ gridId, gridX, gridY }: GridAddress) => `/gridpoints/${gridId}/${gridX},${gridY}`;

/** Other forms than two decimals without trailing zeros get a redirect (weather-gov/api#18). */
const pointPath = ({ lat, lon }: Coordinates) => `${Number(lat.toFixed(2))},${Number(lon.toFixed(2))}`;
