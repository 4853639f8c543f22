/** The weather proxy: alerts, forecasts, radar, outlooks, reports, rivers, places and tiles, assembled. */
import { Module, type DynamicModule } from '@nestjs/common';
import { ChangeFeed, ChangesController } from '@site/platform/data/changes';
import type { ObjectStore } from '@site/platform/data/object-store';
import { ServiceModule } from '@site/platform/service/service.module';
import { OBJECT_STORE, type Logger } from '@site/platform/base/injection-tokens';
import { AlertFeed } from './alerts/alert-feed.js';
import { ALERT_SOURCE, AlertPoller, type AlertSource } from './alerts/alert-poller.js';
import { AlertEventsController } from './alerts/alert-events.controller.js';
import { AlertsController } from './alerts/alerts.controller.js';
import { FETCH_CAP, SpanishAlertText, type FetchCap } from './alerts/spanish/spanish-texts.js';
import { Polling } from './cache/polled.js';
import { WeatherLeader } from './leader/weather-leader.js';
import { CLOCK, systemClock, type Clock } from '@site/platform/base/clock';
import { CONFIG, socialSettings, storeSettings, type Config } from './config.js';
import { databaseSettings } from './database.js';
import { CountiesAhead } from './forecasts/county-prefetch.js';
import { ForecastCache } from './forecasts/forecast-cache.js';
import { ForecastsController } from './forecasts/forecasts.controller.js';
import { forecastSourcesProvider, NWS_CLIENT, nwsClientProvider } from './forecasts/sources.provider.js';
import type { NwsClient } from './nws/nws-client.js';
import { NwwsWatch } from './nwws/nwws-watch.js';
import { NWWS_SETTINGS, nwwsSettings } from './nwws/settings.js';
import { MapboxGeocoder } from './places/mapbox.js';
import { GEOCODER, PlacesController } from './places/places.controller.js';
import { OutlookController } from './outlook/outlook.controller.js';
import { ProvidersController } from './providers/providers.controller.js';
import { NextHour } from './nowcast/next-hour.js';
import { NextHourController } from './nowcast/next-hour.controller.js';
import { RadarController } from './radar/radar.controller.js';
import { radarPartsProvider } from './radar/radar-parts.provider.js';
import { RiversController } from './rivers/rivers.controller.js';
import { GraphClient } from './social/graph.js';
import { PageImages } from './social/page-images.js';
import { SOCIAL_PAGE, SocialController, type SocialPage } from './social/social.controller.js';
import { StormReportsController } from './storm-reports/storm-reports.controller.js';
import { TextProductsController } from './text-products/text-products.controller.js';
import { TilesController } from './tiles/tiles.controller.js';
import { tilesProvider } from './tiles/tiles.provider.js';
import { ImageDownloader } from './upstream/image-download.js';
import { Upstreams } from './upstream/upstreams.js';

/** Hosts of the Facebook page's pictures. */
const imageDomains = ['fbcdn.net', 'facebook.com'];
const maxImageBytes = 5 * 1024 * 1024;

/** Enough for an outbreak's hundreds of alerts; also the gateway's limit. */
export const maxResponseBytes = 8 * 1024 * 1024;

/** To add a forecast provider, add a source to `forecasts/sources.provider.ts`. */
@Module({})
export class AppModule {
  /** @param clock replaced in tests */
  static with(config: Config, logger: Logger, clock: Clock = systemClock): DynamicModule {
    const social = socialSettings(config);
    const objectStore = storeSettings(config);
    return {
      module: AppModule,
      imports: [
        ServiceModule.with({
          logger,
          database: databaseSettings(config),
          ...(objectStore && { objectStore }),
        }),
      ],
      controllers: [
        ForecastsController,
        AlertsController,
        AlertEventsController,
        PlacesController,
        SocialController,
        TilesController,
        ProvidersController,
        ChangesController,
        RadarController,
        NextHourController,
        OutlookController,
        StormReportsController,
        RiversController,
        TextProductsController,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: CLOCK, useValue: clock },
        Upstreams,
        NextHour,
        nwsClientProvider,
        forecastSourcesProvider,
        {
          provide: ALERT_SOURCE,
          inject: [NWS_CLIENT],
          useFactory: (client: NwsClient): AlertSource => ({
            name: 'nws',
            fetchList: (validators, deadline) => client.alertList(validators, deadline),
          }),
        },
        {
          provide: FETCH_CAP,
          inject: [NWS_CLIENT],
          useFactory:
            (client: NwsClient): FetchCap =>
            (id, deadline) =>
              client.capMessage(id, deadline),
        },
        {
          provide: GEOCODER,
          inject: [Upstreams],
          useFactory: (upstreams: Upstreams): MapboxGeocoder | null => {
            if (!config.MAPBOX_TOKEN) return null;
            const upstream = upstreams.open({
              provider: 'mapbox',
              baseUrl: config.MAPBOX_BASE_URL,
              // Public tokens are restricted to the site's address, read from the referrer.
              headers: { referer: `${config.PUBLIC_URL.replace(/\/+$/, '')}/`, accept: 'application/json' },
              secretQuery: { access_token: config.MAPBOX_TOKEN },
            });
            return new MapboxGeocoder(upstream, upstreams.breaker('mapbox', 'geocoding'), clock);
          },
        },
        {
          provide: SOCIAL_PAGE,
          inject: [Upstreams, { token: OBJECT_STORE, optional: true }],
          useFactory: (upstreams: Upstreams, store?: ObjectStore): SocialPage | null => {
            if (!social || !store) return null;
            const upstream = upstreams.open({
              provider: 'facebook',
              baseUrl: config.FACEBOOK_BASE_URL,
              headers: { accept: 'application/json' },
              secretQuery: { access_token: social.accessToken },
            });
            const download = upstreams.closedAtEnd(
              new ImageDownloader({
                provider: 'facebook',
                domains: imageDomains,
                siteOrigin: new URL(config.FACEBOOK_BASE_URL).origin,
                maxBytes: maxImageBytes,
              }),
            );
            return {
              pageId: social.pageId,
              graph: new GraphClient(
                upstream,
                upstreams.breaker('facebook', 'posts'),
                social.pageId,
                config.FACEBOOK_GRAPH_VERSION,
              ),
              pictures: new PageImages(download, upstreams.breaker('facebook', 'pictures'), store, logger),
            };
          },
        },
        tilesProvider,
        ForecastCache,
        CountiesAhead,
        AlertFeed,
        AlertPoller,
        SpanishAlertText,
        { provide: NWWS_SETTINGS, useValue: nwwsSettings(config) ?? null },
        NwwsWatch,
        ChangeFeed,
        Polling,
        WeatherLeader,
        radarPartsProvider,
      ],
    };
  }
}
