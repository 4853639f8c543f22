import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/tokens';
import type { GetForecastResponse } from '@site/proto/gen/nest/weather/v1/forecasts';
import { LRUCache } from 'lru-cache';
import type { Subscription } from 'rxjs';
import { Clients } from '../edge/clients/clients.js';
import { success } from '../edge/envelope.js';
import { CurrentAlerts } from './current-alerts.js';
import { prepare, type Prepared } from './prepared.js';
import { weatherHeaders } from './public-answers.js';
import { nextTurn } from '@site/proto/weather/v1/alert-times';
import { SourceClock } from './source-clock.js';
import { forecastData, isBefore, isYoung } from './weather-answers.js';

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
  /** When the next of its alerts begins or ends, by the source's clock: from then on it would tell something untrue. */
  holdsUntil: number;
  /** `changes` of the list of all alerts: once that is another, this may lack one. */
  alertChanges: number;
  /** Whether it claims to know all alerts. */
  claimsAlerts: boolean;
  prepared: Prepared;
}

/** The answer with the alerts of the one before where those are newer: replicas of the weather proxy may lag. */
function withNewestAlerts(
  answer: GetForecastResponse,
  before: GetForecastResponse | undefined,
  now: number,
): GetForecastResponse {
  const [time, timeBefore] = [answer.meta?.alertsFetchedAt, before?.meta?.alertsFetchedAt];
  if (!answer.meta || !before?.meta || !isYoung(timeBefore, now)) return answer;
  if (Date.parse(time ?? '') >= Date.parse(timeBefore ?? '')) return answer;
  const { alertsOk, alertsFetchedAt } = before.meta;
  return { ...answer, alerts: before.alerts, meta: { ...answer.meta, alertsOk, alertsFetchedAt } };
}

@Injectable()
export class Forecasts implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly entries = new LRUCache<string, Entry>({ max: mostPlaces });
  private readonly loading = new Map<string, Promise<Prepared>>();
  private timer: NodeJS.Timeout | undefined;
  private alertsChanged: Subscription | undefined;

  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(CurrentAlerts) private readonly alerts: CurrentAlerts,
    @Inject(SourceClock) private readonly clock: SourceClock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The default place is always warm, so that the first paint of the home page has its weather. */
  onApplicationBootstrap(): void {
    const renew = () =>
      this.load(defaultForecast).catch((error: unknown) => this.logger.debug({ err: error }, 'no default forecast'));
    void renew();
    this.timer = setInterval(() => void renew(), freshMs);
    this.timer.unref();
    this.alertsChanged = this.alerts.changed.subscribe(() => {
      // One under way may have been asked for before the change.
      const underWay = this.loading.get(nameOf(defaultForecast));
      void Promise.resolve(underWay)
        .catch(() => undefined)
        .then(renew);
    });
  }

  /** A forecast that can be sent without waiting. */
  ready(key: ForecastKey): Prepared | undefined {
    const rounded = roundedKey(key);
    const entry = this.entries.get(nameOf(rounded));
    if (!entry) return undefined;
    const age = Date.now() - entry.at;
    if (age >= renewableMs || this.clock.now() >= entry.holdsUntil) return undefined;
    if (!this.agrees(entry)) return undefined;
    if (age >= (entry.isStale ? freshWhenStaleMs : freshMs)) void this.load(rounded).catch(() => undefined);
    return entry.prepared;
  }

  /** The forecast, asking the weather proxy if need be. Fails as the weather proxy does when nothing can stand in. */
  async wait(key: ForecastKey): Promise<Prepared> {
    const rounded = roundedKey(key);
    const ready = this.ready(key) ?? (await this.asOfNow(rounded));
    if (ready) return ready;
    const loading = this.load(rounded);
    const last = this.entries.peek(nameOf(rounded));
    if (!last || Date.now() - last.answeredAt > lastGoodMs) return loading;
    const inTime = await Promise.race([loading, pause(patienceMs, undefined, { ref: false })]);
    // A weather proxy that hangs is noticed here before its deadline; what it says then is still taken.
    return inTime ?? this.keep(nameOf(rounded), last.answer, last.answeredAt, true);
  }

  /**
   * What is known, written anew with the alerts that have begun or ended meanwhile; undefined when it is too old in any case, or
   * the list of all alerts has changed.
   */
  private asOfNow(key: ForecastKey): Promise<Prepared> | undefined {
    const name = nameOf(key);
    const entry = this.entries.get(name);
    if (!entry || Date.now() - entry.at >= renewableMs || !this.agrees(entry)) return undefined;
    return this.keep(name, entry.answer, entry.answeredAt, entry.lost, { at: entry.at });
  }

  /** Whether what it says of alerts still stands beside the present list of all. */
  private agrees({ alertChanges, claimsAlerts, answer }: Entry): boolean {
    if (alertChanges === this.alerts.changes) return true;
    const isKnown = !isBefore(answer.meta?.alertsFetchedAt, this.alerts.changedAt);
    return isKnown && (!claimsAlerts || this.alerts.isOk() !== false);
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
    const { changes } = this.alerts;
    try {
      const answer = await this.clients.forecasts.getForecast(key);
      const newest = withNewestAlerts(answer, last?.answer, this.clock.now());
      return await this.keep(name, newest, Date.now(), false, { alertChanges: changes });
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
    { at = Date.now(), alertChanges = this.alerts.changes }: { at?: number; alertChanges?: number } = {},
  ): Promise<Prepared> {
    const now = this.clock.now();
    const data = forecastData(answer, {
      ...{ lost, now },
      ...{ alertsChangedAt: this.alerts.changedAt, alertsKnown: this.alerts.isOk() },
    });
    const isStale = lost || (answer.meta?.stale ?? false);
    const holdsUntil = nextTurn(data.alerts.alert, now) ?? Infinity;
    const prepared = await prepare(JSON.stringify(success('Forecast', data)), weatherHeaders);
    this.entries.set(name, {
      at,
      answer,
      answeredAt,
      isStale,
      lost,
      holdsUntil,
      alertChanges,
      claimsAlerts: data.meta.alertsOk,
      prepared,
    });
    return prepared;
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
    this.alertsChanged?.unsubscribe();
  }
}
