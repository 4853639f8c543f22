import { join } from 'node:path';
import { root } from './lib/checkout.mjs';
import { log } from './lib/log.mjs';
import { runProduct } from './local-mode/run-product.mjs';

/**
 * `npm start`: runs the whole product, needing only Node. Installs missing packages, builds what changed, starts an
 * embedded Postgres and S3 store unless it is given their addresses, migrates, seeds, and starts all processes.
 * `--simulated` uses recorded weather; `--prepare` exits when the data folder is ready and the sample pictures are
 * published.
 */
await runProduct({
  command: 'start',
  simulated: process.argv.includes('--simulated'),
  preparesOnly: process.argv.includes('--prepare'),
  async code() {
    // Needs packages, which are installed only now.
    const { build } = await import('./build.mjs');
    log('start', 'building what changed');
    const stamp = await build({ ifChanged: true });
    return { stamp, fileOf: (workspace, program) => join(root, workspace, 'dist', `${program}.js`) };
  },
});
