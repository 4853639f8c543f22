/** The built web application: its files by address. Addresses that aren't in this list are never served. */
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { z } from 'zod';
import {
  encodingFor,
  headOf,
  writeHead,
  type ResponseHead,
  type Encoding,
  type Headers,
} from '../../responses/prepared-response.js';

interface Variant extends ResponseHead {
  path: string;
}
type Variants = Partial<Record<Encoding, Variant>> & { identity: Variant };

const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pbf': 'application/x-protobuf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** Names below /assets/ contain a content hash; other files keep their names when they change. */
const cacheControlFor = (address: string) =>
  address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300';

/** The pages' build for the rendering thread (web/vite.config.ts); not served, like all hidden folders. */
const serverScript = '.server/entry.js';

/** Build metadata per page (web/vite.config.ts); not served. */
const pageFilesName = 'page-files.json';
const pageFilesShape = z.record(z.string(), z.array(z.string()));

/**
 * The service worker's address and the scripts that may be served there. A worker runs under the policy sent with its
 * script; under the API's policy it couldn't fetch anything. Browsers must see a new script on the next visit.
 */
const workerAddress = '/sw.js';
const endingWorkerAddress = '/sw-off.js';
const workerAddresses: readonly string[] = [workerAddress, endingWorkerAddress];

export interface WorkerSending {
  policy: string;
  /** Whether to serve the script that removes it instead. */
  isOff: boolean;
}

/** How often to check for a missing or replaced build. */
const pollIntervalMs = 2_000;

export class WebRoot {
  private files = new Map<string, Variants>();
  private html: string | undefined;
  private script: string | undefined;
  private pageFiles: Record<string, string[]> = {};
  private seen: { at: number; modifiedMs: number } = { at: -Infinity, modifiedMs: 0 };

  constructor(
    private readonly folder: string,
    private readonly worker: WorkerSending,
  ) {}

  /** The document that every page is built from; undefined without a build. */
  get template(): string | undefined {
    this.refresh();
    return this.html;
  }

  /** Returns a page's scripts beyond the initial load, by its route path in the web application. */
  scriptsOf(path: string): readonly string[] {
    this.refresh();
    return this.pageFiles[path] ?? [];
  }

  /** The rendering thread's script; undefined without one, as in development. */
  get serverScript(): string | undefined {
    this.refresh();
    return this.script;
  }

  /** Changes with every build. */
  get version(): string {
    return String(this.seen.modifiedMs);
  }

  private refresh(): void {
    const now = performance.now();
    if (now - this.seen.at < pollIntervalMs) return;
    const index = join(this.folder, 'index.html');
    const modifiedMs = existsSync(index) ? statSync(index).mtimeMs : 0;
    const changed = modifiedMs !== this.seen.modifiedMs;
    this.seen = { at: now, modifiedMs };
    if (!changed) return;
    const pageFiles = join(this.folder, pageFilesName);
    this.pageFiles = existsSync(pageFiles) ? pageFilesShape.parse(JSON.parse(readFileSync(pageFiles, 'utf8'))) : {};
    const script = join(this.folder, serverScript);
    this.script = existsSync(script) ? script : undefined;
    this.html = modifiedMs === 0 ? undefined : readFileSync(index, 'utf8');
    this.files = modifiedMs === 0 ? new Map<string, Variants>() : indexOf(this.folder, this.worker);
  }

  /** Whether the build contains a file at this address. */
  has(address: string): boolean {
    this.refresh();
    return this.files.has(address);
  }

  /** Sends a file: precompressed if available; 304 if the browser has it. */
  async send(request: Request, response: Response): Promise<void> {
    const file = this.files.get(request.path)!;
    const variant = file[encodingFor(request.get('accept-encoding'))] ?? file.identity;
    if (!writeHead(request, response, variant)) return void response.end();
    // A client that disconnects midway isn't an error.
    await pipeline(createReadStream(variant.path), response).catch(() => response.destroy());
  }
}

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

function variantOf(path: string, headers: Headers, encoding?: Encoding): Variant {
  const { size, mtimeMs } = statSync(path);
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  return { path, ...headOf(etag, headers, size, encoding) };
}

function variantsOf(path: string, headers: Headers): Variants {
  const br = existsSync(`${path}.br`);
  const gzip = existsSync(`${path}.gz`);
  const all = { ...headers, ...((br || gzip) && { Vary: 'Accept-Encoding' }) };
  return {
    identity: variantOf(path, all),
    ...(br && { br: variantOf(`${path}.br`, all, 'br') }),
    ...(gzip && { gzip: variantOf(`${path}.gz`, all, 'gzip') }),
  };
}

function indexOf(folder: string, { policy, isOff }: WorkerSending): Map<string, Variants> {
  const files = new Map<string, Variants>();
  for (const path of filesBelow(folder)) {
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    const mediaType = mediaTypes[extname(path)];
    // index.html is only sent with its head filled in; compressed variants are served with their originals.
    if (!mediaType || address === '/index.html' || address === `/${pageFilesName}`) continue;
    if (workerAddresses.includes(address)) continue;
    files.set(address, variantsOf(path, { 'Content-Type': mediaType, 'Cache-Control': cacheControlFor(address) }));
  }
  const worker = join(folder, isOff ? endingWorkerAddress : workerAddress);
  if (existsSync(worker))
    files.set(
      workerAddress,
      variantsOf(worker, {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': policy,
      }),
    );
  return files;
}
