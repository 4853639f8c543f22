import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { findInstallation, Refusal } from './installation.mjs';
import { command, readOptions } from './options.mjs';
import { removeOld, takeBackup } from './take.mjs';

/**
 * `npm run backup -- --to FOLDER [--keep N]`: one consistent copy of rows and pictures while the product runs, in a new folder
 * below FOLDER; with --keep only the latest N stay. It holds people's addresses and password hashes: keep it encrypted and
 * away from the machine (docs/operations.md).
 */
command(async () => {
  const { to = process.env.BACKUP_DIR, keep = process.env.BACKUP_KEEP } = readOptions(process.argv.slice(2), [
    'to',
    'keep',
  ]);
  if (!to || to === true) throw new Refusal('Where to? npm run backup -- --to FOLDER');
  if (keep !== undefined && !/^[1-9]\d*$/.test(keep)) throw new Refusal('--keep is a number of backups, at least 1.');
  const destination = resolve(to);
  mkdirSync(destination, { recursive: true, mode: 0o700 });
  const startedAt = Date.now();
  const { folder, manifest } = await takeBackup(findInstallation(), destination, {
    say: (line) => process.stdout.write(`${line}\n`),
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const megabytes = manifest.objects.reduce((sum, object) => sum + object.sizeBytes, 0) / 1e6;
  process.stdout.write(
    `${folder}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.objects.length} objects (${megabytes.toFixed(1)} MB), ` +
      `${((Date.now() - startedAt) / 1_000).toFixed(1)} s\n`,
  );
  if (manifest.missing.length > 0) {
    process.stdout.write(
      `${manifest.missing.length} pictures changed while they were being copied: ${manifest.missing.join(', ')}\n`,
    );
  }
  if (keep) for (const name of removeOld(destination, Number(keep))) process.stdout.write(`removed ${name}\n`);
});
