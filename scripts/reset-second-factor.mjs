import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findDatabase } from './backup/find-installation.mjs';
import { command } from './backup/command.mjs';
import { build } from './build.mjs';
import { root } from './lib/checkout.mjs';

/**
 * `npm run ops -- reset-second-factor <email>`: for a user who has lost every factor and recovery code. Finds the database
 * by DATABASE_URL (as auth's role) or DATA_DIR. In containers: `node dist/reset-second-factor.js <email>` of the auth
 * image.
 */
command(async () => {
  const databaseUrl = findDatabase('auth');
  const program = join(root, 'services/auth/dist/reset-second-factor.js');
  if (!existsSync(program)) await build();
  const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
});
