import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loggingSchemas } from './backup/audit-logs.mjs';
import { command, readOptions } from './backup/command.mjs';
import { findDatabase } from './backup/find-installation.mjs';
import { findSnapshot, readManifest } from './backup/repository.mjs';
import { build } from './build.mjs';
import { root } from './lib/checkout.mjs';

/**
 * `npm run ops -- verify-log [--snapshot ID]`: checks the audit logs of an installation, found by DATABASE_URL or
 * DATA_DIR, for tampering; with --snapshot also for missing entries of that snapshot of BACKUP_REPOSITORY. Exits with 1
 * unless all are intact. In containers: `node dist/verify-log.js` of each service's image.
 */
command(async () => {
  const { snapshot } = readOptions(['snapshot']);
  const databaseUrl = findDatabase();
  /** @type {Record<string, string>} */
  const ends = snapshot ? (await readManifest(await findSnapshot(snapshot))).auditEnds : {};
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
