/** The S3 server that docs/operations/stores.md recommends, if installed (`GARAGE`, or on the path). */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../local/ports.mjs';
import type { StorePlace } from '../src/data/object-store.js';
import type { StoreKey } from '../src/data/store-role.js';
import { until } from './until.js';

const program = process.env['GARAGE'] ?? 'garage';

export const garageIsThere = spawnSync(program, ['--version']).status === 0;

/** Starts a single-node Garage with an empty bucket and a key. */
export async function startGarage(): Promise<{ settings: StorePlace & StoreKey; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-garage-'));
  const apiPort = await freePort();
  const rpcPort = await freePort();
  const file = join(folder, 'garage.toml');
  writeFileSync(
    file,
    [
      `metadata_dir = "${folder}/meta"`,
      `data_dir = "${folder}/data"`,
      'db_engine = "sqlite"',
      'replication_factor = 1',
      `rpc_bind_addr = "127.0.0.1:${rpcPort}"`,
      `rpc_public_addr = "127.0.0.1:${rpcPort}"`,
      `rpc_secret = "${randomBytes(32).toString('hex')}"`,
      '[s3_api]',
      's3_region = "us-east-1"',
      `api_bind_addr = "127.0.0.1:${apiPort}"`,
    ].join('\n'),
    { mode: 0o600 },
  );
  const settings = {
    endpoint: `http://127.0.0.1:${apiPort}`,
    accessKey: `GK${randomBytes(16).toString('hex')}`,
    secretKey: randomBytes(32).toString('hex'),
    bucket: 'pictures',
    region: 'us-east-1',
  };
  const server = spawn(program, ['-c', file, 'server', '--single-node', '--default-bucket'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      GARAGE_DEFAULT_ACCESS_KEY: settings.accessKey,
      GARAGE_DEFAULT_SECRET_KEY: settings.secretKey,
      GARAGE_DEFAULT_BUCKET: settings.bucket,
    },
  });
  await until('Garage to answer', () =>
    fetch(settings.endpoint).then(
      () => true,
      () => false,
    ),
  );
  return {
    settings,
    async stop() {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
