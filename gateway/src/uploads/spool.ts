/** Uploads on local disk, on their way to the object store. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** An upload on local disk, on its way to the object store. */
export interface SpooledFile {
  path: string;
  sizeBytes: number;
  /** Hex: identifies the picture. */
  sha256: string;
  /** Base64: lets the object store verify the bytes (Content-MD5, RFC 1864). */
  md5: string;
}

const prefix = 'arkansas-weather-upload-';
/** Longer than any upload takes. */
const leftoverMs = 15 * 60_000;

/** Random names opened exclusively make a shared folder like /tmp safe. */
export class Spool {
  constructor(private readonly folder: string) {}

  /** Removes files left by a killed process. */
  async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const leftovers = (await readdir(this.folder)).filter((name) => name.startsWith(prefix));
    for (const path of leftovers.map((name) => join(this.folder, name))) {
      const modifiedAt = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => Date.now(),
      );
      // eslint-disable-next-line no-restricted-syntax -- files are dated by the wall clock
      if (Date.now() - modifiedAt > leftoverMs) await rm(path, { force: true });
    }
  }

  /** Returns an unused path in the folder; creates no file. */
  newPath(): string {
    return join(this.folder, `${prefix}${randomUUID()}`);
  }
}

/** Closes the file even on failure. */
export async function writeSpooled(source: Readable, path: string): Promise<SpooledFile> {
  const sha256 = createHash('sha256');
  const md5 = createHash('md5');
  let sizeBytes = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length;
      sha256.update(chunk);
      md5.update(chunk);
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  return { path, sizeBytes, sha256: sha256.digest('hex'), md5: md5.digest('base64') };
}
