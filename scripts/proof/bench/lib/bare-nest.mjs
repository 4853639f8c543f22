import { join } from 'node:path';
import { freePort } from '../../../../services/platform/local/ports.mjs';
import { startProgram } from '../../lib/program.mjs';

/** Starts the bare Nest applications of bare/ on the product's Postgres; returns the address of nest.mjs. */
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
