import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fillFrom } from './fill.mjs';
import { findInstallation, Refusal } from './find-installation.mjs';
import { newestBackup, readManifest, refusePlain, verifyBackup } from './manifest.mjs';
import { pushMetrics } from './metrics.mjs';
import { command, readIdentity, readOptions, text } from './options.mjs';

/**
 * `npm run ops -- rehearse --in FOLDER [--identity FILE] [--plain]`: restores the newest backup below FOLDER into a scratch
 * installation, compares every row and object with the manifest, and reports the result. The scratch installation is
 * that of DATABASE_URL and S3_*, migrated and never used, or one that this starts and removes. --plain accepts a
 * backup without encryption. Without PUSHGATEWAY_URL only the exit code and the output say how it went.
 */
command(async () => {
  const {
    in: folder = process.env.BACKUP_DIR,
    identity: keyFile,
    plain,
  } = readOptions({ in: text, identity: text, plain: { type: 'boolean' } });
  if (!folder) throw new Refusal('Name the folder of the backups: npm run ops -- rehearse --in FOLDER');
  const identity = readIdentity(keyFile);
  const startedAt = Date.now();
  const say = (line) => process.stdout.write(`${line}\n`);
  const seconds = (time) => Math.round(time / 1_000);
  try {
    const backup = newestBackup(resolve(folder));
    const manifest = readManifest(backup);
    refusePlain(manifest, plain);
    const takenAt = Date.parse(manifest.takenAt);
    const ageHours = (startedAt - takenAt) / 3_600_000;
    say(`rehearsing the restore of ${backup}, ${ageHours.toFixed(1)} hours old`);
    const faults = await verifyBackup(backup, manifest, identity);
    if (faults.length > 0) throw new Refusal(faults.join('\n'));
    const different = await restoreIntoScratch(backup, manifest, { identity, say });
    if (different.length > 0) throw new Refusal(different.join('\n'));
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const duration = (Date.now() - startedAt) / 1_000;
    say(`restored and compared: ${rows} rows, ${manifest.objects.length} objects, ${duration.toFixed(1)} s`);
    await pushMetrics('restore-rehearsal', {
      backup_rehearsal_ok: 1,
      backup_rehearsal_success_timestamp_seconds: seconds(Date.now()),
      backup_rehearsal_backup_timestamp_seconds: seconds(takenAt),
      backup_rehearsal_rows: rows,
      backup_rehearsal_objects: manifest.objects.length,
      backup_rehearsal_duration_seconds: duration,
    });
  } catch (error) {
    await pushMetrics('restore-rehearsal', { backup_rehearsal_ok: 0 });
    throw error;
  }
});

/** @returns {Promise<string[]>} a sentence per difference */
async function restoreIntoScratch(backup, manifest, options) {
  if (process.env.DATABASE_URL || process.env.DATABASE_URL_FILE)
    return fillFrom(findInstallation(), backup, manifest, options);
  const folder = mkdtempSync(join(tmpdir(), 'restore-rehearsal-'));
  try {
    const { startEmpty } = await import('./empty-system.mjs');
    const system = await startEmpty(folder);
    try {
      return await fillFrom(system.installation, backup, manifest, options);
    } finally {
      await system.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
