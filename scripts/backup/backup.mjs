import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, print, readOptions, Refusal } from './command.mjs';
import { findInstallation, readSetting } from './find-installation.mjs';
import { copyInstallation, summarize } from './installation-data.mjs';
import { pushMetrics } from './metrics.mjs';
import {
  describeTampering,
  findSnapshot,
  findTampering,
  listExpired,
  listSnapshots,
  hostAndTag,
  restic,
} from './repository.mjs';

/**
 * `npm run ops -- backup`: saves rows and pictures of the running installation of DATABASE_URL and S3_* as a snapshot in
 * the restic repository BACKUP_REPOSITORY, which the first backup creates, and removes expired snapshots (BACKUP_KEEP).
 * With BACKUP_COPY_REPOSITORY it also copies the snapshots there (docs/operations/back-up-and-restore.md). Exits with 2
 * when it saved a snapshot, and someone else had changed the repository.
 */
command(async () => {
  readOptions([]);
  const installation = findInstallation();
  const keepDays = readSetting('BACKUP_KEEP') ?? '14';
  if (!/^[1-9]\d*$/.test(keepDays)) throw new Refusal('BACKUP_KEEP must be a number of days, at least 1.');
  const startedAt = Date.now();
  await ensureRepository();
  // Locks of backups that were killed.
  await restic(['unlock']);
  const { manifest, missing, tampering } = await takeSnapshot(installation, keepDays);

  const { rows, objects } = summarize(manifest);
  const takenAt = Math.round(Date.parse(manifest.takenAt) / 1_000);
  const { short_id: id } = await findSnapshot();
  print(`backup ${id}: ${rows} rows, ${objects} objects, ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`);
  if (missing.length > 0)
    print(
      `${missing.length} pictures aren't in this backup, because the store doesn't have them: ${missing.join(', ')}`,
    );
  await pushMetrics('backup', {
    backup_taken_timestamp_seconds: takenAt,
    backup_rows: rows,
    backup_objects: objects,
    backup_snapshots: manifest.earlier.length + 1,
    backup_snapshots_missing: tampering.missing.length,
    backup_snapshots_foreign: tampering.foreign.length,
  });
  const warning = describeTampering(tampering);
  if (warning) throw new Refusal(warning, 2);
  if (manifest.expired.length > 0) await restic(['forget', ...manifest.expired, '--prune']);
  const copyTo = readSetting('BACKUP_COPY_REPOSITORY');
  if (copyTo) await copySnapshots(copyTo, takenAt);
});

/** @param {string} [copyTo] the second repository */
async function ensureRepository(copyTo) {
  const options = copyTo ? { copyTo } : {};
  try {
    await restic(['cat', 'config', '--no-lock'], options);
  } catch (error) {
    // Any other fault, such as a wrong password, must not create another repository.
    if (!/does not exist|no such file|404 not found/i.test(/** @type {Error} */ (error).message)) throw error;
    await restic(['init', ...(copyTo ? ['--copy-chunker-params'] : [])], options);
    print(`created the ${copyTo ? 'second ' : ''}repository`);
  }
}

/** @param {import('./find-installation.mjs').Installation} installation @param {string} keepDays */
async function takeSnapshot(installation, keepDays) {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  try {
    const { missing, ...contents } = await copyInstallation(installation, folder);
    const snapshots = await listSnapshots();
    const tampering = await findTampering(snapshots);
    // Otherwise data would be removed that may still be needed.
    const expired = describeTampering(tampering) ? [] : await listExpired(keepDays);
    const earlier = snapshots.map(({ id }) => id).filter((id) => !expired.includes(id));
    const manifest = { ...contents, earlier, expired };
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest), { mode: 0o600 });
    await restic(['backup', ...hostAndTag, '.'], { cwd: folder });
    return { manifest, missing, tampering };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} repository @param {number} takenAt */
async function copySnapshots(repository, takenAt) {
  try {
    await ensureRepository(repository);
    await restic(['copy', ...hostAndTag], { copyTo: repository });
    await pushMetrics('backup-copy', {
      backup_copy_ok: 1,
      backup_copy_backup_timestamp_seconds: takenAt,
    });
    print('copied to BACKUP_COPY_REPOSITORY');
  } catch (error) {
    await pushMetrics('backup-copy', { backup_copy_ok: 0 });
    throw error;
  }
}
