/** Local mode's stores: embedded Postgres and S3. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { machineEnvironment } from '../../services/platform/local/machine-environment.mjs';
import { freePort } from '../../services/platform/local/ports.mjs';
import { root } from '../lib/checkout.mjs';
import { log } from '../lib/log.mjs';
import { smallHeaps, thrifty } from './environment.mjs';

/** @typedef {import('./launcher.mjs').Launcher} Launcher */

/**
 * Starts the embedded Postgres, keeps it running, and returns its address.
 * @param {Launcher} launcher
 * @param {string} dataDir
 * @param {string} password
 */
export async function startDatabase(launcher, dataDir, password) {
  log('postgres', 'starting the embedded Postgres');
  const { startPostgres } = await import('../../services/platform/local/postgres.mjs');
  const options = { dataDir: join(dataDir, 'postgres'), port: await freePort(), password };
  let database = await startPostgres(options);
  let stopped = false;
  const isEnding = () => stopped || launcher.isEnding;
  // A killed server's backends keep its shared memory and port until they have exited.
  const restartPostgres = async (triesLeft = 10) => {
    try {
      return await startPostgres(options);
    } catch (error) {
      if (isEnding() || triesLeft === 0) throw error;
      await wait(500);
      return restartPostgres(triesLeft - 1);
    }
  };
  const restartOnExit = () =>
    database.server.once('exit', () => {
      if (isEnding()) return;
      log('postgres', 'exited, restarting', 'warn');
      restartPostgres().then(
        (restarted) => {
          database = restarted;
          restartOnExit();
        },
        (error) => isEnding() || launcher.hopeless(error.message),
      );
    });
  restartOnExit();
  launcher.onEnd(() => {
    stopped = true;
    return database.stop();
  });
  return database.url;
}

/**
 * Starts the embedded S3 store and returns the services' variables for it.
 * @param {Launcher} launcher
 * @param {import('../lib/children.mjs').Children} children
 * @param {string} dataDir
 * @param {{ s3AccessKey: string, s3SecretKey: string }} secrets
 * @param {ReturnType<typeof import('./secrets.mjs').storeKeys>} keys
 */
export async function startStore(launcher, children, dataDir, { s3AccessKey, s3SecretKey }, keys) {
  const port = await freePort();
  const settings = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY: s3AccessKey,
    S3_SECRET_KEY: s3SecretKey,
  };
  launcher.onEnd(() => children.stop(['object-store']));
  const store = children.start({
    name: 'object-store',
    args: ['--max-semi-space-size=2', ...thrifty, join(root, 'services/platform/local/object-store.mjs')],
    environment: {
      ...machineEnvironment(),
      ...settings,
      ...smallHeaps,
      STORE_DIRECTORY: join(dataDir, 'objects'),
      STORE_PORT: String(port),
      STORE_BUCKET: process.env.S3_BUCKET || 'arkansas-weather',
      STORE_KEYS: JSON.stringify(Object.values(keys)),
    },
    readyUrl: `${settings.S3_ENDPOINT}/minio/health/live`,
  });
  await children.untilReady(store);
  return settings;
}
