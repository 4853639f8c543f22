import { createReadStream, readdirSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { openStore, Refusal, settingOf } from './find-installation.mjs';
import { newestBackup, readManifest } from './manifest.mjs';
import { pushMetrics } from './metrics.mjs';
import { command, readOptions, text } from './options.mjs';

/**
 * `node scripts/backup/copy.mjs [--in FOLDER | --from FOLDER/backup-…]`: copies the newest backup below FOLDER, or the
 * named one, to the bucket of OFFSITE_S3_*. Needs only the right to write there: the bucket's own rules remove old
 * copies (docs/operations/back-up-and-restore.md). `manifest.sha256` is written last, so a copy with it is complete.
 */
command(async () => {
  const { in: folder = process.env.BACKUP_DIR, from } = readOptions({ in: text, from: text });
  if (!folder && !from) throw new Refusal('Name a backup in --from, or the folder of the backups in --in.');
  const required = (name) => {
    const value = settingOf(name);
    if (!value) throw new Refusal(`${name} is missing.`);
    return value;
  };
  const startedAt = Date.now();
  try {
    const store = openStore({
      endpoint: required('OFFSITE_S3_ENDPOINT'),
      bucket: required('OFFSITE_S3_BUCKET'),
      region: settingOf('OFFSITE_S3_REGION') ?? 'us-east-1',
      accessKey: required('OFFSITE_S3_ACCESS_KEY'),
      secretKey: required('OFFSITE_S3_SECRET_KEY'),
      authorityFile: 'OFFSITE_S3_CA_FILE',
    });
    const backup = from ? resolve(from) : newestBackup(resolve(folder));
    const { takenAt } = readManifest(backup);
    const files = readdirSync(backup, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, path, name }) => join(parentPath ?? path, name))
      .sort((one, other) => Number(one.endsWith('.sha256')) - Number(other.endsWith('.sha256')));
    let bytes = 0;
    for (const file of files) {
      const { size } = statSync(file);
      const key = [basename(backup), ...relative(backup, file).split(/[\\/]/)].join('/');
      await store.write(key, createReadStream(file), size, 'application/octet-stream');
      bytes += size;
    }
    process.stdout.write(
      `${basename(backup)} copied: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, ${((Date.now() - startedAt) / 1_000).toFixed(1)} s\n`,
    );
    await pushMetrics('backup-copy', {
      backup_copy_ok: 1,
      backup_copy_backup_timestamp_seconds: Math.round(Date.parse(takenAt) / 1_000),
    });
  } catch (error) {
    await pushMetrics('backup-copy', { backup_copy_ok: 0 });
    throw error;
  }
});
