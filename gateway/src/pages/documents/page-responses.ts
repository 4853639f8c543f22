/** The responses that documents embed, from the caches that also answer the API. */
import { Inject, Injectable } from '@nestjs/common';
import { withDeadline } from '@site/platform/base/deadline';
import { isTextProductKind } from '@site/domain/weather/text-products';
import type { County } from '@site/regions/counties';
import { defaultPlaces } from '@site/regions/state';
import { CurrentAlerts } from '../../responses/current-alerts.js';
import { DeliveryStats } from '../../responses/delivery-statistics.js';
import { defaultForecast, Forecasts, type ForecastKey } from '../../responses/forecasts.js';
import type { Prepared } from '../../responses/prepared-response.js';
import { PublicResponses } from '../../responses/public-responses.js';
import { SocialPosts } from '../../responses/social-posts.js';
import { StormContext } from '../../responses/storm/storm-context.js';
import { TextProducts } from '../../responses/text-products.js';
import type { Embedded, EmbeddedRefreshed, Match } from '../page-paths.js';
import {
  alertsBlock,
  alertsBlocks,
  toBlock,
  dataBlock,
  homeBlock,
  listBlock,
  outlookBlock,
  radarBlock,
  type Alternative,
} from './embedded-responses.js';

const weekDays = 7;
/** How long a document waits for a forecast or a text; the page can fetch it, too. */
const waitMs = 200;

const week = ({ lat, lon }: { lat: number; lon: number }) => ({ lat, lon, days: weekDays });

/** Returns what to fetch a page's forecast with; undefined for other responses. */
function forecastKey(name: Embedded, county?: County): ForecastKey | undefined {
  if (name === 'weather') return defaultForecast;
  if (name === 'week') return week(defaultPlaces.home);
  if (name === 'forecast-week') return week(defaultPlaces.forecast);
  return name === 'county-weather' && county ? week(county) : undefined;
}

/** Returns which text of which office to fetch; undefined for other responses. */
function textKey(name: Embedded) {
  const [, office = '', kind = ''] = /^\/main\/weather\/products\/(\w+)\/(\w+)$/.exec(name) ?? [];
  return isTextProductKind(kind) ? ([office, kind] as const) : undefined;
}

/** What the version of a refreshed response was derived from. */
interface Versioned {
  message: unknown;
  text: string;
  version: number;
}

@Injectable()
export class PageResponses {
  private readonly refreshed;
  private readonly versioned = new Map<EmbeddedRefreshed, Versioned>();

  constructor(
    @Inject(PublicResponses) private readonly publicResponses: PublicResponses,
    @Inject(Forecasts) private readonly forecasts: Forecasts,
    @Inject(CurrentAlerts) private readonly alerts: CurrentAlerts,
    @Inject(TextProducts) private readonly textProducts: TextProducts,
    @Inject(StormContext) private readonly storm: StormContext,
    @Inject(DeliveryStats) delivery: DeliveryStats,
    @Inject(SocialPosts) social: SocialPosts,
  ) {
    this.refreshed = {
      '/main/weather/outlook': storm.outlook,
      '/main/weather/reports': storm.reports,
      '/main/weather/rivers': storm.rivers,
      '/main/weather/radar': storm.radar,
      '/main/notifications/delivery': delivery.cache,
      '/main/social/posts': social.cache,
    };
  }

  private isRefreshed = (name: Embedded): name is EmbeddedRefreshed => Object.hasOwn(this.refreshed, name);

  /** Fetches the page's forecast and texts, briefly. Other responses are ready or unknown. */
  async wait({ page, county }: Match): Promise<void> {
    const calls = page.embeds.flatMap((name) => {
      const forecast = forecastKey(name, county);
      const text = textKey(name);
      return forecast ? [this.forecasts.wait(forecast)] : text ? [this.textProducts.find(...text)] : [];
    });
    await Promise.all(calls.map((call) => withDeadline(call, waitMs).catch(() => undefined)));
  }

  /** Returns a response that is ready to be sent; undefined if it's unknown or its age changes every second. */
  ready(name: Embedded, county?: County): Prepared | undefined {
    if (name === 'home') return this.publicResponses.ready('/main/home');
    if (name === 'alerts') return this.publicResponses.ready('/main/weather/alerts');
    const forecast = forecastKey(name, county);
    const text = textKey(name);
    if (forecast) return this.forecasts.ready(forecast);
    return text ? this.textProducts.ready(...text) : this.publicResponses.ready(name);
  }

  /** Returns what changes with a response. */
  version(name: Embedded, county?: County): string | number | undefined {
    if (name === 'outlook') return outlookBlock(this.storm.outlook.data())?.json;
    if (name === 'radar') return this.refreshedVersion('/main/weather/radar');
    return this.isRefreshed(name) ? this.refreshedVersion(name) : this.ready(name, county)?.digest;
  }

  /** The services repeat messages at every poll, so it counts only different ones. */
  private refreshedVersion(name: EmbeddedRefreshed): number {
    const { value: message } = this.refreshed[name];
    const last = this.versioned.get(name);
    if (last?.message === message) return last?.version ?? 0;
    const text = JSON.stringify(message);
    const version = (last?.version ?? 0) + (last?.text === text ? 0 : 1);
    this.versioned.set(name, { message, text, version });
    return version;
  }

  /** Returns the candidate blocks for a response, the most complete first; empty if it's unknown or too large. */
  blocks(name: Embedded, { county, detail }: Pick<Match, 'county' | 'detail'> = {}): Alternative[] {
    if (name === 'outlook') return [outlookBlock(this.storm.outlook.data())].filter((block) => block !== undefined);
    if (name === 'radar') return radarBlock(this.storm.radar.data());
    if (this.isRefreshed(name)) return dataBlock(name, this.refreshed[name].data());
    const prepared = this.ready(name, county);
    if (!prepared) return [];
    if (name.startsWith('/')) return listBlock(name, prepared);
    if (name === 'home') return [homeBlock(prepared)];
    if (name !== 'alerts') return [toBlock(`${name}-data`, prepared)];
    const subject = { county, detail };
    return county
      ? alertsBlocks(prepared, this.alerts.data(), subject)
      : [alertsBlock(prepared, this.alerts.data(), subject)];
  }
}
