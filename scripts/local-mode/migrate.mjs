/** Migrates and seeds local mode's database. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '../lib/checkout.mjs';
import { follow, log } from '../lib/log.mjs';
import { spawnPrivately } from '../lib/processes.mjs';
import { until } from '../lib/until.mjs';
import { environmentOf } from './environment.mjs';
import { CannotStart } from './startup-errors.mjs';

/** @param {string} name @param {string} file @param {Record<string, string | undefined>} environment */
async function run(name, file, environment) {
  const child = spawnPrivately(process.execPath, ['--enable-source-maps', file], {
    env: { ...environmentOf('setup'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = follow(name, child);
  const code = await new Promise((resolveCode) => child.once('exit', resolveCode));
  if (code !== 0)
    throw new CannotStart(`${name} failed: ${output.lastProblem || output.lastLine || `exit code ${code}`}`);
}

/**
 * Migrates and seeds, unless code with this stamp already did so in this folder.
 * @param {object} options
 * @param {string} options.dataDir
 * @param {string} options.stamp
 * @param {(workspace: string, program: string) => string} options.fileOf returns the file to run
 * @param {Record<string, string | undefined>} options.shared the variables of all processes
 * @param {Record<string, string | undefined>} options.migrator
 * @param {(role: 'content' | 'submissions') => Record<string, string | undefined>} options.seeder
 */
export async function migrate({ dataDir, stamp, fileOf, shared, migrator, seeder }) {
  const done = join(dataDir, 'migrated');
  const state = `${stamp} ${shared.SAMPLE_CONTENT}`;
  if (!process.env.DATABASE_URL && existsSync(done) && readFileSync(done, 'utf8') === state) return;
  log('start', 'migrating and seeding');
  await Promise.all(
    services.map((name) => run(name, fileOf(`services/${name}`, 'migrate'), { ...shared, ...migrator })),
  );
  if (shared.SAMPLE_CONTENT === 'true')
    await Promise.all(
      /** @type {const} */ (['content', 'submissions']).map((name) =>
        run(name, fileOf(`services/${name}`, 'seed'), { ...shared, ...seeder(name) }),
      ),
    );
  writeFileSync(done, state, { mode: 0o600 });
}

/** For a dozen sample pictures, in two low-priority processes. */
const samplesTimeoutMs = 300_000;

/** @param {string} metricsUrl */
async function tasksLeft(metricsUrl) {
  const metrics = await (await fetch(metricsUrl)).text();
  const [, left] = /^outbox_unprocessed (\d+)$/m.exec(metrics) ?? [];
  if (left === undefined) throw new Error(`${metricsUrl} does not report pending tasks`);
  return Number(left);
}

/** @param {string[]} metricsUrls of processes with an outbox */
export async function waitForEmptyQueues(metricsUrls) {
  await until(
    'the sample pictures',
    async () => (await Promise.all(metricsUrls.map(tasksLeft))).every((left) => left === 0),
    { withinMs: samplesTimeoutMs },
  );
}
