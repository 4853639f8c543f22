/** The gateway's Nest module: every controller, and the providers they share. */
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { ObjectStore, objectStoreSettings } from '@site/platform/data/object-store';
import { LOGGER, OBJECT_STORE, type Logger } from '@site/platform/base/injection-tokens';
import { AlertEvents } from './responses/alert-events.js';
import { AlertStreams } from './responses/alert-streams.js';
import { CurrentAlerts } from './responses/current-alerts.js';
import { DeliveryStats } from './responses/delivery-statistics.js';
import { PostResponses } from './responses/post-responses.js';
import { Forecasts } from './responses/forecasts.js';
import { PublicResponses } from './responses/public-responses.js';
import { RefreshAheadCaches } from './responses/refresh-ahead-cache.js';
import { SocialPosts } from './responses/social-posts.js';
import { SourceClock } from './responses/upstream-clock.js';
import { StormContext } from './responses/storm/storm-context.js';
import { TextProducts } from './responses/text-products.js';
import { CONFIG, type Config } from './config.js';
import { Changes } from './edge/clients/changes.js';
import { Clients } from './edge/clients/clients.js';
import { DependencyHealth } from './edge/clients/dependency-health.js';
import { CrossSiteGuard } from './edge/cross-site.guard.js';
import { CspReportController } from './edge/csp-report.controller.js';
import { ErrorFilter } from './edge/error.filter.js';
import { InputPipe } from './edge/input.pipe.js';
import { RateLimitGuard, RateLimits } from './edge/rate-limit.guard.js';
import { SecurityLog } from './edge/security-log.js';
import { SessionGuard } from './edge/session.guard.js';
import { SessionStrategy, SigningKeys } from './edge/session.strategy.js';
import { StateChangingGetGuard } from './edge/state-changing-get.guard.js';
import { ApiDocuments } from './features/api-docs/api-documents.js';
import * as features from './features/features.js';
import { GatewayReadiness } from './gateway-readiness.js';
import { Documents } from './pages/documents/documents.js';
import { PageDetails } from './pages/documents/page-details.js';
import { PageResponses } from './pages/documents/page-responses.js';
import { AlertFeedsController } from './pages/feeds/alert-feeds.controller.js';
import { AlertFeeds } from './pages/feeds/alert-feeds.js';
import { RobotsSitemapRss } from './pages/feeds/robots-sitemap-rss.js';
import { MediaFiles } from './pages/media/media-files.js';
import { MediaController } from './pages/media/media.controller.js';
import { NowPages } from './pages/now/now-pages.js';
import { NowController, SpanishNowController, WidgetController } from './pages/now/now.controller.js';
import { SpanishController } from './pages/spanish/spanish.controller.js';
import { SpanishPages } from './pages/spanish/spanish-pages.js';
import { ShareImages } from './pages/share/share-images.js';
import { ShareSubjects } from './pages/share/share-subjects.js';
import { ShareController } from './pages/share/share.controller.js';
import { SubscriptionPages } from './pages/alert-subscription/subscription-pages.js';
import {
  SpanishSubscriptionController,
  SubscriptionController,
} from './pages/alert-subscription/alert-subscription.controller.js';
import { Uploads } from './uploads/uploads.js';

export const controllers = [
  ...Object.values(features),
  AlertFeedsController,
  CspReportController,
  MediaController,
  NowController,
  SpanishNowController,
  WidgetController,
  ShareController,
  SubscriptionController,
  SpanishSubscriptionController,
  // Last, because it answers every other address below /es.
  SpanishController,
];

@Module({})
export class AppModule {
  static with({ config, logger }: { config: Config; logger: Logger }): DynamicModule {
    return {
      module: AppModule,
      controllers,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        {
          provide: OBJECT_STORE,
          useFactory: () => new ObjectStore(objectStoreSettings(config)),
        },
        Clients,
        Changes,
        DependencyHealth,
        SigningKeys,
        SessionStrategy,
        RateLimits,
        SecurityLog,
        SourceClock,
        CurrentAlerts,
        AlertStreams,
        AlertEvents,
        PublicResponses,
        PostResponses,
        RefreshAheadCaches,
        StormContext,
        DeliveryStats,
        SocialPosts,
        TextProducts,
        NowPages,
        SpanishPages,
        SubscriptionPages,
        Forecasts,
        ApiDocuments,
        PageDetails,
        PageResponses,
        Documents,
        RobotsSitemapRss,
        AlertFeeds,
        Uploads,
        MediaFiles,
        ShareSubjects,
        ShareImages,
        GatewayReadiness,
        // The order matters: a HEAD or prefetch must never reach a session, and limits per session need the session.
        { provide: APP_GUARD, useClass: CrossSiteGuard },
        { provide: APP_GUARD, useClass: StateChangingGetGuard },
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_GUARD, useClass: RateLimitGuard },
        { provide: APP_PIPE, useClass: InputPipe },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}
