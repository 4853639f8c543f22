import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock.js';
import { isCurrent, oldestMeasurementMs } from '../forecasts/ages.js';
import { NoForecastHere, type ForecastSource } from '../forecasts/forecast-source.js';
import type { Coordinates, PlaceForecast } from '../forecasts/place-forecast.js';
import { ResourceCache } from '../upstream/resource-cache.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import type { Station, StationObservation } from './map-current.js';
import { mapForecast } from './map-forecast.js';
import type { GridAddress, NwsClient } from './nws-client.js';
import type { Grid, Observation, Periods, Point } from './schemas.js';
import { celsius, read } from './units.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const mostCells = 200;

const stationsTried = 3;
/** When the forecast is there, the extras (grid, observation) are waited for this much longer. */
const extraWaitMs = 1_000;

/**
 * Forecasts of the National Weather Service. Point, half-day and hourly forecast are needed; grid and observation make it
 * better and may fail on their own.
 */
export class NwsSource implements ForecastSource {
  readonly name = 'nws';
  private readonly points: ResourceCache<Point>;
  private readonly stations: ResourceCache<Station[]>;
  private readonly halfDays: ResourceCache<Periods>;
  private readonly hourly: ResourceCache<Periods>;
  private readonly grids: ResourceCache<Grid>;
  private readonly observations: ResourceCache<{ latest?: Observation }>;

  constructor(
    private readonly client: NwsClient,
    private readonly clock: Clock,
    ttl: { forecastMs: number; observationMs: number },
  ) {
    // Which cell a point lies in changes about once a year; what changes often must not outlive its source silently.
    this.points = new ResourceCache({ clock, freshMs: dayMs, keepOnFailureMs: 30 * dayMs, most: 2_000 });
    this.stations = new ResourceCache({ clock, freshMs: dayMs, keepOnFailureMs: 30 * dayMs, most: 2_000 });
    this.halfDays = new ResourceCache({ clock, freshMs: ttl.forecastMs, keepOnFailureMs: 0, most: mostCells });
    this.hourly = new ResourceCache({ clock, freshMs: ttl.forecastMs, keepOnFailureMs: 0, most: mostCells });
    this.grids = new ResourceCache({ clock, freshMs: ttl.forecastMs, keepOnFailureMs: 6 * hourMs, most: mostCells });
    // An observation carries its own time, and is refused by that.
    this.observations = new ResourceCache({
      clock,
      freshMs: ttl.observationMs,
      keepOnFailureMs: oldestMeasurementMs,
      most: 500,
    });
  }

  async fetchForecast(at: Coordinates, deadline: AbortSignal): Promise<PlaceForecast> {
    const point = await this.pointAt(at, deadline);
    const { gridId, gridX, gridY } = point;
    const cell: GridAddress = { gridId, gridX, gridY };
    const address = `${gridId}/${gridX},${gridY}`;
    const now = this.clock.now();
    const forecasts = Promise.all([
      this.halfDays.get(address, () => this.client.halfDays(cell, now, deadline)),
      this.hourly.get(address, () => this.client.hourly(cell, now, deadline)),
    ]);
    // Side by side as a rule; while the forecasts fail nothing else is asked for before they come.
    if (this.client.forecastsFail) await forecasts;
    const grid = optional(this.grids.get(address, () => this.client.grid(cell, deadline)));
    const observation = optional(this.observationNear(cell, address, deadline));
    const [halfDays, hourly] = await forecasts;
    const enough = new AbortController();
    const waited = pause(extraWaitMs, undefined, { signal: enough.signal }).catch(() => undefined);
    const [foundGrid, foundObservation] = await Promise.all([
      Promise.race([grid, waited]),
      Promise.race([observation, waited]),
    ]);
    enough.abort();
    return mapForecast(
      {
        point,
        halfDays: halfDays.value,
        hourly: hourly.value,
        grid: foundGrid?.value,
        observation: foundObservation,
      },
      { source: this.name, at, now: this.clock.now(), fetchedAt: Math.min(halfDays.fetchedAt, hourly.fetchedAt) },
    );
  }

  private async pointAt(at: Coordinates, deadline: AbortSignal): Promise<Point> {
    try {
      return (await this.points.get(`${at.lat},${at.lon}`, () => this.client.point(at, deadline))).value;
    } catch (error) {
      if (error instanceof UpstreamError && error.outcome === 'not_found') {
        throw new NoForecastHere(`no forecast for ${at.lat},${at.lon}`, { cause: error });
      }
      throw error;
    }
  }

  /**
   * What the nearest station has measured that has measured a temperature lately: weather.gov's own rule. One that quality
   * control refused, or that is no temperature on earth, is none.
   */
  private async observationNear(
    cell: GridAddress,
    address: string,
    deadline: AbortSignal,
  ): Promise<StationObservation | undefined> {
    const stations = await this.stations.get(address, () => this.client.stations(cell, deadline));
    for (const station of stations.value.slice(0, stationsTried)) {
      const { id } = station;
      const known = await optional(this.observations.get(id, () => this.client.observation(id, deadline)));
      const observation = known?.value.latest;
      if (!observation || !isCurrent(observation.timestamp, this.clock.now())) continue;
      if (read(observation.temperature, celsius) !== undefined) return { station, observation };
    }
    return undefined;
  }
}

/** A part that the answer can do without: its failure is counted where it happened and is undefined here. */
const optional = <Value>(part: Promise<Value>): Promise<Value | undefined> => part.catch(() => undefined);
