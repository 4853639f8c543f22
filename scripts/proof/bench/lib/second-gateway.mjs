import { join } from 'node:path';
import { freePort } from '../../../../services/platform/local/ports.mjs';
import { startReplica } from '../../lib/start-replica.mjs';

/**
 * Starts another gateway for a running product.
 * @param [options] another program, further variables
 * @returns its address and process ID
 */
export async function startSecondGateway(product, defer, { file, environment } = {}) {
  const port = String(await freePort());
  const variables = { PORT: port, ...environment };
  const { pid } = await startReplica(product, 'gateway', { file, environment: variables, defer });
  return { url: `http://127.0.0.1:${port}`, pid };
}

/** Starts one without a cached home response; returns its address. */
export const startColdGateway = async (product, defer) =>
  (await startSecondGateway(product, defer, { file: join(import.meta.dirname, '../bare/cold-gateway.mjs') })).url;
