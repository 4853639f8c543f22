import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isRecipient, recipientOf } from '../lib/age-keys.mjs';
import { findInstallation, Refusal, settingOf } from './find-installation.mjs';
import { pushMetrics } from './metrics.mjs';
import { command, readOptions, text } from './options.mjs';
import { removeOld, takeBackup } from './take-backup.mjs';

/**
 * `npm run ops -- backup --to FOLDER [--keep N] [--recipient age1…]`: makes a consistent copy of rows and pictures in a new
 * folder below FOLDER while the product runs; --keep retains only the latest N. Encrypts for --recipient,
 * BACKUP_RECIPIENT, or local mode's own key (DATA_DIR/backup-key.txt). Keep the backup and the private key apart
 * (docs/operations/back-up-and-restore.md).
 */
command(async () => {
  const {
    to = process.env.BACKUP_DIR,
    keep = process.env.BACKUP_KEEP,
    recipient = ownRecipient(),
  } = readOptions({ to: text, keep: text, recipient: text });
  if (!to) throw new Refusal('Name a folder: npm run ops -- backup --to FOLDER');
  if (keep !== undefined && !/^[1-9]\d*$/.test(keep))
    throw new Refusal('--keep must be a number of backups, at least 1.');
  if (!recipient)
    throw new Refusal('Name a public key (age1…) to encrypt the backup for, in --recipient or BACKUP_RECIPIENT.');
  if (!isRecipient(recipient)) throw new Refusal(`"${recipient}" is not a public age key (age1…).`);
  const destination = resolve(to);
  mkdirSync(destination, { recursive: true, mode: 0o700 });
  const startedAt = Date.now();
  const { folder, manifest } = await takeBackup(findInstallation(), destination, recipient.trim(), {
    say: (line) => process.stdout.write(`${line}\n`),
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const megabytes = manifest.objects.reduce((sum, object) => sum + object.sizeBytes, 0) / 1e6;
  process.stdout.write(
    `${folder}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.objects.length} objects (${megabytes.toFixed(1)} MB), ` +
      `${((Date.now() - startedAt) / 1_000).toFixed(1)} s\n`,
  );
  await pushMetrics('backup', {
    backup_taken_timestamp_seconds: Math.round(Date.parse(manifest.takenAt) / 1_000),
    backup_rows: rows,
    backup_objects: manifest.objects.length,
  });
  if (manifest.missing.length > 0) {
    process.stdout.write(
      `${manifest.missing.length} pictures changed while they were copied: ${manifest.missing.join(', ')}\n`,
    );
  }
  if (keep) for (const name of removeOld(destination, Number(keep))) process.stdout.write(`removed ${name}\n`);
});

function ownRecipient() {
  const given = settingOf('BACKUP_RECIPIENT');
  if (given) return given;
  const secrets = join(resolve(process.env.DATA_DIR || '.data'), 'secrets.json');
  const { backupIdentity } = existsSync(secrets) ? JSON.parse(readFileSync(secrets, 'utf8')) : {};
  return backupIdentity && recipientOf(backupIdentity);
}
