/**
 * The single address of development: Vite serves the page sources, the gateway everything else. The gateway's documents
 * pass through Vite, which adds its client. Their policy stays in force, as in production; a nonce allows Vite's own
 * script and styles.
 */
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer as createVite } from 'vite';
import { root } from '../lib/checkout.mjs';

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */

const web = join(root, 'web');
const page = join(web, 'index.html');
/** Vite's virtual paths. */
const ofVite = /^\/(@|src\/|node_modules\/|sw\.js$|manifest\.webmanifest$)/;
const isFile = (/** @type {string} */ path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** How long a request waits for a restarting gateway. */
const gatewayWithinMs = 10_000;
const retryMs = 50;

/**
 * @param {IncomingMessage} incoming
 * @param {number} port
 * @param {import('node:http').OutgoingHttpHeaders} headers
 * @returns {Promise<IncomingMessage | undefined>} the gateway's response, or undefined when it is unreachable
 */
function pass(incoming, port, headers) {
  return new Promise((resolve) => {
    const outgoing = request(
      { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers },
      resolve,
    );
    // Also fires after a response: killing the gateway cuts it off.
    outgoing.on('error', () => resolve(undefined));
    incoming.pipe(outgoing);
  });
}

/** @param {IncomingMessage} incoming @param {number} port @param {import('node:http').OutgoingHttpHeaders} headers */
async function passPatiently(incoming, port, headers) {
  const deadline = Date.now() + gatewayWithinMs;
  for (;;) {
    const response = await pass(incoming, port, headers);
    // The gateway may already have executed other methods.
    if (
      response ||
      !['GET', 'HEAD'].includes(incoming.method ?? '') ||
      Date.now() > deadline ||
      incoming.socket.destroyed
    )
      return response;
    await wait(retryMs);
  }
}

/** @param {IncomingMessage} response */
async function textOf(response) {
  const parts = [];
  for await (const part of response) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

/** @param {string} policy @param {string} nonce */
const withNonce = (policy, nonce) => policy.replace(/\b(script|style)-src 'self'/g, `$& 'nonce-${nonce}'`);

/**
 * @param {object} options
 * @param {number} options.port
 * @param {string} options.host
 * @param {number} options.gatewayPort
 * @param {string} options.webRoot a folder for the page that the gateway fills in

 */
export async function openFront({ port, host, gatewayPort, webRoot }) {
  const nonce = randomUUID();
  const server = createServer();
  const vite = await createVite({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    appType: 'custom',
    clearScreen: false,
    logLevel: 'warn',
    html: { cspNonce: nonce },
    server: { middlewareMode: true, hmr: { server }, watch: { ignored: ['**/*.test.ts', '**/*.test.tsx', '**/*.md'] } },
  });
  mkdirSync(webRoot, { recursive: true });
  const copyPage = () => copyFileSync(page, join(webRoot, 'index.html'));
  copyPage();
  vite.watcher.on('change', (path) => path === page && copyPage());

  /** @param {IncomingMessage} incoming @param {import('node:http').ServerResponse} outgoing */
  async function handleRequest(incoming, outgoing) {
    const { url = '/' } = incoming;
    const [path = '/'] = url.split('?', 1);
    if (ofVite.test(path) || (path !== '/' && isFile(join(web, 'public', path))))
      return vite.middlewares(incoming, outgoing, (/** @type {Error | undefined} */ error) => {
        outgoing.statusCode = error ? 500 : 404;
        outgoing.end(error ? String(error.stack) : 'There is no such file.');
      });
    const isDocument = incoming.method === 'GET' && incoming.headers.accept?.includes('text/html');
    const headers = { ...incoming.headers };
    if (isDocument) {
      headers['accept-encoding'] = 'identity';
      // The browser's unchanged document may predate Vite's latest restart.
      delete headers['if-none-match'];
      delete headers['if-modified-since'];
    }
    const response = await passPatiently(incoming, gatewayPort, headers);
    if (!response) {
      outgoing.writeHead(502, { 'Content-Type': 'text/plain; charset=utf-8' });
      return outgoing.end('The gateway is not running. The terminal of "npm run dev" shows why.\n');
    }
    const isHtml = isDocument && response.headers['content-type']?.startsWith('text/html');
    const { statusCode = 502 } = response;
    const html = isHtml ? await textOf(response) : undefined;
    if (html === undefined || !html.includes('src="/src/main.tsx"')) {
      outgoing.writeHead(statusCode, response.headers);
      if (html !== undefined) return outgoing.end(html);
      return pipeline(response, outgoing).catch(() => outgoing.destroy());
    }
    const forwardedHeaders = { ...response.headers };
    for (const name of ['content-length', 'transfer-encoding', 'etag']) delete forwardedHeaders[name];
    const transformed = await vite.transformIndexHtml(url, html);
    outgoing.writeHead(statusCode, {
      ...forwardedHeaders,
      'cache-control': 'no-store',
      'content-security-policy': withNonce(String(forwardedHeaders['content-security-policy'] ?? ''), nonce),
    });
    outgoing.end(transformed);
  }

  server.on('request', (incoming, outgoing) => {
    handleRequest(incoming, outgoing).catch((error) => {
      if (!outgoing.headersSent) outgoing.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
      outgoing.end(`${error.stack}\n`);
    });
  });
  // A photo on a slow connection may take as long as the gateway allows.
  server.requestTimeout = 0;
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, host, () => resolve(undefined)));
  return {
    vite,
    async close() {
      server.close();
      server.closeAllConnections();
      await vite.close();
    },
  };
}
