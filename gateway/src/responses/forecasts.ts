/** Forecast cache by place. Calls the weather proxy at most once per place every five seconds. */
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { withDeadline } from '@site/platform/base/deadline';
import { Packed } from '@site/platform/base/compressed-value';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import type { GetForecastResponse } from '@site/proto/gen/nest/weather/v1/forecasts';
import type { Forecast } from '@site/proto/weather/v1/forecasts.responses';
import { cellAt } from '@site/domain/weather/forecast-cells';
import { nextTurn } from '@site/domain/weather/alert-times';
import { defaultPlaces } from '@site/regions/state';
import { LRUCache } from 'lru-cache';
import type { Subscription } from 'rxjs';
import { Clients } from '../edge/clients/clients.js';
import { success } from '../edge/envelope.js';
import { SharedWork } from './coalesced.js';
import { CurrentAlerts } from './current-alerts.js';
import { readClocks, msSince, type ClockReading } from './monotonic-clock.js';
import { prepare, type Prepared } from './serialized-response.js';
import { stormHeaders, weatherHeaders } from './public-responses.js';
import { SourceClock } from './upstream-clock.js';
import { forecastData, isBefore, isYoung } from './weather-responses.js';

export interface ForecastKey {
  lat: number;
  lon: number;
  days: number;
}

/** All points in a cell share its forecast. */
const cellKey = ({ days, ...point }: ForecastKey): ForecastKey => ({ ...cellAt(point), days });

/** The home page's. */
export const defaultForecast: ForecastKey = cellKey({ ...defaultPlaces.home, days: 1 });

const nameOf = ({ lat, lon, days }: ForecastKey) => `${lat.toFixed(2)},${lon.toFixed(2)},${days}`;

const freshMs = 5_000;
/** Shorter for stale entries: the visitor needs newer data. */
const freshWhenStaleMs = 1_000;
/** Up to this age, entries are served during a refresh in the background; older ones are refreshed first. */
const renewableMs = 10_000;
/** How long to wait for a newer forecast when an older one could be served. */
const refreshTimeoutMs = 1_000;
/** How long the last good forecast may be served while the weather proxy is down. The response states its age. */
const lastGoodMs = 24 * 60 * 60_000;
const maxPlaces = 500;

type ComparedPart = Pick<GetForecastResponse, 'meta' | 'alerts'>;

interface ReceivedForecast {
  /** Packed: as objects, five hundred of them took a third of a storm's processor time in garbage collection. */
  answer: Packed<GetForecastResponse>;
  /** The part to compare with the next response. */
  compared: ComparedPart;
  /** When the entry was last built, from a new response or the last good one. */
  at: ClockReading;
  respondedAt: ClockReading;
  /** The weather proxy didn't respond; this is its last good response. */
  isUnreachable: boolean;
  /** `CurrentAlerts.changes` at load time. If it has moved on, an alert may be missing here. */
  alertChanges: number;
}

interface Entry extends ReceivedForecast {
  isStale: boolean;
  /** When one of its alerts next begins or ends, by the upstream clock. The entry is wrong from then on. */
  validUntil: number;
  claimsAlerts: boolean;
  prepared: Prepared;
}

const canStandIn = ({ respondedAt }: ReceivedForecast) => msSince(respondedAt) <= lastGoodMs;

/** Keeps the previous alerts if they're newer: replicas of the weather proxy may lag. */
function withNewestAlerts(
  response: GetForecastResponse,
  before: ComparedPart | undefined,
  now: number,
): GetForecastResponse {
  const time = response.meta?.alertsFetchedAt;
  const timeBefore = before?.meta?.alertsFetchedAt;
  if (!response.meta || !before?.meta || !isYoung(timeBefore, now)) return response;
  if (Date.parse(time ?? '') >= Date.parse(timeBefore ?? '')) return response;
  const { alertsOk, alertsFetchedAt } = before.meta;
  return { ...response, alerts: before.alerts, meta: { ...response.meta, alertsOk, alertsFetchedAt } };
}

@Injectable()
export class Forecasts implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly entries = new LRUCache<string, Entry>({ max: maxPlaces });
  private readonly loading = new SharedWork<Entry>();
  private timer: NodeJS.Timeout | undefined;
  private alertsChanged: Subscription | undefined;

  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(CurrentAlerts) private readonly alerts: CurrentAlerts,
    @Inject(SourceClock) private readonly clock: SourceClock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Keeps the default place warm, so that the home page's first paint includes its weather. */
  onApplicationBootstrap(): void {
    const renew = () =>
      this.load(defaultForecast).catch((error: unknown) =>
        this.logger.debug({ err: error }, 'could not load the default forecast'),
      );
    void renew();
    this.timer = setInterval(() => void renew(), freshMs);
    this.timer.unref();
    this.alertsChanged = this.alerts.changed.subscribe(() => {
      // The request in flight may predate the change.
      void Promise.resolve(this.loading.peek(nameOf(defaultForecast)))
        .catch(() => undefined)
        .then(renew);
    });
  }

  /** Returns a forecast that may be served right away; undefined if the weather proxy must be called first. */
  ready(key: ForecastKey): Prepared | undefined {
    const cell = cellKey(key);
    const entry = this.entries.get(nameOf(cell));
    if (!entry) return undefined;
    const age = msSince(entry.at);
    if (age >= renewableMs || this.clock.now() >= entry.validUntil) return undefined;
    if (!this.agrees(entry)) return undefined;
    if (age >= (entry.isStale ? freshWhenStaleMs : freshMs)) void this.load(cell).catch(() => undefined);
    return entry.prepared;
  }

  /** Returns the cached forecast or fetches one. Rejects with the weather proxy's error if there is no fallback. */
  async wait(key: ForecastKey): Promise<Prepared> {
    return this.ready(key) ?? (await this.entry(cellKey(key))).prepared;
  }

  /** Like `wait`, but not serialized. */
  async data(key: ForecastKey): Promise<Forecast> {
    const cell = cellKey(key);
    const cached = this.ready(key) && this.entries.peek(nameOf(cell));
    return this.dataOf(cached ?? (await this.entry(cell)));
  }

  private async entry(key: ForecastKey): Promise<Entry> {
    const name = nameOf(key);
    const cached = this.entries.get(name);
    // An alert began or ended: rebuild the response, unless the alert list has changed.
    if (cached && msSince(cached.at) < renewableMs && this.agrees(cached))
      return this.store(name, { ...cached, alertChanges: this.alerts.changes });
    const loading = this.load(key);
    if (!cached || !canStandIn(cached)) return loading;
    // Stops waiting for a hung weather proxy before its deadline; a late response is still cached.
    return withDeadline(loading, refreshTimeoutMs).catch(() => this.storeLast(name, cached));
  }

  /** Whether its alerts are still consistent with the current alert list. */
  private agrees({ alertChanges, claimsAlerts, compared }: Entry): boolean {
    if (alertChanges === this.alerts.changes) return true;
    const isUpToDate = !isBefore(compared.meta?.alertsFetchedAt, this.alerts.changedAt);
    return isUpToDate && (!claimsAlerts || this.alerts.isOk() !== false);
  }

  private load(key: ForecastKey): Promise<Entry> {
    const name = nameOf(key);
    return this.loading.run(name, () => this.fetchEntry(key, name));
  }

  private async fetchEntry(key: ForecastKey, name: string): Promise<Entry> {
    const last = this.entries.peek(name);
    const { changes: alertChanges } = this.alerts;
    try {
      const response = withNewestAlerts(
        await this.clients.forecasts.getForecast(key),
        last?.compared,
        this.clock.now(),
      );
      const at = readClocks();
      const compared = { meta: response.meta, alerts: response.alerts };
      const received = {
        answer: Packed.of(response),
        compared,
        at,
        respondedAt: at,
        isUnreachable: false,
        alertChanges,
      };
      return await this.store(name, received, response);
    } catch (error) {
      if (!last || !canStandIn(last)) throw error;
      return this.storeLast(name, last);
    }
  }

  private storeLast = (name: string, last: Entry): Promise<Entry> =>
    this.store(name, { ...last, at: readClocks(), isUnreachable: true, alertChanges: this.alerts.changes });

  private dataOf(
    { answer: packed, isUnreachable }: ReceivedForecast,
    now = this.clock.now(),
    response = packed.unpack(),
  ): Forecast {
    const { changedAt: alertsChangedAt } = this.alerts;
    return forecastData(response, {
      isUnreachable,
      now,
      alertsChangedAt,
      canConfirmNoAlerts: this.alerts.isOk(),
      isHot: this.alerts.isHot(),
    });
  }

  private async store(name: string, received: ReceivedForecast, response?: GetForecastResponse): Promise<Entry> {
    const now = this.clock.now();
    const data = this.dataOf(received, now, response);
    const isStale = received.isUnreachable || (received.compared.meta?.stale ?? false);
    const entry: Entry = {
      ...received,
      isStale,
      validUntil: nextTurn(data.alerts.alert, now) ?? Infinity,
      claimsAlerts: data.meta.alertsOk,
      // Pages take warnings from the alert list, so forecasts may be cached longer than alerts.
      prepared: await prepare(JSON.stringify(success('Forecast', data)), isStale ? weatherHeaders : stormHeaders),
    };
    this.entries.set(name, entry);
    return entry;
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
    this.alertsChanged?.unsubscribe();
  }
}
