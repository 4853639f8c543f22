/** Builds the gateway's Nest application with its middleware in request order. */
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { NestLogger } from '@site/platform/base/logger';
import type { Logger } from '@site/platform/base/injection-tokens';
import { AppModule, controllers } from './app.module.js';
import { bodyParsers } from './edge/body-parsers.js';
import type { Config } from './config.js';
import { cspReportParser } from './edge/csp-report.controller.js';
import { Documents } from './pages/documents/documents.js';
import { formPages } from './pages/forms/form-pages.js';
import { RobotsSitemapRss } from './pages/feeds/robots-sitemap-rss.js';
import { AlertStreams, serveAlertStreams } from './responses/alert-streams.js';
import { Forecasts } from './responses/forecasts.js';
import { PublicResponses } from './responses/public-responses.js';
import { servePrecomputed, precomputedResponses } from './responses/serve-precomputed.js';
import { installHttpGuard } from './edge/http-guard.js';
import { HttpServerAdapter } from './edge/http-server.js';
import { requestEdge } from './edge/request-edge.js';
import { routesOf } from './edge/route-traits.js';
import { securityHeaders } from './edge/security-headers.js';
import { trustedProxies } from './edge/trusted-proxies.js';
import { ApiDocuments } from './features/api-docs/api-documents.js';
import { rejectWithoutSlot } from './uploads/upload-slots.js';
import { Uploads } from './uploads/uploads.js';

/** Builds the gateway without listening; tests build it the same way. */
export async function createGateway(config: Config, logger: Logger): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with({ config, logger }),
    new HttpServerAdapter(),
    {
      bodyParser: false,
      logger: new NestLogger(logger),
      // The caller reports startup errors in one sentence.
      abortOnError: false,
    },
  );
  app.disable('x-powered-by');
  app.set('etag', 'strong');
  const trusts = trustedProxies(config.TRUSTED_PROXY_CIDR);
  app.set('trust proxy', trusts);
  const caches = { publicResponses: app.get(PublicResponses), forecasts: app.get(Forecasts) };
  // In request order, cheapest first.
  app.use(requestEdge(logger, trusts));
  app.use(securityHeaders(config));
  app.use(precomputedResponses(caches));
  app.use(app.get(RobotsSitemapRss).handler);
  app.use(app.get(Documents).handler);
  app.use(formPages(config));
  app.use('/csp-report', cspReportParser);
  for (const parser of bodyParsers(routesOf(controllers))) app.use(parser);
  app.get(ApiDocuments).describe(app, controllers);
  servePrecomputed(app.getHttpServer(), { ...caches, config, logger });
  serveAlertStreams(app.getHttpServer(), app.get(AlertStreams), config);
  rejectWithoutSlot(app.getHttpServer(), app.get(Uploads), config);
  installHttpGuard(app.getHttpServer(), { config, logger });
  return app;
}
