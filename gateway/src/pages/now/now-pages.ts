import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/tokens';
import { counties } from '@site/proto/weather/v1/counties';
import { isSevere } from '@site/proto/weather/v1/danger';
import { LRUCache } from 'lru-cache';
import { CONFIG, type Config } from '../../config.js';
import { AlertEvents, type EventData } from '../../answers/alert-events.js';
import { CurrentAlerts } from '../../answers/current-alerts.js';
import { Forecasts } from '../../answers/forecasts.js';
import { prepare, type Prepared } from '../../answers/prepared.js';
import { SourceClock } from '../../answers/source-clock.js';
import { pollSecondsOf } from '../../answers/weather-answers.js';
import { nothingKnown, type NowAlerts, type NowConditions } from './now-data.js';
import { eventPage, eventUnknown, noSuchEvent } from './now-event-html.js';
import { nowPolicy, type PageOptions } from './now-frame.js';
import { countyPage, listPage, noSuchCounty } from './now-html.js';

/** Pages are made anew this often at most, however many ask. */
const freshMs = 5_000;
/** What is warned does not wait longer than this for the current conditions. */
const conditionsWaitMs = 2_000;
/** As long as one of these pages may stand in for a newer one when we are away: no longer than "no alerts" is believed. */
const staleOnErrorSeconds = 285;
const retryAfterSeconds = 10;

/** How long shared caches keep what is said of alerts to machines and on small pages. */
export const nowCaching = `public, max-age=0, s-maxage=5, stale-while-revalidate=5, stale-if-error=${staleOnErrorSeconds}`;

/** The paths of all pages that search engines may list. */
export const nowPaths: readonly string[] = ['/now', ...counties.map(({ slug }) => `/now/${slug}`)];

interface Made {
  /** By `performance.now()`. */
  until: number;
  /** `changes` of the alerts that it was made of. */
  alertChanges: number;
  prepared: Prepared;
}

/** How often an event's page loads itself again; what is over changes no more. */
function secondsBetween({ ok, active, revisions }: EventData): number | undefined {
  if (ok && !active) return undefined;
  return pollSecondsOf(!ok || revisions[0]?.alerts.some(isSevere) === true);
}

/** A page of the small site and the status that it is sent with. */
export interface StatusPage {
  status: 200 | 404 | 503;
  prepared: Prepared;
}

/** The small pages, each ready for five seconds in all encodings. */
@Injectable()
export class NowPages {
  private readonly made = new LRUCache<string, Made>({ max: 2 * nowPaths.length });
  private readonly making = new Map<string, Promise<Prepared>>();
  private readonly policy: string;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CurrentAlerts) private readonly current: CurrentAlerts,
    @Inject(AlertEvents) private readonly events: AlertEvents,
    @Inject(SourceClock) private readonly clock: SourceClock,
    @Inject(Forecasts) private readonly forecasts: Forecasts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.policy = nowPolicy(config.PUBLIC_URL.startsWith('https:'));
  }

  /** The list of counties. */
  list(refreshes: boolean): Promise<Prepared> {
    return this.find(`/now ${refreshes}`, refreshes, async (alerts, options) => listPage(alerts(), options()));
  }

  /** The page of a county by its slug; undefined when there is none. */
  county(slug: string, refreshes: boolean): Promise<Prepared> | undefined {
    const county = counties.find((each) => each.slug === slug.toLowerCase());
    if (!county) return undefined;
    return this.find(`${county.slug} ${refreshes}`, refreshes, async (alerts, options) => {
      const conditions = await this.conditions(county);
      // Read last: what is warned must not be older than the weather beside it.
      return countyPage(county, { alerts: alerts(), conditions }, options());
    });
  }

  /** The page of a county that does not exist. */
  missing(): Promise<Prepared> {
    return prepare(noSuchCounty(this.clock.now()), this.headers());
  }

  /** The full text of an event, by its key or a message of it. */
  async event(name: string, refreshes: boolean): Promise<StatusPage> {
    const found = await this.events.find(name);
    const now = this.clock.now();
    if (found === 'missing') return { status: 404, prepared: await prepare(noSuchEvent(now), this.headers()) };
    if (found === 'unknown') {
      const headers = { ...this.headers(), 'Cache-Control': 'no-store', 'Retry-After': String(retryAfterSeconds) };
      return { status: 503, prepared: await prepare(eventUnknown(now), headers) };
    }
    const refreshSeconds = refreshes ? secondsBetween(found) : undefined;
    const text = eventPage(found, this.options(refreshSeconds));
    return { status: 200, prepared: await prepare(text, this.headers(refreshSeconds)) };
  }

  private options(refreshSeconds?: number): PageOptions {
    return { publicUrl: this.config.PUBLIC_URL, now: this.clock.now(), refreshSeconds };
  }

  private async find(
    name: string,
    refreshes: boolean,
    write: (alerts: () => NowAlerts, options: () => PageOptions) => Promise<string>,
  ): Promise<Prepared> {
    const kept = this.made.get(name);
    if (kept && performance.now() < kept.until && kept.alertChanges === this.current.changes) return kept.prepared;
    const underWay = this.making.get(name);
    if (underWay) return underWay;
    const make = async () => {
      const startedAt = performance.now();
      let alertChanges = this.current.changes;
      const alerts = () => {
        alertChanges = this.current.changes;
        return this.alerts();
      };
      const refreshSeconds = () => (refreshes ? this.alerts().pollSeconds : undefined);
      const text = await write(alerts, () => this.options(refreshSeconds()));
      const prepared = await prepare(text, this.headers(refreshSeconds()));
      const until = startedAt + Math.min(freshMs, this.current.nextTurnInMs() ?? freshMs);
      this.made.set(name, { until, alertChanges, prepared });
      return prepared;
    };
    const made = make().finally(() => this.making.delete(name));
    this.making.set(name, made);
    return made;
  }

  private alerts(): NowAlerts {
    return this.current.data() ?? nothingKnown;
  }

  /** The weather at a county's inner point; undefined when it cannot be had soon. */
  private async conditions({ lat, lon }: { lat: number; lon: number }): Promise<NowConditions | undefined> {
    const enough = new AbortController();
    try {
      const prepared = await Promise.race([
        this.forecasts.wait({ lat, lon, days: 1 }),
        pause(conditionsWaitMs, undefined, { signal: enough.signal }),
      ]);
      if (!prepared) return undefined;
      return (JSON.parse(prepared.variants.identity.body.toString('utf8')) as { data: NowConditions }).data;
    } catch (error) {
      this.logger.debug({ err: error }, 'a small page has no current conditions');
      return undefined;
    } finally {
      enough.abort();
    }
  }

  private headers(refreshSeconds?: number): Record<string, string> {
    return {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': nowCaching,
      'Content-Security-Policy': this.policy,
      // As a header, as the element of the same name is none of what assistive technology can be spared.
      ...(refreshSeconds !== undefined && { Refresh: String(refreshSeconds) }),
    };
  }
}
