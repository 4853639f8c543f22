import { join } from 'node:path';
import { freePort } from '../../lib/ports.mjs';
import { startProgram } from './processes.mjs';

/** The bare Nest applications of bare/ on the product's own Postgres; the address of nest.mjs. Their table goes with them. */
export async function startBareNest(product, defer) {
  const [port, grpcPort] = [await freePort(), await freePort()];
  defer(() => product.query('DROP TABLE IF EXISTS bench_messages'));
  const start = (file, words) =>
    startProgram({
      file: join(import.meta.dirname, '../bare', file),
      words: words.map(String),
      environment: { DATABASE_URL: product.state().databaseUrl },
      defer,
    });
  await start('grpc.mjs', [grpcPort]);
  await start('nest.mjs', [port, grpcPort]);
  return `http://127.0.0.1:${port}`;
}
