import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { leafVariables } from '../../../../services/platform/local/certificates.mjs';
import { freePort } from '../../../../services/platform/local/ports.mjs';
import { root } from '../../../lib/checkout.mjs';
import { end } from '../../../lib/processes.mjs';
import { until } from '../../../lib/until.mjs';

/** Returns the environment with which a process of services/submissions joins a running product. */
export function workerEnvironment(product, environment = {}) {
  const { ports, tls, databaseUrl, objectStore, publicUrl } = product.state();
  return {
    ...process.env,
    NODE_ENV: 'development',
    ...leafVariables(join(tls, 'worker')),
    DATABASE_URL: databaseUrl,
    S3_ENDPOINT: objectStore.endpoint,
    S3_ACCESS_KEY: objectStore.accessKey,
    S3_SECRET_KEY: objectStore.secretKey,
    AUTH_GRPC_ADDRESS: `127.0.0.1:${ports.auth.grpc}`,
    CONTENT_GRPC_ADDRESS: `127.0.0.1:${ports.content.grpc}`,
    PUBLIC_URL: publicUrl,
    DATA_DIR: product.dataDir,
    ...environment,
  };
}

/** Starts another worker of a running product, like a second replica in Kubernetes. */
export async function startSecondWorker(product, environment = {}) {
  const port = await freePort();
  const worker = spawn(process.execPath, [join(root, 'services/submissions/dist/worker.js')], {
    env: { ...workerEnvironment(product, environment), METRICS_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(`${product.logFile}.second-worker`);
  worker.stdout.pipe(log);
  worker.stderr.pipe(log);
  await until('the second worker to be ready', async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
  return {
    pid: worker.pid,
    stop: () => end(worker),
  };
}
