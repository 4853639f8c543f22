import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/tokens';
import { counties } from '@site/proto/weather/v1/counties';
import { LRUCache } from 'lru-cache';
import { CONFIG, type Config } from '../config.js';
import { Forecasts } from '../public-answers/forecasts.js';
import { prepare, type Prepared } from '../public-answers/prepared.js';
import { PublicAnswers } from '../public-answers/public-answers.js';
import { alertsAt, type NowAlerts, type NowConditions } from './now-data.js';
import { countyPage, listPage, noSuchCounty, nowPolicy, type PageOptions } from './now-html.js';

/** Pages are made anew this often at most, however many ask. */
const freshMs = 5_000;
/** What is warned does not wait longer than this for the current conditions. */
const conditionsWaitMs = 2_000;
/** As long as one of these pages may stand in for a newer one when we are away: no longer than "no alerts" is believed. */
const staleOnErrorSeconds = 285;
const refreshSeconds = 60;

/** The paths of all pages that search engines may list. */
export const nowPaths: readonly string[] = ['/now', ...counties.map(({ slug }) => `/now/${slug}`)];

interface Made {
  until: number;
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
    @Inject(PublicAnswers) private readonly answers: PublicAnswers,
    @Inject(Forecasts) private readonly forecasts: Forecasts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.policy = nowPolicy(config.PUBLIC_URL.startsWith('https:'));
  }

  /** The list of counties. */
  list(): Promise<Prepared> {
    return this.find('/now', async (options) => listPage(this.alerts(options.now), options), false);
  }

  /** The page of a county by its slug; undefined when there is none. */
  county(slug: string, refreshes: boolean): Promise<Prepared> | undefined {
    const county = counties.find((each) => each.slug === slug.toLowerCase());
    if (!county) return undefined;
    return this.find(
      `${slug} ${refreshes}`,
      async (options) => {
        const conditions = await this.conditions(county);
        // Read last: what is warned must not be older than the weather beside it.
        return countyPage(county, { alerts: this.alerts(options.now), conditions }, options);
      },
      refreshes,
    );
  }

  /** The page of a county that does not exist. */
  missing(): Promise<Prepared> {
    return prepare(noSuchCounty(Date.now()), this.headers(false));
  }

  private async find(
    name: string,
    write: (options: PageOptions) => Promise<string>,
    refreshes: boolean,
  ): Promise<Prepared> {
    const kept = this.made.get(name);
    if (kept && Date.now() < kept.until) return kept.prepared;
    const underWay = this.making.get(name);
    if (underWay) return underWay;
    const make = async () => {
      const at = Date.now();
      const text = await write({ publicUrl: this.config.PUBLIC_URL, refreshes, now: at });
      const prepared = await prepare(text, this.headers(refreshes));
      const { alerts } = this.alerts(at);
      const ends = alerts.flatMap(({ expires }) => (expires === null ? [] : [Date.parse(expires)]));
      this.made.set(name, { until: Math.min(at + freshMs, ...ends), prepared });
      return prepared;
    };
    const made = make().finally(() => this.making.delete(name));
    this.making.set(name, made);
    return made;
  }

  private alerts(now: number): NowAlerts {
    const body = this.answers.ready('/main/weather/alerts')?.variants.identity.body.toString('utf8');
    return alertsAt(body ? (JSON.parse(body) as { data: NowAlerts }).data : undefined, now);
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

  private headers(refreshes: boolean): Record<string, string> {
    return {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': `public, max-age=0, s-maxage=5, stale-while-revalidate=5, stale-if-error=${staleOnErrorSeconds}`,
      'Content-Security-Policy': this.policy,
      // As a header, as the element of the same name is none of what assistive technology can be spared.
      ...(refreshes && { Refresh: String(refreshSeconds) }),
    };
  }
}
