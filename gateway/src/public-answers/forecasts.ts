import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/tokens';
import type { GetForecastResponse } from '@site/proto/gen/nest/weather/v1/forecasts';
import { LRUCache } from 'lru-cache';
import { Clients } from '../clients.js';
import { success } from '../envelope.js';
import { prepare, type Prepared } from './prepared.js';
import { weatherHeaders } from './public-answers.js';
import { forecastData, nextEnd } from './weather-answers.js';

/** Ready-made forecasts by place. However many visitors ask for a place, the weather proxy is asked once in five seconds. */

export interface ForecastKey {
  lat: number;
  lon: number;
  days: number;
}

/** The specification's default point of the home page, rounded like any other. */
export const defaultForecast: ForecastKey = { lat: 35.2, lon: -91.83, days: 1 };

/** 0.01° is about a kilometre: the same forecast, and far fewer keys than visitors. */
export const roundedKey = ({ lat, lon, days }: ForecastKey): ForecastKey => ({
  // Adding 0 turns -0 into 0.
  lat: Math.round(lat * 100) / 100 + 0,
  lon: Math.round(lon * 100) / 100 + 0,
  days,
});

const nameOf = ({ lat, lon, days }: ForecastKey) => `${lat.toFixed(2)},${lon.toFixed(2)},${days}`;

/** An answer younger than this is sent without asking. */
const freshMs = 5_000;
/** A stale one for less long: what the visitor waits for is that the weather proxy has something newer. */
const freshWhenStaleMs = 1_000;
/** Up to this age it is sent at once and renewed in the background; older ones (a quiet place) are renewed first. */
const renewableMs = 10_000;
/** Where an older answer can stand in, a newer one is waited for no longer than this. */
const patienceMs = 1_000;
/** An answer of this age may still stand in when the weather proxy is down: it says how old it is. */
const lastGoodMs = 24 * 60 * 60_000;
const mostPlaces = 500;

interface Entry {
  /** When it was last made, whether from a new answer or from the last good one. */
  at: number;
  answer: GetForecastResponse;
  answeredAt: number;
  isStale: boolean;
  lost: boolean;
  /** When the next of its alerts ends: from then on it would tell something untrue. */
  holdsUntil: number;
  prepared: Prepared;
}

@Injectable()
export class Forecasts implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly entries = new LRUCache<string, Entry>({ max: mostPlaces });
  private readonly loading = new Map<string, Promise<Prepared>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The default place is always warm, so that the first paint of the home page has its weather. */
  onApplicationBootstrap(): void {
    const renew = () =>
      void this.load(defaultForecast).catch((error: unknown) =>
        this.logger.debug({ err: error }, 'no default forecast'),
      );
    renew();
    this.timer = setInterval(renew, freshMs);
    this.timer.unref();
  }

  /** A forecast that can be sent without waiting. */
  ready(key: ForecastKey): Prepared | undefined {
    const rounded = roundedKey(key);
    const entry = this.entries.get(nameOf(rounded));
    if (!entry) return undefined;
    const now = Date.now();
    const age = now - entry.at;
    if (age >= renewableMs || now >= entry.holdsUntil) return undefined;
    if (age >= (entry.isStale ? freshWhenStaleMs : freshMs)) void this.load(rounded).catch(() => undefined);
    return entry.prepared;
  }

  /** The forecast, asking the weather proxy if need be. Fails as the weather proxy does when nothing can stand in. */
  async wait(key: ForecastKey): Promise<Prepared> {
    const rounded = roundedKey(key);
    const ready = this.ready(key) ?? (await this.withoutEnded(rounded));
    if (ready) return ready;
    const loading = this.load(rounded);
    const last = this.entries.peek(nameOf(rounded));
    if (!last || Date.now() - last.answeredAt > lastGoodMs) return loading;
    const inTime = await Promise.race([loading, pause(patienceMs, undefined, { ref: false })]);
    // A weather proxy that hangs is noticed here before its deadline; what it says then is still taken.
    return inTime ?? this.keep(nameOf(rounded), last.answer, last.answeredAt, true);
  }

  /** What is known, written anew without the alerts that have ended meanwhile; undefined when it is too old in any case. */
  private withoutEnded(key: ForecastKey): Promise<Prepared> | undefined {
    const name = nameOf(key);
    const entry = this.entries.get(name);
    if (!entry || Date.now() - entry.at >= renewableMs) return undefined;
    return this.keep(name, entry.answer, entry.answeredAt, entry.lost, entry.at);
  }

  private load(key: ForecastKey): Promise<Prepared> {
    const name = nameOf(key);
    const underWay = this.loading.get(name);
    if (underWay) return underWay;
    const loaded = this.ask(key, name).finally(() => this.loading.delete(name));
    this.loading.set(name, loaded);
    return loaded;
  }

  private async ask(key: ForecastKey, name: string): Promise<Prepared> {
    const last = this.entries.peek(name);
    try {
      const answer = await this.clients.forecasts.getForecast(key);
      return await this.keep(name, answer, Date.now(), false);
    } catch (error) {
      if (!last || Date.now() - last.answeredAt > lastGoodMs) throw error;
      return this.keep(name, last.answer, last.answeredAt, true);
    }
  }

  private async keep(
    name: string,
    answer: GetForecastResponse,
    answeredAt: number,
    lost: boolean,
    at = Date.now(),
  ): Promise<Prepared> {
    const prepared = await prepare(JSON.stringify(success('Forecast', forecastData(answer, lost))), weatherHeaders);
    const isStale = lost || (answer.meta?.stale ?? false);
    const holdsUntil = nextEnd(answer.alerts?.alert, Date.now()) ?? Infinity;
    this.entries.set(name, { at, answer, answeredAt, isStale, lost, holdsUntil, prepared });
    return prepared;
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }
}
