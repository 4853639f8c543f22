import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { leafVariables } from '../../../../services/platform/local/certificates.mjs';
import { startObjectStore } from '../../../../services/platform/local/object-store.mjs';
import { freePort } from '../../../../services/platform/local/ports.mjs';
import { providersBelow } from '../../../../simulator/addresses.mjs';
import { root } from '../../../lib/checkout.mjs';
import { end, newFolder } from '../../../lib/processes.mjs';
import { until } from '../../../lib/until.mjs';
import { ask } from '../../lib/ask.mjs';
import { copyOf, makeStandby } from '../../lib/standby.mjs';

/** Has the processes of k8s/experimental/second-region. */

/**
 * Starts a standby, a copy of the pictures, separate weather providers, and content, submissions, weather-proxy and
 * gateway on them.
 * @returns the gateway's address, `promote`, `logs` (a file for each process) and `stop`
 */
export async function startSecondRegion(product) {
  const { tls, objectStore, keys, databaseUrl, roles } = product.state();
  const logs = newFolder('second-region');
  const stops = [];
  const stop = async () => {
    for (const each of stops.reverse()) await each();
    rmSync(logs, { recursive: true, force: true });
  };
  const run = async (name, file, environment, ready) => {
    const child = spawn(process.execPath, [file, ...(environment.WORDS ?? [])], {
      env: { ...process.env, NODE_ENV: 'development', LOG_FORMAT: 'json', ...environment, WORDS: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(join(logs, `${name}.log`));
    child.stdout.pipe(log);
    child.stderr.pipe(log);
    stops.push(() => end(child));
    await until(`${name} of the second region`, async () => (await fetch(ready)).ok, { withinMs: 60_000 });
  };
  try {
    const standby = await makeStandby(databaseUrl);
    stops.push(standby.remove);
    const server = await standby.start();
    stops.push(server.stop);
    const urlOf = (role) =>
      Object.assign(new URL(roles[role] ?? databaseUrl), { port: new URL(standby.url).port }).href;
    const objects = join(logs, 'objects');
    mkdirSync(objects);
    copyOf(join(product.dataDir, 'objects'), objects);
    const store = await startObjectStore({
      directory: objects,
      port: 0,
      accessKey: objectStore.accessKey,
      secretKey: objectStore.secretKey,
      keys: Object.values(keys),
    });
    stops.push(() => store.stop());
    const providers = await freePort();
    await run(
      'simulator',
      join(root, 'simulator/dist/main.js'),
      { WORDS: ['--port', String(providers)] },
      `http://127.0.0.1:${providers}/__sim/log`,
    );

    const storeOf = (name) => ({
      S3_ENDPOINT: store.url,
      S3_ACCESS_KEY: keys[name].accessKey,
      S3_SECRET_KEY: keys[name].secretKey,
    });
    const grpc = {};
    const service = async (name, { folder = name, peer = name, ...environment }) => {
      const port = await freePort();
      const metrics = await freePort();
      grpc[name] = `127.0.0.1:${port}`;
      await run(
        name,
        join(root, `services/${folder}/dist/main.js`),
        {
          ...leafVariables(join(tls, peer)),
          GRPC_LISTEN: grpc[name],
          METRICS_PORT: String(metrics),
          ...environment,
        },
        `http://127.0.0.1:${metrics}/readyz`,
      );
    };
    await service('content', { DATABASE_URL: urlOf('content') });
    await service('submissions', { DATABASE_URL: urlOf('submissions'), ...storeOf('submissions') });
    await service('weather', {
      folder: 'weather-proxy',
      peer: 'weather-proxy',
      DATABASE_URL: urlOf('weather'),
      ...storeOf('social'),
      ...providersBelow(`http://127.0.0.1:${providers}`),
    });
    const port = await freePort();
    const metrics = await freePort();
    const nobody = await freePort();
    await run(
      'gateway',
      join(root, 'gateway/dist/main.js'),
      {
        ...leafVariables(join(tls, 'gateway')),
        PORT: String(port),
        METRICS_PORT: String(metrics),
        RATE_LIMIT_SCALE: '100000',
        CONTENT_GRPC_ADDRESS: grpc.content,
        SUBMISSIONS_GRPC_ADDRESS: grpc.submissions,
        WEATHER_GRPC_ADDRESS: grpc.weather,
        // These run only in the first region.
        AUTH_GRPC_ADDRESS: `127.0.0.1:${nobody}`,
        NOTIFICATIONS_GRPC_ADDRESS: `127.0.0.1:${nobody}`,
        ...storeOf('gateway'),
      },
      `http://127.0.0.1:${metrics}/readyz`,
    );
    const query = (statement) => ask(standby.url, statement);
    return { url: `http://127.0.0.1:${port}`, promote: () => query('SELECT pg_promote(true, 60)'), query, logs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
