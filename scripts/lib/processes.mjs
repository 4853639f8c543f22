/** Starts, stops and inspects processes and their folders. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a folder that every user may traverse: started as root, Postgres and nginx run as other users.
 * @param {string} purpose
 */
export function newFolder(purpose) {
  const folder = mkdtempSync(join(tmpdir(), `arkansas-weather-${purpose}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * By default, only its own user may access the program's files.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function spawnPrivately(command, args, options) {
  const before = process.umask(0o077);
  try {
    return spawn(command, args, options);
  } finally {
    process.umask(before);
  }
}

/** @param {import('node:child_process').ChildProcess} child */
export const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

/**
 * Kills the child after `withinMs`; resolves when it has exited.
 * @param {import('node:child_process').ChildProcess} child
 * @param {{ signal?: NodeJS.Signals, withinMs?: number }} [options]
 */
export async function end(child, { signal = 'SIGTERM', withinMs = 35_000 } = {}) {
  if (!child.pid || hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  await ended;
  clearTimeout(timer);
}
