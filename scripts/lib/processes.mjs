import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What scripts that start programs need: folders for them, and their end. */

/** A new temporary folder that every user may pass: started as root, Postgres and nginx run as users of their own. */
export function newFolder(purpose) {
  const folder = mkdtempSync(join(tmpdir(), `arkansas-weather-${purpose}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** Starts a program as `spawn` does. The files that it makes are for its own user alone, unless it says otherwise. */
export function spawnPrivately(command, words, options) {
  const before = process.umask(0o077);
  try {
    return spawn(command, words, options);
  } finally {
    process.umask(before);
  }
}

export const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

/** Ends a child process, with SIGKILL when it takes longer than `withinMs`, and waits for its end. */
export async function end(child, { signal = 'SIGTERM', withinMs = 35_000 } = {}) {
  if (!child.pid || hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  await ended;
  clearTimeout(timer);
}
