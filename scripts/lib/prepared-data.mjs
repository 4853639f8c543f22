/**
 * A data folder after the first start, copied for each product of a run, because migrating and seeding take longer than
 * the rest of a start.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../services/platform/local/ports.mjs';
import { launch } from './launch.mjs';
import { newFolder } from './processes.mjs';

/** A product with one of these starts from an empty folder. */
const customizingVariables = ['SAMPLE_CONTENT', 'DATABASE_URL', 'S3_ENDPOINT', 'ADMIN_EMAIL'];

/**
 * @returns {Promise<string | undefined>} undefined if a copy would lack the database: Postgres keeps it elsewhere when
 * it cannot reach the folder
 */
export async function prepareData() {
  const dataDir = newFolder('prepared');
  const { child, output } = launch(['--prepare'], { PORT: String(await freePort()), DATA_DIR: dataDir });
  const [code] = await once(child, 'exit');
  if (code === 0 && existsSync(join(dataDir, 'postgres/PG_VERSION'))) return dataDir;
  rmSync(dataDir, { recursive: true, force: true });
  if (code !== 0) throw new Error(`The data couldn't be prepared:\n${output()}`);
  return undefined;
}

/**
 * Copies prepared data, if PREPARED_DATA_DIR is set and the environment allows it.
 * @param {Record<string, string | undefined>} environment
 * @param {string} dataDir must be empty
 */
export function usePreparedData(dataDir, environment) {
  const prepared = process.env.PREPARED_DATA_DIR;
  if (!prepared || customizingVariables.some((name) => name in environment)) return;
  // Node's copy would make us the owner, but Postgres must own its folder.
  const { status } = spawnSync('cp', ['-a', `${prepared}/.`, dataDir]);
  if (status !== 0) throw new Error(`The prepared data couldn't be copied to ${dataDir}.`);
}
