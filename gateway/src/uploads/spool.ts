import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** An upload on this machine's disk, on its way to the object store. */
export interface SpooledFile {
  path: string;
  sizeBytes: number;
  /** Hex: what the picture is known by. */
  sha256: string;
  /** Base64: what the object store compares with what it received (Content-MD5, RFC 1864). */
  md5: string;
}

const prefix = 'arkansas-weather-upload-';
/** No upload takes this long; an older file was left by a process that was killed. */
const leftoverMs = 15 * 60_000;

/** The folder where uploads wait. Names are random and opened exclusively, so that a shared folder like /tmp is safe. */
export class Spool {
  constructor(private readonly folder: string) {}

  /** Makes the folder and removes what a killed process left there. */
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

  /** Where the next upload goes. */
  newPath(): string {
    return join(this.folder, `${prefix}${randomUUID()}`);
  }
}

/** Writes a stream to a new file and hashes it on the way. The file is closed afterwards, also after a failure. */
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
