import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findDatabase } from './backup/installation.mjs';
import { command } from './backup/options.mjs';
import { root } from './lib/checkout.mjs';

/**
 * `npm run reset-second-factor -- <email>`: for somebody who has lost every factor and recovery code. The database is found by
 * DATABASE_URL (as auth's role) or DATA_DIR. In containers: `node dist/reset-second-factor.js <email>` of the auth image.
 */
command(async () => {
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'services/auth/dist/reset-second-factor.js'), ...process.argv.slice(2)],
    { env: { ...process.env, DATABASE_URL: findDatabase('auth') }, stdio: 'inherit' },
  );
  process.exitCode = status ?? 1;
});
