import { join } from 'node:path';
import { freePort } from '../../../../services/platform/local/ports.mjs';
import { startProgram } from '../../lib/start-program.mjs';

/** Uses the product's Postgres; returns the address. */
export async function startBareNest(product, defer) {
  const port = await freePort();
  defer(() => product.query('DROP TABLE IF EXISTS bench_messages'));
  await startProgram({
    file: join(import.meta.dirname, '../bare/nest.mjs'),
    args: [String(port)],
    environment: { DATABASE_URL: product.state().databaseUrl },
    defer,
  });
  return `http://127.0.0.1:${port}`;
}
