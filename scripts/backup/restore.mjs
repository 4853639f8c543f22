import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fillFrom } from './fill.mjs';
import { findInstallation, Refusal } from './find-installation.mjs';
import { readManifest, refusePlain, verifyBackup } from './manifest.mjs';
import { command, readIdentity, readOptions, text } from './options.mjs';

/**
 * `npm run ops -- restore --from FOLDER [--identity FILE] [--verify] [--plain]`: decrypts the backup with the private key in
 * FILE (or BACKUP_IDENTITY, BACKUP_IDENTITY_FILE), checks it against the manifest, fills a new installation and compares the
 * result. --verify only checks. --plain accepts a backup without encryption. The installation is that of DATABASE_URL and S3_*, migrated and never used, or the
 * empty folder DATA_DIR, which is migrated first.
 */
command(async () => {
  const {
    from,
    identity: keyFile,
    verify,
    plain,
  } = readOptions({
    from: text,
    identity: text,
    verify: { type: 'boolean' },
    plain: { type: 'boolean' },
  });
  if (!from) throw new Refusal('Name a backup: npm run ops -- restore --from FOLDER');
  const folder = resolve(from);
  const startedAt = Date.now();
  const manifest = readManifest(folder);
  refusePlain(manifest, plain);
  const say = (line) => process.stdout.write(`${line}\n`);
  say(`checking the backup of ${manifest.takenAt}`);
  const identity = readIdentity(keyFile);
  const faults = await verifyBackup(folder, manifest, identity);
  if (faults.length > 0) throw new Refusal(`${faults.join('\n')}\nNothing was changed.`);
  if (verify) {
    say(`complete: ${manifest.tables.length} tables and ${manifest.objects.length} objects match their checksums`);
    return;
  }
  const embedded = !process.env.DATABASE_URL && !process.env.DATABASE_URL_FILE;
  if (embedded && existsSync(resolve(process.env.DATA_DIR || '.data', 'running.json'))) {
    throw new Refusal(
      'The product is running. Restore into an empty folder: DATA_DIR=… npm run ops -- restore --from FOLDER',
    );
  }
  const { startEmpty } = embedded ? await import('./empty-system.mjs') : {};
  const system = embedded ? await startEmpty(resolve(process.env.DATA_DIR || '.data')) : undefined;
  try {
    const different = await fillFrom(system?.installation ?? findInstallation(), folder, manifest, { identity, say });
    if (different.length > 0) throw new Refusal(different.join('\n'));
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    say(
      `restored and compared: ${rows} rows, ${manifest.objects.length} objects, ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`,
    );
  } finally {
    await system?.stop();
  }
});
