import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findDatabase } from './backup/find-installation.mjs';
import { loggingSchemas } from './backup/audit-logs.mjs';
import { readManifest } from './backup/manifest.mjs';
import { command, readOptions, text } from './backup/options.mjs';
import { build } from './build.mjs';
import { root } from './lib/checkout.mjs';

/**
 * `npm run ops -- verify-log [--backup FOLDER]`: checks the audit logs of an installation, found by DATABASE_URL or
 * DATA_DIR, for tampering; with --backup also for missing entries of that backup. Exits with 1 unless all are intact.
 * In containers: `node dist/verify-log.js` of each service's image.
 */
command(async () => {
  const { backup } = readOptions({ backup: text });
  const ends = backup ? readManifest(resolve(backup)).logEnds : {};
  const databaseUrl = findDatabase();
  const program = (/** @type {string} */ schema) => join(root, `services/${schema}/dist/verify-log.js`);
  if (!loggingSchemas.every((schema) => existsSync(program(schema)))) await build();
  for (const schema of loggingSchemas) {
    const args = ends[schema] ? ['--anchor', ends[schema]] : [];
    const { status } = spawnSync(process.execPath, [program(schema), ...args], {
      env: { ...process.env, DATABASE_URL: databaseUrl },
      stdio: 'inherit',
    });
    if (status !== 0) process.exitCode = 1;
  }
});
