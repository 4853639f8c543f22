/** Builds and caches the lightweight pages: self-contained, at most 15 kB, without scripts. */
import { Inject, Injectable } from '@nestjs/common';
import { withDeadline } from '@site/platform/base/deadline';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { ResponseCache } from '@site/platform/base/response-cache';
import { counties } from '@site/regions/counties';
import { isSevere } from '@site/domain/weather/danger';
import { CONFIG, type Config } from '../../config.js';
import { AlertEvents, type EventData } from '../../responses/alert-events.js';
import { CurrentAlerts } from '../../responses/current-alerts.js';
import { Forecasts, type ForecastKey } from '../../responses/forecasts.js';
import { prepare, type Headers, type Prepared } from '../../responses/prepared-response.js';
import { PublicResponses } from '../../responses/public-responses.js';
import { steadyClock } from '../../responses/steady-clock.js';
import { SourceClock } from '../../responses/upstream-clock.js';
import { StormContext } from '../../responses/storm/storm-context.js';
import { pollSecondsOf } from '../../responses/weather-responses.js';
import { english, type Language } from './language.js';
import { emptyNowAlerts, type NowAlerts, type NowConditions, type NowStorm } from './now-data.js';
import { eventPage, eventUnknown, noSuchCounty, noSuchEvent } from './alert-event-html.js';
import { nowPolicy, type PageOptions } from './now-frame.js';
import { countyPage, listPage } from './now-html.js';
import { urgentWarning } from './warning-strip-html.js';
import { countyWidget, noSuchWidget } from './county-widget-html.js';

const freshMs = 5_000;
/** How long alerts wait for conditions. */
const conditionsWaitMs = 2_000;
/** For a gateway that is down: no longer than "no alerts" is valid. */
const staleOnErrorSeconds = 285;
const retryAfterSeconds = 10;
/** A widget may stay open all day on another site. */
const widgetRefreshSeconds = 60;

/** Of alert data in feeds and lightweight pages. */
export const nowCaching = `public, max-age=0, s-maxage=5, stale-while-revalidate=5, stale-if-error=${staleOnErrorSeconds}`;

/** Each also exists below the prefixes of other languages. */
export const nowPaths: readonly string[] = ['/now', ...counties.map(({ slug }) => `/now/${slug}`)];

interface CachedPage {
  lifetimeMs: number;
  /** The alerts' `changes` at build time. */
  alertChanges: number;
  prepared: Prepared;
}

/** Returns the reload interval; past events don't change. */
function secondsBetween({ ok, active, revisions }: EventData): number | undefined {
  if (ok && !active) return undefined;
  return pollSecondsOf(!ok || revisions[0]?.alerts.some(isSevere) === true);
}

export type Place = Pick<ForecastKey, 'lat' | 'lon'>;

export interface NowPageData {
  alerts: NowAlerts;
  conditions: NowConditions | undefined;
  storm: NowStorm;
}

/** Finds a county by its slug, in any case; undefined if there is none. */
export const countyOf = (slug: string | undefined) => counties.find((each) => each.slug === slug?.toLowerCase());

export interface StatusPage {
  status: 200 | 404 | 503;
  prepared: Prepared;
}

/** Cached for five seconds in all encodings. */
@Injectable()
export class NowPages {
  private readonly pageCache = new ResponseCache<CachedPage>({
    clock: steadyClock,
    freshMs: ({ lifetimeMs }) => lifetimeMs,
    isCurrent: ({ alertChanges }) => alertChanges === this.current.changes,
    maxAgeMs: 0,
    isFinal: () => true,
    maxSize: 8 * nowPaths.length,
  });
  private readonly policies: Record<Language['code'], string>;
  private readonly widgetPolicy: string;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CurrentAlerts) private readonly current: CurrentAlerts,
    @Inject(AlertEvents) private readonly events: AlertEvents,
    @Inject(SourceClock) private readonly clock: SourceClock,
    @Inject(Forecasts) private readonly forecasts: Forecasts,
    @Inject(StormContext) private readonly stormContext: StormContext,
    @Inject(PublicResponses) private readonly publicResponses: PublicResponses,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const isHttps = config.PUBLIC_URL.startsWith('https:');
    this.policies = { en: nowPolicy({ isHttps }), es: nowPolicy({ isHttps, language: 'es' }) };
    this.widgetPolicy = nowPolicy({ isHttps, isWidget: true });
  }

  /** Returns a county's page, or the state's without a slug. @param refreshes whether the page reloads itself */
  async page(slug: string | undefined, refreshes: boolean, language: Language): Promise<StatusPage> {
    const county = countyOf(slug);
    if (slug !== undefined && !county) return this.missing(noSuchCounty, language);
    const prepared = await this.find(`${language.code} ${county?.slug ?? ''} ${refreshes}`, county, (data) => {
      const options = this.options(language, refreshes ? data.alerts.pollSeconds : undefined);
      const text = county ? countyPage(county, data, options) : listPage(data.alerts, data.storm, options);
      return prepare(text, this.headers(language, options.refreshSeconds));
    });
    return { status: 200, prepared };
  }

  /** Returns a 404 page written by `write`. */
  async missing(write: (options: PageOptions) => string, language: Language): Promise<StatusPage> {
    return { status: 404, prepared: await prepare(write(this.options(language)), this.headers(language)) };
  }

  /** Returns a county's embeddable widget; 404 for an unknown county. */
  async widget(slug: string): Promise<StatusPage> {
    const county = countyOf(slug);
    const headers = {
      ...this.headers(english, widgetRefreshSeconds),
      'Content-Security-Policy': this.widgetPolicy,
      // For embedding pages that are cross-origin isolated.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    };
    if (!county) return { status: 404, prepared: await prepare(noSuchWidget(this.options(english)), headers) };
    const prepared = await this.find(`widget ${county.slug}`, county, (data) =>
      prepare(countyWidget(county, data, this.options(english)), headers),
    );
    return { status: 200, prepared };
  }

  /** Returns an event's page: 404 if it never existed, 503 if the weather proxy can't be reached. */
  async event(name: string, refreshes: boolean, language: Language): Promise<StatusPage> {
    const found = await this.events.find(name);
    if (found === 'missing') return this.missing(noSuchEvent, language);
    if (found === 'unknown') {
      const headers = {
        ...this.headers(language),
        'Cache-Control': 'no-store',
        'Retry-After': String(retryAfterSeconds),
      };
      return { status: 503, prepared: await prepare(eventUnknown(this.options(language)), headers) };
    }
    const refreshSeconds = refreshes ? secondsBetween(found) : undefined;
    const text = eventPage(found, this.options(language, refreshSeconds));
    return { status: 200, prepared: await prepare(text, this.headers(language, refreshSeconds)) };
  }

  options(language: Language, refreshSeconds?: number): PageOptions {
    const { stormBanner: banner } = this.publicResponses;
    const now = this.clock.now();
    const warning = urgentWarning(this.current.data() ?? emptyNowAlerts, now);
    return { publicUrl: this.config.PUBLIC_URL, now, language, refreshSeconds, banner, warning };
  }

  /**
   * Returns a page, written again when it is older than five seconds or the alerts have changed.
   * @param place whose conditions to fetch
   */
  async find(
    name: string,
    place: Place | undefined,
    write: (data: NowPageData) => Promise<Prepared>,
  ): Promise<Prepared> {
    const { value } = await this.pageCache.get(name, async () => {
      const conditions = place && (await this.conditions(place));
      // Read last: alerts must not be older than the weather beside them.
      const alertChanges = this.current.changes;
      const alerts = this.current.data() ?? emptyNowAlerts;
      const prepared = await write({ alerts, conditions, storm: this.storm(place) });
      const lifetimeMs = Math.min(freshMs, this.current.nextTurnInMs() ?? freshMs);
      return { lifetimeMs, alertChanges, prepared };
    });
    return value.prepared;
  }

  /** Returns the weather at a place, for counties their inner point; undefined if it takes too long. */
  private async conditions({ lat, lon }: Place): Promise<NowConditions | undefined> {
    try {
      return await withDeadline(this.forecasts.data({ lat, lon, days: 7 }), conditionsWaitMs);
    } catch (error) {
      this.logger.debug({ err: error }, 'no current conditions for a lightweight page');
      return undefined;
    }
  }

  private storm(place: Place | undefined): NowStorm {
    const { outlook, radar } = this.stormContext;
    const nextHour = place && this.stormContext.nextHourAt(place);
    return { outlook: outlook.data()?.days[0], radar: radar.data(), nextHour };
  }

  headers({ code }: Language, refreshSeconds?: number): Headers {
    return {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': nowCaching,
      'Content-Security-Policy': this.policies[code],
      // Accessibility checkers reject the equivalent meta element.
      ...(refreshSeconds !== undefined && { Refresh: String(refreshSeconds) }),
    };
  }
}
