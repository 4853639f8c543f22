import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startObjectStore } from '../../services/platform/local/object-store.mjs';
import { freePort } from '../../services/platform/local/ports.mjs';
import { startPostgres } from '../../services/platform/local/postgres.mjs';
import { command, print, readOptions, Refusal } from './command.mjs';
import { restoreInstallation, summarize } from './installation-data.mjs';
import { pushMetrics } from './metrics.mjs';
import { findPostgresProgram } from './programs.mjs';
import { describeTampering, findSnapshot, findTampering, listSnapshots, readManifest, restic } from './repository.mjs';

/**
 * `npm run ops -- rehearse`: checks BACKUP_REPOSITORY, restores its newest snapshot into a Postgres and an object store
 * that it starts and removes, compares them, and reports the result. Needs as much space in TMPDIR as the data twice.
 * Without PUSHGATEWAY_URL only the exit code and the output report it.
 */
command(async () => {
  readOptions([]);
  const startedAt = Date.now();
  const toSeconds = (/** @type {number} */ time) => Math.round(time / 1_000);
  try {
    // Reads the whole repository once a week.
    const day = new Date().getUTCDay() + 1;
    await restic(['check', '--no-lock', `--read-data-subset=${day}/7`]);
    const warning = describeTampering(await findTampering(await listSnapshots()));
    if (warning) throw new Refusal(warning);
    const snapshot = await findSnapshot();
    const manifest = await readManifest(snapshot);
    const takenAt = Date.parse(manifest.takenAt);
    print(
      `rehearsing the restore of ${snapshot.short_id}, ${((startedAt - takenAt) / 3_600_000).toFixed(1)} hours old`,
    );
    await restoreIntoScratch(snapshot.id, manifest);
    const { rows, objects } = summarize(manifest);
    const duration = (Date.now() - startedAt) / 1_000;
    print(`restored and compared: ${rows} rows, ${objects} objects, ${duration.toFixed(1)} s`);
    await pushMetrics('restore-rehearsal', {
      backup_rehearsal_ok: 1,
      backup_rehearsal_success_timestamp_seconds: toSeconds(Date.now()),
      backup_rehearsal_backup_timestamp_seconds: toSeconds(takenAt),
      backup_rehearsal_rows: rows,
      backup_rehearsal_objects: objects,
      backup_rehearsal_duration_seconds: duration,
    });
  } catch (error) {
    await pushMetrics('restore-rehearsal', { backup_rehearsal_ok: 0 });
    throw error;
  }
});

/** @param {string} id @param {import('./repository.mjs').Manifest} manifest */
async function restoreIntoScratch(id, manifest) {
  const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
  /** @type {(() => Promise<void>)[]} */
  const stops = [];
  try {
    const restored = join(folder, 'snapshot');
    mkdirSync(restored, { mode: 0o700 });
    // Started by root, Postgres runs as another user, who may traverse the folder.
    chmodSync(folder, 0o711);
    await restic(['restore', '--no-lock', id, '--target', restored]);
    const database = await startPostgres({
      dataDir: join(folder, 'postgres'),
      port: await freePort(),
      password: randomBytes(20).toString('hex'),
      settings: { fsync: 'off' },
      binaries: { initdb: findPostgresProgram('initdb'), postgres: findPostgresProgram('postgres') },
    });
    stops.push(database.stop);
    const key = { accessKey: 'rehearsal', secretKey: randomBytes(20).toString('hex') };
    const store = await startObjectStore({ directory: join(folder, 'objects'), port: await freePort(), ...key });
    stops.push(store.stop);
    const place = { endpoint: store.url, bucket: 'arkansas-weather', region: 'us-east-1' };
    const scratch = { databaseUrl: database.url, store: { ...place, ...key } };
    await restoreInstallation(scratch, restored, manifest, { withPrivileges: false });
  } finally {
    for (const stop of stops.reverse()) await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
