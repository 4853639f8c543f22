import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { encodingFor, isUnchanged, type Encoding } from '../../answers/prepared.js';

/** The built web application: its files by their address. What is not in the list is not served, whatever the address. */

interface StaticFile {
  path: string;
  mediaType: string;
  cacheControl: string;
  variants: Partial<Record<Encoding, { path: string; sizeBytes: number; etag: string }>>;
}

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

/** Names under /assets/ hold a hash of their content; the others keep their name when they change. */
const cacheControlFor = (address: string) =>
  address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300';

/** How often a missing or replaced build is looked for. */
const lookAgainMs = 2_000;

export class WebRoot {
  private files = new Map<string, StaticFile>();
  private html: string | undefined;
  private seen: { at: number; modifiedMs: number } = { at: -Infinity, modifiedMs: 0 };

  constructor(private readonly folder: string) {}

  /** The document that every page starts from; undefined while there is no build. */
  get template(): string | undefined {
    this.look();
    return this.html;
  }

  /** Changes with every build. */
  get version(): string {
    return String(this.seen.modifiedMs);
  }

  private look(): void {
    const now = Date.now();
    if (now - this.seen.at < lookAgainMs) return;
    const index = join(this.folder, 'index.html');
    const modifiedMs = existsSync(index) ? statSync(index).mtimeMs : 0;
    const changed = modifiedMs !== this.seen.modifiedMs;
    this.seen = { at: now, modifiedMs };
    if (!changed) return;
    this.html = modifiedMs === 0 ? undefined : readFileSync(index, 'utf8');
    this.files = modifiedMs === 0 ? new Map<string, StaticFile>() : indexOf(this.folder);
  }

  /** Whether there is a file at this address. */
  has(address: string): boolean {
    this.look();
    return this.files.has(address);
  }

  /** Sends a file: compressed if it was compressed when built, 304 if the browser has it. */
  async send(request: Request, response: Response): Promise<void> {
    const file = this.files.get(request.path)!;
    const encoding = encodingFor(request.get('accept-encoding'));
    const variant = file.variants[encoding] ?? file.variants.identity!;
    response.setHeader('Content-Type', file.mediaType);
    response.setHeader('Cache-Control', file.cacheControl);
    response.setHeader('ETag', variant.etag);
    if (file.variants.br || file.variants.gzip) response.setHeader('Vary', 'Accept-Encoding');
    if (isUnchanged(request.get('if-none-match'), variant.etag)) return void response.status(304).end();
    if (variant !== file.variants.identity) response.setHeader('Content-Encoding', encoding);
    response.setHeader('Content-Length', variant.sizeBytes);
    if (request.method === 'HEAD') return void response.end();
    // A visitor who goes away in the middle is no error.
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

function variantOf(path: string) {
  const { size, mtimeMs } = statSync(path);
  return { path, sizeBytes: size, etag: `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"` };
}

function indexOf(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const path of filesBelow(folder)) {
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    const mediaType = mediaTypes[extname(path)];
    // index.html is only ever sent with its head filled in; compressed twins belong to their originals.
    if (!mediaType || address === '/index.html') continue;
    const variants: StaticFile['variants'] = { identity: variantOf(path) };
    if (existsSync(`${path}.br`)) variants.br = variantOf(`${path}.br`);
    if (existsSync(`${path}.gz`)) variants.gzip = variantOf(`${path}.gz`);
    files.set(address, { path, mediaType, cacheControl: cacheControlFor(address), variants });
  }
  return files;
}
