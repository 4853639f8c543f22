import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy in front of the product that simulates new releases, partial releases, an old service worker and outages.
 * Each release has its own asset URLs.
 */
export interface Releases {
  url: string;
  /** Switches to the next release; files of earlier ones are gone. */
  release(): void;
  haveFiles: boolean;
  /** Replaces the product's /sw.js. */
  worker: string | undefined;
  isCut: boolean;
  close(): Promise<void>;
}

const rewritten = /^(text\/html|text\/css|text\/javascript|application\/json)/;

export async function startReleases(productUrl: string): Promise<Releases> {
  const product = new URL(productUrl);
  let number = 1;
  const folder = () => (number === 1 ? 'assets/' : `assets/${number}/`);

  const server = createServer((target, response) => {
    if (releases.isCut) return void target.socket.destroy();
    const path = target.url ?? '/';
    if (path === '/sw.js' && releases.worker !== undefined) return sendWorker(response, releases.worker);
    if (!path.startsWith('/assets/')) return pass(target, response, path);
    const [, release = '1', file] = /^\/assets\/(?:(\d+)\/)?(.*)$/s.exec(path) ?? [];
    if (!releases.haveFiles || Number(release) !== number) return void response.writeHead(404).end();
    pass(target, response, `/assets/${file}`);
  });

  function pass(target: IncomingMessage, response: ServerResponse, path: string) {
    const headers = { ...target.headers, host: product.host, 'accept-encoding': 'identity' };
    // The browser's cached copy had another text.
    delete headers['if-none-match'];
    const onward = request({ hostname: product.hostname, port: product.port, path, method: target.method, headers });
    onward.on('error', () => response.destroy());
    onward.on('response', (got) => {
      const pieces: Buffer[] = [];
      got.on('data', (piece: Buffer) => pieces.push(piece));
      got.on('end', () => send(response, got, Buffer.concat(pieces), path));
    });
    target.pipe(onward);
  }

  function send(response: ServerResponse, got: IncomingMessage, body: Buffer, path: string) {
    const type = got.headers['content-type'] ?? '';
    const headers = { ...got.headers };
    for (const name of ['etag', 'content-length', 'transfer-encoding', 'connection']) delete headers[name];
    // Only the service worker may have a removed file.
    if (path.startsWith('/assets/')) headers['cache-control'] = 'no-cache';
    const changed = rewritten.test(type) && path !== '/sw.js' ? Buffer.from(ofRelease(body.toString(), type)) : body;
    response.writeHead(got.statusCode ?? 502, { ...headers, 'content-length': String(changed.length) }).end(changed);
  }

  function ofRelease(text: string, type: string): string {
    const moved = text.replaceAll('assets/', folder());
    return type.startsWith('text/html')
      ? moved.replace('<head>', `<head><meta name="release" content="${number}">`)
      : moved;
  }

  function sendWorker(response: ServerResponse, script: string) {
    const headers = {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
    };
    response.writeHead(200, headers).end(script);
  }

  const releases: Releases = {
    url: '',
    release: () => void (number += 1),
    haveFiles: true,
    worker: undefined,
    isCut: false,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  releases.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return releases;
}
