import { join } from 'node:path';
import { leafVariables } from '../../../../services/platform/local/certificates.mjs';
import { freePort } from '../../../../services/platform/local/ports.mjs';
import { startProgram } from '../../lib/program.mjs';

/** Starts a second gateway without a cached home response; returns its address. */
export async function startColdGateway(product, defer) {
  const { ports, tls, objectStore } = product.state();
  const port = await freePort();
  const address = (name) => `127.0.0.1:${ports[name].grpc}`;
  await startProgram({
    file: join(import.meta.dirname, '../bare/cold-gateway.mjs'),
    environment: {
      NODE_ENV: 'development',
      ...leafVariables(join(tls, 'gateway')),
      PORT: String(port),
      HOST: '127.0.0.1',
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
    },
    defer,
  });
  return `http://127.0.0.1:${port}`;
}
