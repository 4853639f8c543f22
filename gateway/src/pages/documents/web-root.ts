import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { z } from 'zod';
import {
  encodingFor,
  headOf,
  writeHead,
  type AnswerHead,
  type Encoding,
  type Headers,
} from '../../answers/prepared.js';

/** The built web application: its files by their addresses. What is not in the list is not served, whatever the address. */

interface Variant extends AnswerHead {
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

/** Names below /assets/ contain a hash of the content; other files keep their names when they change. */
const cacheControlFor = (address: string) =>
  address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300';

/** What the build writes down of each page (web/vite.config.ts); for us alone. */
const pageFilesName = 'page-files.json';
const pageFilesShape = z.record(z.string(), z.array(z.string()));

/**
 * The service worker's one address, and the scripts that may stand there. It lives under the policy that comes with its own
 * script: under that of our answers it could not fetch anything. A browser has to see a new one with the next visit.
 */
const workerAddress = '/sw.js';
const endingWorkerAddress = '/sw-off.js';
const workerAddresses: readonly string[] = [workerAddress, endingWorkerAddress];

/** How the service worker is sent. */
export interface WorkerSending {
  /** The policy of documents. */
  policy: string;
  /** Whether the script that ends it stands in its place. */
  isOff: boolean;
}

/** How often a missing or replaced build is looked for. */
const lookAgainMs = 2_000;

export class WebRoot {
  private files = new Map<string, Variants>();
  private html: string | undefined;
  private pageFiles: Record<string, string[]> = {};
  private seen: { at: number; modifiedMs: number } = { at: -Infinity, modifiedMs: 0 };

  constructor(
    private readonly folder: string,
    private readonly worker: WorkerSending,
  ) {}

  /** The document that every page starts from; undefined while there is no build. */
  get template(): string | undefined {
    this.look();
    return this.html;
  }

  /** The scripts of a page besides those of the first load, by the page's path as the web's router writes it. */
  scriptsOf(path: string): readonly string[] {
    this.look();
    return this.pageFiles[path] ?? [];
  }

  /** Changes with every build. */
  get version(): string {
    return String(this.seen.modifiedMs);
  }

  private look(): void {
    const now = performance.now();
    if (now - this.seen.at < lookAgainMs) return;
    const index = join(this.folder, 'index.html');
    const modifiedMs = existsSync(index) ? statSync(index).mtimeMs : 0;
    const changed = modifiedMs !== this.seen.modifiedMs;
    this.seen = { at: now, modifiedMs };
    if (!changed) return;
    const pageFiles = join(this.folder, pageFilesName);
    this.pageFiles = existsSync(pageFiles) ? pageFilesShape.parse(JSON.parse(readFileSync(pageFiles, 'utf8'))) : {};
    this.html = modifiedMs === 0 ? undefined : readFileSync(index, 'utf8');
    this.files = modifiedMs === 0 ? new Map<string, Variants>() : indexOf(this.folder, this.worker);
  }

  /** Whether there is a file at this address. */
  has(address: string): boolean {
    this.look();
    return this.files.has(address);
  }

  /** Sends a file: compressed if it was compressed when built, 304 if the browser has it. */
  async send(request: Request, response: Response): Promise<void> {
    const file = this.files.get(request.path)!;
    const variant = file[encodingFor(request.get('accept-encoding'))] ?? file.identity;
    if (!writeHead(request, response, variant)) return void response.end();
    // A visitor who leaves halfway is no error.
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

/** A file with its compressed twins. */
function variantsOf(path: string, headers: Headers): Variants {
  const [br, gzip] = [existsSync(`${path}.br`), existsSync(`${path}.gz`)];
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
    // index.html is only ever sent with its head filled in; compressed twins belong to their originals.
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
