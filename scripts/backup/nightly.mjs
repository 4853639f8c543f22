/**
 * Keeps running: each day it takes a backup and then rehearses its restore. Compose's container `nightly-backup`; a
 * cluster has CronJobs.
 *     node scripts/backup/nightly.mjs HH:MM     in UTC
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { command, print, Refusal } from './command.mjs';

/** Exists while the last night failed (healthcheck in backup.yml). */
const failureFile = join(tmpdir(), 'nightly-backup-failed');
/** Emptied before each use, because a killed command leaves its files. */
const workFolder = join(tmpdir(), 'nightly-backup');
/** Sleeps are short, because clocks are set and machines are suspended. */
const maxSleepMs = 60_000;

/** @param {string} time HH:MM in UTC @param {Date} after @returns the next time that it is this time */
function findNext(time, after) {
  const next = new Date(`${after.toISOString().slice(0, 10)}T${time}:00Z`);
  if (next <= after) next.setUTCDate(next.getUTCDate() + 1);
  return next;
}

/** @param {Date} time */
async function sleepUntil(time) {
  for (let leftMs; (leftMs = time.getTime() - Date.now()) > 0;) await wait(Math.min(leftMs, maxSleepMs));
}

/** @param {string} file of this folder @returns whether it succeeded; it prints why not */
async function succeeds(file) {
  rmSync(workFolder, { recursive: true, force: true });
  mkdirSync(workFolder, { mode: 0o711 });
  const env = { ...process.env, TMPDIR: workFolder };
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], { stdio: 'inherit', env });
  const [code] = await once(child, 'exit');
  return code === 0;
}

command(async () => {
  const [time = ''] = process.argv.slice(2);
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) throw new Refusal('usage: nightly.mjs HH:MM, a time of day in UTC');
  // The lock of a backup that is killed with it is removed by the next one.
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
  for (;;) {
    const next = findNext(time, new Date());
    print(`the next backup is at ${next.toISOString()}`);
    await sleepUntil(next);
    // Also after a failed backup: then the last one counts.
    const results = [await succeeds('backup.mjs'), await succeeds('rehearse.mjs')];
    if (results.includes(false)) writeFileSync(failureFile, '');
    else rmSync(failureFile, { force: true });
  }
});
