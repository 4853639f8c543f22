import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { ObjectStore } from '@site/platform/object-store';
import { LOGGER, OBJECT_STORE, type Logger } from '@site/platform/tokens';
import { Changes } from './edge/clients/changes.js';
import { Clients } from './edge/clients/clients.js';
import { CONFIG, type Config } from './config.js';
import { AdminFaqsController } from './features/faqs/admin-faqs.controller.js';
import { AdminHeaderController } from './features/header/admin-header.controller.js';
import { AdminLogoController } from './features/logo/admin-logo.controller.js';
import { AdminNewsletterController } from './features/newsletter/admin-newsletter.controller.js';
import { AdminPostsController } from './features/posts/admin-posts.controller.js';
import { AdminSponsorsController } from './features/sponsors/admin-sponsors.controller.js';
import { AdminTeamController } from './features/team/admin-team.controller.js';
import { AuditController } from './features/audit/audit.controller.js';
import { AuthController } from './features/account/auth.controller.js';
import { AdminContactController, ContactController } from './features/contact/contact.controller.js';
import { CspReportController } from './edge/csp-report.controller.js';
import { AlertFeedsController } from './pages/feeds/alert-feeds.controller.js';
import { FaqsController } from './features/faqs/faqs.controller.js';
import { HealthController } from './edge/health.controller.js';
import { HomeController } from './features/home/home.controller.js';
import { JobsController } from './features/jobs/jobs.controller.js';
import { MediaController } from './pages/media/media.controller.js';
import { ModeratorsController } from './features/moderators/moderators.controller.js';
import { NewsletterController } from './features/newsletter/newsletter.controller.js';
import { AdminOverviewController } from './features/overview/overview.controller.js';
import { NowController } from './pages/now/now.controller.js';
import { PlacesController } from './features/places/places.controller.js';
import { PostsController } from './features/posts/posts.controller.js';
import { AdminSnapshotsController, SnapshotsController } from './features/snapshots/snapshots.controller.js';
import { SocialController } from './features/social/social.controller.js';
import { SponsorsController } from './features/sponsors/sponsors.controller.js';
import { TeamController } from './features/team/team.controller.js';
import { TilesController } from './features/tiles/tiles.controller.js';
import { TrashController } from './features/trash/trash.controller.js';
import { WeatherController } from './features/weather/weather.controller.js';
import { AlertFeeds } from './pages/feeds/alert-feeds.js';
import { Documents } from './pages/documents/documents.js';
import { Syndication } from './pages/feeds/syndication.js';
import { ErrorFilter } from './edge/error.filter.js';
import { GatewayReadiness } from './gateway-readiness.js';
import { InputPipe } from './edge/input.pipe.js';
import { MediaFiles } from './pages/media/media-files.js';
import { NowPages } from './pages/now/now-pages.js';
import { AlertEvents } from './answers/alert-events.js';
import { CurrentAlerts } from './answers/current-alerts.js';
import { Forecasts } from './answers/forecasts.js';
import { PublicAnswers } from './answers/public-answers.js';
import { SourceClock } from './answers/source-clock.js';
import { RateLimitGuard, RateLimits } from './edge/rate-limit.guard.js';
import { SessionGuard } from './edge/session.guard.js';
import { SessionStrategy, SigningKeys } from './edge/session.strategy.js';
import { StateChangingGetGuard } from './edge/state-changing-get.guard.js';
import { Uploads } from './uploads/uploads.js';

const controllers = [
  HomeController,
  TeamController,
  FaqsController,
  PostsController,
  WeatherController,
  TilesController,
  NowController,
  AlertFeedsController,
  PlacesController,
  SocialController,
  AuthController,
  ModeratorsController,
  AdminOverviewController,
  AdminPostsController,
  AdminFaqsController,
  AdminTeamController,
  AdminHeaderController,
  AdminLogoController,
  AuditController,
  TrashController,
  HealthController,
  CspReportController,
  SnapshotsController,
  AdminSnapshotsController,
  SponsorsController,
  AdminSponsorsController,
  ContactController,
  AdminContactController,
  NewsletterController,
  AdminNewsletterController,
  JobsController,
  MediaController,
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
          useFactory: () =>
            new ObjectStore({
              endpoint: config.S3_ENDPOINT,
              accessKey: config.S3_ACCESS_KEY,
              secretKey: config.S3_SECRET_KEY,
              bucket: config.S3_BUCKET,
              region: config.S3_REGION,
            }),
        },
        Clients,
        Changes,
        SigningKeys,
        SessionStrategy,
        RateLimits,
        SourceClock,
        CurrentAlerts,
        AlertEvents,
        PublicAnswers,
        NowPages,
        Forecasts,
        Documents,
        Syndication,
        AlertFeeds,
        Uploads,
        MediaFiles,
        GatewayReadiness,
        // In this order: a HEAD or a prefetch never reaches a session, and limits of the signed-in need one.
        { provide: APP_GUARD, useClass: StateChangingGetGuard },
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_GUARD, useClass: RateLimitGuard },
        { provide: APP_PIPE, useClass: InputPipe },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}
