import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { ObjectStore } from '@site/platform/object-store';
import { LOGGER, OBJECT_STORE, type Logger } from '@site/platform/tokens';
import { Changes } from './changes.js';
import { Clients } from './clients.js';
import { CONFIG, type Config } from './config.js';
import { AdminFaqsController } from './controllers/admin-faqs.controller.js';
import { AdminHeaderController } from './controllers/admin-header.controller.js';
import { AdminLogoController } from './controllers/admin-logo.controller.js';
import { AdminNewsletterController } from './controllers/admin-newsletter.controller.js';
import { AdminPostsController } from './controllers/admin-posts.controller.js';
import { AdminSponsorsController } from './controllers/admin-sponsors.controller.js';
import { AdminTeamController } from './controllers/admin-team.controller.js';
import { AuditController } from './controllers/audit.controller.js';
import { AuthController } from './controllers/auth.controller.js';
import { AdminContactController, ContactController } from './controllers/contact.controller.js';
import { CspReportController } from './controllers/csp-report.controller.js';
import { AlertFeedsController } from './controllers/alert-feeds.controller.js';
import { FaqsController } from './controllers/faqs.controller.js';
import { HealthController } from './controllers/health.controller.js';
import { HomeController } from './controllers/home.controller.js';
import { JobsController } from './controllers/jobs.controller.js';
import { MediaController } from './controllers/media.controller.js';
import { ModeratorsController } from './controllers/moderators.controller.js';
import { NewsletterController } from './controllers/newsletter.controller.js';
import { AdminOverviewController } from './controllers/overview.controller.js';
import { NowController } from './controllers/now.controller.js';
import { PlacesController } from './controllers/places.controller.js';
import { PostsController } from './controllers/posts.controller.js';
import { AdminSnapshotsController, SnapshotsController } from './controllers/snapshots.controller.js';
import { SocialController } from './controllers/social.controller.js';
import { SponsorsController } from './controllers/sponsors.controller.js';
import { TeamController } from './controllers/team.controller.js';
import { TilesController } from './controllers/tiles.controller.js';
import { TrashController } from './controllers/trash.controller.js';
import { WeatherController } from './controllers/weather.controller.js';
import { AlertFeeds } from './documents/alert-feeds.js';
import { Documents } from './documents/documents.js';
import { Syndication } from './documents/syndication.js';
import { ErrorFilter } from './error.filter.js';
import { GatewayReadiness } from './gateway-readiness.js';
import { InputPipe } from './input.pipe.js';
import { MediaFiles } from './media/media-files.js';
import { NowPages } from './now/now-pages.js';
import { AlertEvents } from './public-answers/alert-events.js';
import { CurrentAlerts } from './public-answers/current-alerts.js';
import { Forecasts } from './public-answers/forecasts.js';
import { PublicAnswers } from './public-answers/public-answers.js';
import { SourceClock } from './public-answers/source-clock.js';
import { RateLimitGuard, RateLimits } from './rate-limit.guard.js';
import { SessionGuard } from './session.guard.js';
import { SessionStrategy, SigningKeys } from './session.strategy.js';
import { StateChangingGetGuard } from './state-changing-get.guard.js';
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
