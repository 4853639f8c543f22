/** Builds the Spanish pages below /es from the same caches as the lightweight pages. */
import { Inject, Injectable } from '@nestjs/common';
import { withDeadline } from '@site/platform/base/deadline';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import type { PlacesServiceClient } from '@site/proto/gen/nest/weather/v1/places';
import type { FoundPlace } from '@site/proto/weather/v1/places.responses';
import { counties, type County } from '@site/regions/counties';
import { defaultPlaces } from '@site/regions/state';
import { foundPlace } from '../../responses/place-json.js';
import { prepare } from '../../responses/prepared-response.js';
import { Clients } from '../../edge/clients/clients.js';
import { spanish } from '../now/language.js';
import { noSuchCounty } from '../now/alert-event-html.js';
import type { PageOptions } from '../now/now-frame.js';
import { countyOf, NowPages, type NowPageData, type Place, type StatusPage } from '../now/now-pages.js';
import {
  alertsPage,
  countiesPage,
  countySitePage,
  forecastPage,
  homePage,
  hourlyPage,
  noSuchPage,
  searchPage,
} from './site-html.js';

/** Addresses for search engines. Those at /es/now are in ../now/now-pages.ts. */
export const spanishPaths: readonly string[] = [
  '/es',
  '/es/alert',
  '/es/forecast',
  '/es/hourly',
  '/es/county',
  ...counties.map(({ slug }) => `/es/county/${slug}`),
];

const searchWaitMs = 2_000;

/** Self-contained pages of at most 15 kB, from the same caches as those at /now. */
@Injectable()
export class SpanishPages {
  private readonly places;

  constructor(
    @Inject(NowPages) private readonly now: NowPages,
    @Inject(Clients) clients: Clients,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.places = clients.of<PlacesServiceClient>('weather', 'PlacesService');
  }

  home = () => this.page('home', defaultPlaces.home, homePage);
  alerts = () => this.page('alerts', undefined, alertsPage);
  counties = () => this.page('counties', undefined, countiesPage);
  county = (slug: string) =>
    this.ofCounty('county', slug, undefined, (county, data, options) => countySitePage(county!, data, options));
  forecast = (slug: string | undefined) => this.ofCounty('forecast', slug, defaultPlaces.forecast, forecastPage);
  hourly = (slug: string | undefined) => this.ofCounty('hourly', slug, defaultPlaces.home, hourlyPage);
  missing = () => this.now.missing(noSuchPage, spanish);

  async search(query: string): Promise<StatusPage> {
    const places = query ? await this.find(query) : [];
    const text = searchPage(query, places, this.now.options(spanish));
    return { status: 200, prepared: await prepare(text, this.now.headers(spanish)) };
  }

  private async find(query: string): Promise<FoundPlace[] | null> {
    try {
      const found = await withDeadline(this.places.searchPlaces({ query }), searchWaitMs);
      return found.places.map(foundPlace);
    } catch (error) {
      this.logger.debug({ err: error }, 'could not search for places for a page');
      return null;
    }
  }

  private ofCounty(
    name: string,
    slug: string | undefined,
    otherwise: Place | undefined,
    write: (county: County | undefined, data: NowPageData, options: PageOptions) => string,
  ): Promise<StatusPage> {
    const county = countyOf(slug);
    if (slug !== undefined && !county) return this.now.missing(noSuchCounty, spanish);
    return this.page(`${name} ${county?.slug ?? ''}`, county ?? otherwise, (data, options) =>
      write(county, data, options),
    );
  }

  private async page(
    name: string,
    place: Place | undefined,
    write: (data: NowPageData, options: PageOptions) => string,
  ): Promise<StatusPage> {
    const prepared = await this.now.find(`es ${name} `, place, (data) =>
      prepare(write(data, this.now.options(spanish)), this.now.headers(spanish)),
    );
    return { status: 200, prepared };
  }
}
