import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express from 'express';

/** Express on a server that leaves refusals to `http-guard.ts` and detects overdue requests early. */
export class HttpServerAdapter extends ExpressAdapter {
  constructor() {
    const application = express();
    // Must precede all routes. Treats `/Main/home` and `/main/home` as different: limits and caches do, so Express must
    // too.
    application.enable('case sensitive routing');
    application.enable('strict routing');
    super(application);
  }

  override initHttpServer(): void {
    const options = {
      requireHostHeader: false,
      // Longer than nginx keeps idle connections (60 s), so that nginx closes first and never in the middle of a
      // request.
      keepAliveTimeout: 75_000,
      // For requests in progress and new connections, not for idle keep-alive connections.
      headersTimeout: 9_000,
      // An upload over a slow connection may take minutes; nginx has shorter limits.
      requestTimeout: 300_000,
      connectionsCheckingInterval: 500,
    };
    this.httpServer = createServer(options, this.getInstance());
  }
}
