import { join } from 'node:path';
import { freePort } from '../../lib/ports.mjs';
import { startProgram } from './processes.mjs';

/** The bare Nest application of bare/nest.mjs on the product's own Postgres; its address. Its table goes with it. */
export async function startBareNest(product, defer) {
  const port = await freePort();
  defer(() => product.query('DROP TABLE IF EXISTS bench_messages'));
  await startProgram({
    file: join(import.meta.dirname, '../bare/nest.mjs'),
    words: [String(port)],
    environment: { DATABASE_URL: product.state().databaseUrl },
    defer,
  });
  return `http://127.0.0.1:${port}`;
}
