/**
 * Simulates a browser vendor's push service (RFC 8030): accepts pushes for synthetic browsers, checks sender, TTL and
 * topic, and decrypts a sample.
 */
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { handleControl, type Steerable } from './push-control.js';
import { PushLedger, type Push } from './push-ledger.js';
import { PushTemper, rejectPush } from './push-modes.js';
import { openBody } from './sealed-body.js';
import { browserAt, SyntheticBrowsers } from './synthetic-browsers.js';
import { VapidVerifier } from './vapid.js';

export interface PushServiceOptions {
  port?: number;
  host?: string;
  /** PEM; plain HTTP without it. */
  tls?: { certificate: string; key: string };
  /** Default: 500. */
  keyPairs?: number;
  /** Opens every nth push; default: 100. */
  openInterval?: number;
  /** No cryptography or stored pushes: for a million browsers. */
  isCounting?: boolean;
}

export interface PushService extends Steerable {
  /** "https://127.0.0.1:40123". */
  url: string;
  /** Works in counting mode, too. */
  countOf(browser: number): number;
  /** Returns what an offline browser would receive now. */
  pending(browser: number): Push[];
  close(): Promise<void>;
}

/** A push service need not accept more (RFC 8030, 7.2). */
const maxBodyBytes = 4_096;
const urgencies = ['very-low', 'low', 'normal', 'high'];

/** Port 0 picks a free one. */
export async function startPushService(options: PushServiceOptions = {}): Promise<PushService> {
  const { port = 0, host = '127.0.0.1', tls, keyPairs, openInterval = 100, isCounting = false } = options;
  const browsers = new SyntheticBrowsers(isCounting ? 1 : keyPairs);
  const ledger = new PushLedger(isCounting);
  const temper = new PushTemper();
  let vapidKey: string | undefined;
  let url = '';
  let taken = 0;
  const vapid = new VapidVerifier(() => url);

  const findProblem = (request: IncomingMessage, bodyBytes: number): [status: number, reason: string] | undefined => {
    const { headers } = request;
    if (bodyBytes > maxBodyBytes) return [413, 'the body is too large'];
    if (!/^\d{1,10}$/.test(String(headers['ttl'] ?? ''))) return [400, 'no TTL'];
    const topic = headers['topic'];
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) return [400, 'the topic is malformed'];
    const urgency = headers['urgency'];
    if (urgency !== undefined && !urgencies.includes(String(urgency))) return [400, 'the urgency is unknown'];
    if (isCounting) return undefined;
    if (bodyBytes > 0 && headers['content-encoding'] !== 'aes128gcm') return [400, 'the encoding is not aes128gcm'];
    try {
      const { key } = vapid.check(headers.authorization, Date.now());
      return vapidKey !== undefined && key !== vapidKey ? [403, 'the key is not the one subscribed with'] : undefined;
    } catch (error) {
      return [401, (error as Error).message];
    }
  };

  const opened = (browser: number, body: Buffer): string | undefined => {
    taken += 1;
    if (isCounting || body.length === 0 || taken % openInterval > 0) return undefined;
    try {
      return openBody(body, browsers.keysOf(browser)).toString('utf8');
    } catch (error) {
      // A push service can't detect this; the browser would show nothing.
      ledger.fault(`cannot be opened: ${(error as Error).message}`);
      return undefined;
    }
  };

  const takePush = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const browser = browserAt(request.url ?? '', !isCounting);
    const respond = (status: number, headers: Record<string, string> = {}) => {
      ledger.recordResponse(status);
      response.writeHead(status, headers).end();
    };
    if (browser === undefined) return respond(404);
    const rejectionStatus = await rejectPush(response, temper.next(browser), body.length);
    if (rejectionStatus !== undefined) return ledger.recordResponse(rejectionStatus);
    const problem = findProblem(request, body.length);
    if (problem) {
      ledger.fault(problem[1]);
      return respond(problem[0]);
    }
    const text = opened(browser, body);
    const { ttl, topic, urgency } = request.headers;
    ledger.accepted({
      browser,
      at: Date.now(),
      ttl: Number(ttl),
      urgency: String(urgency ?? 'normal'),
      topic: String(topic ?? ''),
      ...(text !== undefined && { text }),
    });
    return respond(201, { Location: `${url}/message/${taken}`, TTL: String(ttl) });
  };

  const service: Omit<PushService, 'close' | 'url'> = {
    subscription: (browser) => browsers.subscription(browser, url),
    setMode: (behavior) => temper.set(behavior),
    setVapidKey: (key) => {
      vapidKey = key;
    },
    counts: () => ledger.counts(),
    countOf: (browser) => ledger.countOf(browser),
    pushes: (browser) => ledger.pushes(browser),
    pending: (browser) => ledger.pending(browser),
    clear: () => ledger.clear(),
  };

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => undefined);
    const isControl = request.url?.startsWith('/__sim/') ?? false;
    (isControl ? handleControl(request, response, service) : takePush(request, response)).catch(() =>
      response.destroy(),
    );
  };
  const server = tls ? createTlsServer({ cert: tls.certificate, key: tls.key }, handle) : createPlainServer(handle);
  // Connections stay open for minutes between two warnings.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  url = `${tls ? 'https' : 'http'}://${host}:${(server.address() as AddressInfo).port}`;
  return {
    ...service,
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
