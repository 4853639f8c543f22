import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, print, readOptions } from './command.mjs';
import { findInstallation } from './find-installation.mjs';
import { assertEmpty, restoreInstallation, summarize } from './installation-data.mjs';
import { findSnapshot, readManifest, restic } from './repository.mjs';

/**
 * `npm run ops -- restore [--snapshot ID]`: restores the newest snapshot of BACKUP_REPOSITORY, or the named one, into the
 * empty installation of DATABASE_URL (as a role that may create schemas) and S3_*, and compares the result.
 */
command(async () => {
  const { snapshot: id } = readOptions(['snapshot']);
  const installation = findInstallation();
  const startedAt = Date.now();
  const snapshot = await findSnapshot(id);
  // Before the snapshot is fetched, which may take long.
  await assertEmpty(installation);
  const folder = mkdtempSync(join(tmpdir(), 'restore-'));
  try {
    const manifest = await readManifest(snapshot);
    print(`restoring ${snapshot.short_id} of ${manifest.takenAt}`);
    await restic(['restore', '--no-lock', snapshot.id, '--target', folder]);
    await restoreInstallation(installation, folder, manifest, { withPrivileges: true });
    const { rows, objects } = summarize(manifest);
    print(
      `restored and compared: ${rows} rows, ${objects} objects, ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
