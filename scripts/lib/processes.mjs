import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Helpers for scripts that start programs: creating folders, and ending processes. */

/** Creates a temporary folder that every user may traverse: started as root, Postgres and nginx run as other users. */
export function newFolder(purpose) {
  const folder = mkdtempSync(join(tmpdir(), `arkansas-weather-${purpose}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** Starts a program like `spawn`. By default its files are accessible only to its own user. */
export function spawnPrivately(command, words, options) {
  const before = process.umask(0o077);
  try {
    return spawn(command, words, options);
  } finally {
    process.umask(before);
  }
}

export const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

/** Ends a child process, with SIGKILL after `withinMs`, and waits until it has exited. */
export async function end(child, { signal = 'SIGTERM', withinMs = 35_000 } = {}) {
  if (!child.pid || hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  await ended;
  clearTimeout(timer);
}
