import { createServer, type Server } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express from 'express';

/**
 * Ends connections on which neither side makes progress, such as those of clients that don't read their response. Longer
 * than any request waits for a service, and than the pause between two heartbeats of a stream.
 */
const maxSilenceMs = 30_000;

/** Leaves refusals to `http-guard.ts` and detects overdue requests early. */
export class HttpServerAdapter extends ExpressAdapter {
  constructor() {
    const application = express();
    // Before all routes. Limits and caches distinguish `/Main/home` from `/main/home`, so Express must, too.
    application.enable('case sensitive routing');
    application.enable('strict routing');
    super(application);
  }

  override initHttpServer(): void {
    const options = {
      requireHostHeader: false,
      // Longer than nginx keeps idle connections (60 s), so that nginx closes first, never in mid-request.
      keepAliveTimeout: 75_000,
      // For requests in progress and new connections, not for idle ones.
      headersTimeout: 9_000,
      // An upload may take minutes; nginx has shorter limits.
      requestTimeout: 300_000,
      connectionsCheckingInterval: 500,
    };
    this.httpServer = createServer(options, this.getInstance());
    this.httpServer.timeout = maxSilenceMs;
  }
}

/** @throws Error with one sentence for the operator */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(describeError(error, port)));
    server.listen(port, host, resolve);
  });
}

function describeError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} is already in use. Stop the other program, or choose another port with PORT.`);
  if (error.code === 'EACCES')
    return new Error(`Port ${port} may not be opened by this user. Choose another port with PORT.`);
  return error;
}

const sweepMs = 50;

/** Resolves when all requests have finished. */
export function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // Keep-alive connections would hold the server open for 75 s.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
    server.close(() => {
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}
