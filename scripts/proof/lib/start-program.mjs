import { spawn } from 'node:child_process';
import { end, hasEnded } from '../../lib/processes.mjs';
import { until } from '../../lib/until.mjs';

/**
 * Starts a program and waits until it prints "ready". `defer` stops it.
 * @returns its process ID
 */
export async function startProgram({ file, args = [], environment = {}, defer }) {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A separate session, like each of the product's processes: Linux divides CPU time by session first.
    detached: true,
  });
  defer(() => end(child, { withinMs: 5_000 }));
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (printed = (printed + text).slice(-2_000)));
  await until(`${file} to start`, () => printed.includes('ready') || hasEnded(child), { intervalMs: 50 });
  if (hasEnded(child)) throw new Error(`${file} does not start`);
  return child.pid;
}
