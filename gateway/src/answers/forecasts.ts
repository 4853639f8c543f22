import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { withDeadline } from '@site/platform/base/deadline';
import { Packed } from '@site/platform/base/packed';
import { LOGGER, type Logger } from '@site/platform/base/tokens';
import type { GetForecastResponse } from '@site/proto/gen/nest/weather/v1/forecasts';
import type { Forecast } from '@site/proto/weather/v1/forecasts.answers';
import { cellAt } from '@site/domain/weather/forecast-cells';
import { nextTurn } from '@site/domain/weather/alert-times';
import { LRUCache } from 'lru-cache';
import type { Subscription } from 'rxjs';
import { Clients } from '../edge/clients/clients.js';
import { success } from '../edge/envelope.js';
import { SharedWork } from './coalesced.js';
import { CurrentAlerts } from './current-alerts.js';
import { momentNow, msSince, type Moment } from './moment.js';
import { prepare, type Prepared } from './prepared.js';
import { stormHeaders, weatherHeaders } from './public-answers.js';
import { SourceClock } from './source-clock.js';
import { forecastData, isBefore, isYoung } from './weather-answers.js';

/** Ready-made forecasts by place. However many visitors ask for a place, the weather proxy is asked once every five seconds. */

interface ForecastKey {
  lat: number;
  lon: number;
  days: number;
}

/** Everybody within a cell shares its answer. */
const cellKey = ({ days, ...point }: ForecastKey): ForecastKey => ({ ...cellAt(point), days });

/** The specification's default point of the home page. */
export const defaultForecast: ForecastKey = cellKey({ lat: 35.201, lon: -91.8318, days: 1 });

const nameOf = ({ lat, lon, days }: ForecastKey) => `${lat.toFixed(2)},${lon.toFixed(2)},${days}`;

/** An answer younger than this is sent without asking. */
const freshMs = 5_000;
/** A stale one for less: the visitor is waiting for something newer. */
const freshWhenStaleMs = 1_000;
/** Up to this age it is sent at once and renewed in the background; older ones (a quiet place) are renewed first. */
const renewableMs = 10_000;
/** Where an older answer can stand in, a newer one is waited for no longer than this. */
const patienceMs = 1_000;
/** Up to this age an answer may stand in while the weather proxy is down: it says how old it is. */
const lastGoodMs = 24 * 60 * 60_000;
const mostPlaces = 500;

type Said = Pick<GetForecastResponse, 'meta' | 'alerts'>;

/** What was heard of a place. */
interface Heard {
  /** Packed: five hundred of them as objects kept the collector of garbage busy for a third of a storm's time. */
  answer: Packed<GetForecastResponse>;
  /** The part of the answer that the next one is compared with. */
  said: Said;
  /** When it was last written, whether from a new answer or from the last good one. */
  at: Moment;
  answeredAt: Moment;
  /** The weather proxy did not answer, and this is what it said last. */
  lost: boolean;
  /** `changes` of the list of all alerts: once that is another, this may lack one. */
  alertChanges: number;
}

interface Entry extends Heard {
  isStale: boolean;
  /** When the next of its alerts begins or ends, by the source's clock: from then on it would say something untrue. */
  holdsUntil: number;
  /** Whether it claims to know all alerts. */
  claimsAlerts: boolean;
  prepared: Prepared;
}

const canStandIn = ({ answeredAt }: Heard) => msSince(answeredAt) <= lastGoodMs;

/** The answer with the alerts of the one before where those are newer: replicas of the weather proxy may lag. */
function withNewestAlerts(answer: GetForecastResponse, before: Said | undefined, now: number): GetForecastResponse {
  const [time, timeBefore] = [answer.meta?.alertsFetchedAt, before?.meta?.alertsFetchedAt];
  if (!answer.meta || !before?.meta || !isYoung(timeBefore, now)) return answer;
  if (Date.parse(time ?? '') >= Date.parse(timeBefore ?? '')) return answer;
  const { alertsOk, alertsFetchedAt } = before.meta;
  return { ...answer, alerts: before.alerts, meta: { ...answer.meta, alertsOk, alertsFetchedAt } };
}

@Injectable()
export class Forecasts implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly entries = new LRUCache<string, Entry>({ max: mostPlaces });
  private readonly loading = new SharedWork<Entry>();
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
      // The one under way may have been asked for before the change.
      void Promise.resolve(this.loading.peek(nameOf(defaultForecast)))
        .catch(() => undefined)
        .then(renew);
    });
  }

  /** A forecast that can be sent without waiting. */
  ready(key: ForecastKey): Prepared | undefined {
    const cell = cellKey(key);
    const entry = this.entries.get(nameOf(cell));
    if (!entry) return undefined;
    const age = msSince(entry.at);
    if (age >= renewableMs || this.clock.now() >= entry.holdsUntil) return undefined;
    if (!this.agrees(entry)) return undefined;
    if (age >= (entry.isStale ? freshWhenStaleMs : freshMs)) void this.load(cell).catch(() => undefined);
    return entry.prepared;
  }

  /** The forecast, asking the weather proxy if need be. Fails as the weather proxy does when nothing can stand in. */
  async wait(key: ForecastKey): Promise<Prepared> {
    return this.ready(key) ?? (await this.entry(cellKey(key))).prepared;
  }

  /** What `wait` answers, not yet written out. */
  async data(key: ForecastKey): Promise<Forecast> {
    const cell = cellKey(key);
    const kept = this.ready(key) && this.entries.peek(nameOf(cell));
    return this.dataOf(kept ?? (await this.entry(cell)));
  }

  private async entry(key: ForecastKey): Promise<Entry> {
    const name = nameOf(key);
    const known = this.entries.get(name);
    // What begins or ends meanwhile is written anew, unless the list of all alerts has changed.
    if (known && msSince(known.at) < renewableMs && this.agrees(known))
      return this.keep(name, { ...known, alertChanges: this.alerts.changes });
    const loading = this.load(key);
    if (!known || !canStandIn(known)) return loading;
    // A weather proxy that hangs is noticed here before its deadline; what it says then is still taken.
    return withDeadline(loading, patienceMs).catch(() => this.keepLast(name, known));
  }

  /** Whether what it says of alerts still stands beside the present list of all. */
  private agrees({ alertChanges, claimsAlerts, said }: Entry): boolean {
    if (alertChanges === this.alerts.changes) return true;
    const isKnown = !isBefore(said.meta?.alertsFetchedAt, this.alerts.changedAt);
    return isKnown && (!claimsAlerts || this.alerts.isOk() !== false);
  }

  private load(key: ForecastKey): Promise<Entry> {
    const name = nameOf(key);
    return this.loading.run(name, () => this.ask(key, name));
  }

  private async ask(key: ForecastKey, name: string): Promise<Entry> {
    const last = this.entries.peek(name);
    const { changes: alertChanges } = this.alerts;
    try {
      const answer = withNewestAlerts(await this.clients.forecasts.getForecast(key), last?.said, this.clock.now());
      const at = momentNow();
      const said = { meta: answer.meta, alerts: answer.alerts };
      const heard = { answer: Packed.of(answer), said, at, answeredAt: at, lost: false, alertChanges };
      return await this.keep(name, heard, answer);
    } catch (error) {
      if (!last || !canStandIn(last)) throw error;
      return this.keepLast(name, last);
    }
  }

  private keepLast = (name: string, last: Entry): Promise<Entry> =>
    this.keep(name, { ...last, at: momentNow(), lost: true, alertChanges: this.alerts.changes });

  private dataOf({ answer: packed, lost }: Heard, now = this.clock.now(), answer = packed.unpack()): Forecast {
    const { changedAt: alertsChangedAt } = this.alerts;
    return forecastData(answer, {
      ...{ lost, now, alertsChangedAt, alertsKnown: this.alerts.isOk(), isHot: this.alerts.isHot() },
    });
  }

  private async keep(name: string, heard: Heard, answer?: GetForecastResponse): Promise<Entry> {
    const now = this.clock.now();
    const data = this.dataOf(heard, now, answer);
    const isStale = heard.lost || (heard.said.meta?.stale ?? false);
    const entry: Entry = {
      ...heard,
      isStale,
      holdsUntil: nextTurn(data.alerts.alert, now) ?? Infinity,
      claimsAlerts: data.meta.alertsOk,
      // Pages take warnings from the list of all alerts, so that a forecast may be a little older than those.
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
