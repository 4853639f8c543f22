/** Forecasts from the National Weather Service, with a cache per resource. */
import { setTimeout as pause } from 'node:timers/promises';
import { Packed } from '@site/platform/base/compressed-value';
import { LRUCache } from 'lru-cache';
import type { Clock } from '@site/platform/base/clock';
import { isCurrent, oldestMeasurementMs } from '../readings/measurement-age.js';
import { NoForecastHere, type ForecastSource } from '../readings/forecast-source.js';
import type { Coordinates, PlaceForecast } from '../readings/place-forecast.js';
import { ResponseCache, type CachedValue } from '@site/platform/base/response-cache';
import { UpstreamError } from '../upstream/upstream-error.js';
import type { Station, StationObservation } from './map-current.js';
import { mapForecast } from './map-forecast.js';
import type { GridAddress, NwsClient } from './nws-client.js';
import type { Grid, Observation, Periods, Point } from './schemas.js';
import { celsius, read } from './quantities.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The state has 31,000 of our cells and 22,000 of the weather service's. */
const maxPoints = 10_000;
/** Per part: about 4,000 cells, or 1,000 raw grids. */
const maxCacheBytes = 24 * 1024 * 1024;

/** A cautious budget, besides alerts and radar; the provider publishes no rate limit. */
const callsPerSecond = 5;
/** Half-days, hours, raw grid. */
const callsPerCell = 3;
/** Forecasts change about hourly; from 15 minutes on, pages show their age. */
const maxTtlMs = 12 * 60_000;

/** The forecast TTL grows with the cells viewed, so that a statewide storm keeps to `callsPerSecond`. */
class Pace {
  private readonly cells: LRUCache<string, true>;

  constructor(
    private readonly defaultFreshMs: number,
    clock: Clock,
  ) {
    this.cells = new LRUCache({ max: 25_000, ttl: maxTtlMs, ttlResolution: 0, perf: { now: () => clock.elapsed() } });
  }

  requested(cell: string): void {
    this.cells.set(cell, true);
  }

  get freshMs(): number {
    this.cells.purgeStale();
    const neededMs = (this.cells.size * callsPerCell * 1_000) / callsPerSecond;
    return Math.max(this.defaultFreshMs, Math.min(maxTtlMs, neededMs));
  }
}

const stationsTried = 3;
/** For optional parts after the forecast. */
const extraWaitMs = 1_000;

/** Forecasts from the National Weather Service. Grid and observation are optional. */
export class NwsSource implements ForecastSource {
  readonly name = 'nws';
  readonly canPrefetch = true;
  readonly freshMs: number;
  private readonly points: ResponseCache<Point>;
  private readonly stations: ResponseCache<Station[]>;
  private readonly halfDays: ResponseCache<Packed<Periods>>;
  private readonly hourly: ResponseCache<Packed<Periods>>;
  private readonly grids: ResponseCache<Packed<Grid>>;
  private readonly pace: Pace;
  private readonly observations: ResponseCache<{ latest?: Observation }>;

  constructor(
    private readonly client: NwsClient,
    private readonly clock: Clock,
    { forecastMs, observationMs }: { forecastMs: number; observationMs: number },
  ) {
    // Observations expire first.
    this.freshMs = observationMs;
    const pace = new Pace(forecastMs, clock);
    this.pace = pace;
    const createCache = <Value extends object>(freshMs: number, maxAgeMs: number, maxSize: number) =>
      new ResponseCache<Value>({ clock, freshMs: () => freshMs, maxAgeMs, maxSize });
    const createPackedCache = <Value>(maxAgeMs: number) =>
      new ResponseCache<Packed<Value>>({
        clock,
        freshMs: () => pace.freshMs,
        maxAgeMs,
        maxSize: maxCacheBytes,
        sizeOf: (packed) => packed?.bytes ?? 1,
      });
    // A point changes its cell about once a year, which `movedTo` detects.
    this.points = createCache(dayMs, 30 * dayMs, maxPoints);
    this.stations = createCache(dayMs, 30 * dayMs, maxPoints);
    this.halfDays = createPackedCache(0);
    this.hourly = createPackedCache(0);
    this.grids = createPackedCache(6 * hourMs);
    // Its own timestamp determines whether it is current.
    this.observations = createCache(observationMs, oldestMeasurementMs, 500);
  }

  async fetchForecast(at: Coordinates, deadline: AbortSignal): Promise<PlaceForecast> {
    const point = await this.pointAt(at, deadline);
    const movedTo = () => this.movedTo(at, point, deadline);
    try {
      const { forecast, isCellDoubtful } = await this.forecastOf(point, at, deadline);
      const next = isCellDoubtful && (await movedTo());
      return next ? (await this.forecastOf(next, at, deadline)).forecast : forecast;
    } catch (error) {
      const next = isNotFound(error) && (await movedTo());
      if (!next) throw error;
      return (await this.forecastOf(next, at, deadline)).forecast;
    }
  }

  /**
   * The weather service moves cells and reassigns them to other offices.
   * @returns undefined when the cell is unchanged, or the lookup fails
   */
  private async movedTo(at: Coordinates, current: Point, deadline: AbortSignal): Promise<Point | undefined> {
    const found = await optional(this.points.revalidate(pointKey(at), () => this.client.point(at, deadline)));
    return found && addressOf(found.value) !== addressOf(current) ? found.value : undefined;
  }

  /** A missing optional part makes the cell doubtful. */
  private async forecastOf(
    point: Point,
    at: Coordinates,
    deadline: AbortSignal,
  ): Promise<{ forecast: PlaceForecast; isCellDoubtful: boolean }> {
    const { gridId, gridX, gridY } = point;
    const cell: GridAddress = { gridId, gridX, gridY };
    const address = addressOf(cell);
    let isCellDoubtful = false;
    const doubtIfNotFound = (failure: unknown) => {
      isCellDoubtful ||= isNotFound(failure);
    };
    this.pace.requested(address);
    const part = <Value>(cache: ResponseCache<Packed<Value>>, load: () => Promise<Value>) =>
      cache.get(address, async () => Packed.of(await load()));
    const forecasts = Promise.all([
      part(this.halfDays, () => this.client.halfDays(cell, deadline)),
      part(this.hourly, () => this.client.hourly(cell, deadline)),
    ]);
    // While forecasts fail, the other parts wait for them.
    if (this.client.forecastsFail) await forecasts;
    const gridRequest = part(this.grids, () => this.client.grid(cell, deadline));
    const grid = optional(gridRequest, doubtIfNotFound);
    const observation = optional(this.observationNear(cell, deadline, doubtIfNotFound), doubtIfNotFound);
    const [halfDays, hourly] = await forecasts;
    const enough = new AbortController();
    const waited = pause(extraWaitMs, undefined, { signal: enough.signal }).catch(() => undefined);
    const [foundGrid, foundObservation] = await Promise.all([
      Promise.race([grid, waited]),
      Promise.race([observation, waited]),
    ]);
    enough.abort();
    const forecast = mapForecast(
      {
        point,
        halfDays: halfDays.value.unpack(),
        hourly: hourly.value.unpack(),
        grid: foundGrid?.value.unpack(),
        observation: foundObservation,
      },
      { source: this.name, at, now: this.clock.now(), fetchedAt: Math.min(halfDays.fetchedAt, hourly.fetchedAt) },
    );
    return { forecast, isCellDoubtful };
  }

  private async pointAt(at: Coordinates, deadline: AbortSignal): Promise<Point> {
    try {
      return (await this.points.get(pointKey(at), () => this.client.point(at, deadline))).value;
    } catch (error) {
      if (isNotFound(error)) {
        throw new NoForecastHere(`no forecast for ${at.lat},${at.lon}`, { cause: error });
      }
      throw error;
    }
  }

  /**
   * Returns the observation of the nearest station with a recent temperature, as weather.gov does. Temperatures that
   * failed quality control or are physically impossible don't count. A closed station causes a refetch of the list.
   */
  private async observationNear(
    cell: GridAddress,
    deadline: AbortSignal,
    doubtIfNotFound: (failure: unknown) => void,
  ): Promise<StationObservation | undefined> {
    const address = addressOf(cell);
    const load = () => this.client.stations(cell, deadline);
    const near = ({ value, failure }: CachedValue<Station[]>) => {
      doubtIfNotFound(failure);
      return this.firstMeasurement(value.slice(0, stationsTried), deadline);
    };
    const found = await near(await this.stations.get(address, load));
    if (!found.isListOutdated) return found.measurement;
    return (await near(await this.stations.revalidate(address, load))).measurement;
  }

  private async firstMeasurement(
    stations: readonly Station[],
    deadline: AbortSignal,
  ): Promise<{ measurement?: StationObservation; isListOutdated: boolean }> {
    let isListOutdated = false;
    for (const station of stations) {
      const { id } = station;
      const cached = await optional(
        this.observations.get(id, () => this.client.observation(id, deadline)),
        (failure) => (isListOutdated ||= isNotFound(failure)),
      );
      const observation = cached?.value.latest;
      if (!observation || !isCurrent(observation.timestamp, this.clock.now())) continue;
      if (read(observation.temperature, celsius) === undefined) continue;
      return { measurement: { station, observation }, isListOutdated };
    }
    return { isListOutdated };
  }
}

const pointKey = ({ lat, lon }: Coordinates) => `${lat},${lon}`;
const addressOf = ({ gridId, gridX, gridY }: GridAddress) => `${gridId}/${gridX},${gridY}`;

const isNotFound = (error: unknown): boolean => error instanceof UpstreamError && error.outcome === 'not_found';

/**
 * Makes a part optional: its failure was already counted upstream.
 * @param note receives the failure, even if a cached value is served
 */
const optional = <Value extends object | undefined>(
  part: Promise<Value>,
  note: (failure: unknown) => void = () => undefined,
): Promise<Value | undefined> =>
  part.then(
    (value) => {
      if (value && 'failure' in value) note(value.failure);
      return value;
    },
    (error: unknown) => {
      note(error);
      return undefined;
    },
  );
