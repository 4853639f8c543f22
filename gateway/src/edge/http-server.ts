import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express from 'express';

/** Express on a server whose refusals are ours (`front-door.ts`), not Node's, and which notices soon what is overdue. */
export class HttpServerAdapter extends ExpressAdapter {
  constructor() {
    const application = express();
    // Before anything is added to it. `/Main/home` is no other spelling of `/main/home`: what Express takes for the same, limits
    // and caches do not.
    application.enable('case sensitive routing');
    application.enable('strict routing');
    super(application);
  }

  override initHttpServer(): void {
    const options = {
      requireHostHeader: false,
      // Longer than nginx keeps its idle connections (60 s): the proxy closes first, never in the middle of a request.
      keepAliveTimeout: 75_000,
      // Of a request that has begun, or a connection that has sent nothing yet; not of one kept for its next request.
      headersTimeout: 9_000,
      // An upload over a slow line may take minutes; nginx has shorter limits of its own.
      requestTimeout: 300_000,
      connectionsCheckingInterval: 500,
    };
    this.httpServer = createServer(options, this.getInstance());
  }
}
