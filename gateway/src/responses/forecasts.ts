/** Forecast cache by place. Calls the weather proxy at most once per place every five seconds. */
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Packed } from '@site/platform/base/compressed-value';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { ResponseCache, type CachedValue } from '@site/platform/base/response-cache';
import type { GetForecastRequest, GetForecastResponse } from '@site/proto/gen/nest/weather/v1/forecasts';
import type { Forecast } from '@site/proto/weather/v1/forecasts.responses';
import { cellAt } from '@site/domain/weather/forecast-cells';
import { nextTurn } from '@site/domain/weather/alert-times';
import { defaultPlaces } from '@site/regions/state';
import type { Subscription } from 'rxjs';
import { Clients } from '../edge/clients/clients.js';
import { success } from '../edge/envelope.js';
import { CurrentAlerts } from './current-alerts.js';
import { steadyClock } from './steady-clock.js';
import { prepare, type Prepared } from './prepared-response.js';
import { stormHeaders, weatherHeaders } from './public-responses.js';
import { SourceClock } from './upstream-clock.js';
import { forecastData, isBefore, isYoung } from './weather-responses.js';

export type ForecastKey = GetForecastRequest;

/** All points in a cell share its forecast. */
const cellKey = ({ days, ...point }: ForecastKey): ForecastKey => ({ ...cellAt(point), days });

/** The home page's. */
export const defaultForecast: ForecastKey = cellKey({ ...defaultPlaces.home, days: 1 });

const nameOf = ({ lat, lon, days }: ForecastKey) => `${lat.toFixed(2)},${lon.toFixed(2)},${days}`;

const freshMs = 5_000;
/** Shorter for stale entries, and after a failure: the visitor needs newer data. */
const freshWhenStaleMs = 1_000;
/** Up to this age, entries are served during a refresh in the background; older ones are refreshed first. */
const renewableMs = 10_000;
/** How long to wait for a newer forecast when an older one could be served. */
const refreshTimeoutMs = 1_000;
/** How long the last good forecast may be served while the weather proxy is down. The response states its age. */
const lastGoodMs = 24 * 60 * 60_000;
/** Of the default place's; longer than an entry is fresh. */
const refreshIntervalMs = freshMs + 100;
const maxPlaces = 500;

type ComparedPart = Pick<GetForecastResponse, 'meta' | 'alerts'>;

interface ReceivedForecast {
  /** Packed: as objects, five hundred of them took a third of a storm's processor time in garbage collection. */
  packed: Packed<GetForecastResponse>;
  /** The part to compare with the next response. */
  compared: ComparedPart;
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
  private readonly cache = new ResponseCache<Entry>({
    clock: steadyClock,
    freshMs: ({ isStale }) => (isStale ? freshWhenStaleMs : freshMs),
    isCurrent: (entry) => this.isCurrent(entry),
    staleWhileRevalidateMs: renewableMs,
    distrustMs: renewableMs,
    pauseMs: freshWhenStaleMs,
    waitMs: refreshTimeoutMs,
    maxAgeMs: lastGoodMs,
    isFinal: (_error, hasValue) => !hasValue,
    maxSize: maxPlaces,
  });
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
    void this.warm();
    this.timer = setInterval(() => void this.warm(), refreshIntervalMs);
    this.timer.unref();
    // The request in flight may predate the change.
    this.alertsChanged = this.alerts.changed.subscribe(() => void this.warm().then(() => this.warm()));
  }

  private async warm(): Promise<void> {
    const error = await this.cache
      .prefetch(nameOf(defaultForecast), this.loader(defaultForecast))
      .catch((failure: unknown) => failure);
    if (error !== undefined) this.logger.debug({ err: error }, 'could not load the default forecast');
  }

  /** Returns a forecast that may be served right away; undefined if the weather proxy must be called first. */
  ready(key: ForecastKey): Prepared | undefined {
    const cell = cellKey(key);
    const cached = this.cache.ready(nameOf(cell), this.loader(cell));
    return cached && !this.needsRebuild(cached) ? cached.value.prepared : undefined;
  }

  /** Returns the cached forecast or fetches one. Rejects with the weather proxy's error if there is no fallback. */
  async wait(key: ForecastKey): Promise<Prepared> {
    return (await this.entry(key)).prepared;
  }

  /** Like `wait`, but not serialized. */
  async data(key: ForecastKey): Promise<Forecast> {
    return this.dataOf(await this.entry(key));
  }

  private async entry(key: ForecastKey): Promise<Entry> {
    const cell = cellKey(key);
    const cached = await this.cache.get(nameOf(cell), this.loader(cell));
    const { value } = cached;
    if (!this.needsRebuild(cached)) return value;
    const { changes: alertChanges } = this.alerts;
    return Object.assign(value, await this.build({ ...value, isUnreachable: true, alertChanges }));
  }

  /** Whether the last good response was built as if the weather proxy were responding, or for other alerts. */
  private needsRebuild = ({ value, failure }: CachedValue<Entry>): boolean =>
    failure !== undefined && !(value.isUnreachable && this.isCurrent(value));

  private isCurrent = (entry: Entry): boolean => this.clock.now() < entry.validUntil && this.agrees(entry);

  /** Whether its alerts are still consistent with the current alert list. */
  private agrees({ alertChanges, claimsAlerts, compared }: Entry): boolean {
    if (alertChanges === this.alerts.changes) return true;
    const isUpToDate = !isBefore(compared.meta?.alertsFetchedAt, this.alerts.changedAt);
    return isUpToDate && (!claimsAlerts || this.alerts.isOk() !== false);
  }

  private readonly loader =
    (key: ForecastKey) =>
    async (earlier: () => Promise<Entry | undefined>): Promise<Entry> => {
      const { changes: alertChanges } = this.alerts;
      const received = await this.clients.forecasts.getForecast(key);
      const response = withNewestAlerts(received, (await earlier())?.compared, this.clock.now());
      const compared = { meta: response.meta, alerts: response.alerts };
      return this.build({ packed: Packed.of(response), compared, isUnreachable: false, alertChanges }, response);
    };

  private dataOf(
    { packed, isUnreachable }: ReceivedForecast,
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

  private async build(received: ReceivedForecast, response?: GetForecastResponse): Promise<Entry> {
    const now = this.clock.now();
    const data = this.dataOf(received, now, response);
    const isStale = received.isUnreachable || (received.compared.meta?.stale ?? false);
    return {
      ...received,
      isStale,
      validUntil: nextTurn(data.alerts.alert, now) ?? Infinity,
      claimsAlerts: data.meta.alertsOk,
      // Pages take warnings from the alert list, so forecasts may be cached longer than alerts.
      prepared: await prepare(JSON.stringify(success('Forecast', data)), isStale ? weatherHeaders : stormHeaders),
    };
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
    this.alertsChanged?.unsubscribe();
  }
}
