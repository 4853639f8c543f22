import { join } from 'node:path';
import { leafVariables } from '../../../../services/platform/local/certificates.mjs';
import { freePort } from '../../../../services/platform/local/ports.mjs';
import { root } from '../../../lib/checkout.mjs';
import { startProgram } from '../../lib/program.mjs';

/**
 * Starts another gateway for a running product.
 * @param [options.file] its program, by default the product's
 * @param [options.environment] further variables
 * @returns its address and process ID
 */
export async function startSecondGateway(
  product,
  defer,
  { file = join(root, 'gateway/dist/main.js'), environment = {} } = {},
) {
  const { ports, tls, objectStore } = product.state();
  const [port, metricsPort] = [await freePort(), await freePort()];
  const address = (name) => `127.0.0.1:${ports[name].grpc}`;
  const pid = await startProgram({
    file,
    environment: {
      NODE_ENV: 'development',
      ...leafVariables(join(tls, 'gateway')),
      PORT: String(port),
      HOST: '127.0.0.1',
      METRICS_PORT: String(metricsPort),
      LOG_FORMAT: 'json',
      RATE_LIMIT_SCALE: '100000',
      AUTH_GRPC_ADDRESS: address('auth'),
      CONTENT_GRPC_ADDRESS: address('content'),
      SUBMISSIONS_GRPC_ADDRESS: address('submissions'),
      WEATHER_GRPC_ADDRESS: address('weather'),
      NOTIFICATIONS_GRPC_ADDRESS: address('notifications'),
      S3_ENDPOINT: objectStore.endpoint,
      S3_ACCESS_KEY: objectStore.accessKey,
      S3_SECRET_KEY: objectStore.secretKey,
      ...environment,
    },
    defer,
  });
  return { url: `http://127.0.0.1:${port}`, pid };
}

/** Starts one without a cached home response; returns its address. */
export const startColdGateway = async (product, defer) =>
  (await startSecondGateway(product, defer, { file: join(import.meta.dirname, '../bare/cold-gateway.mjs') })).url;
