import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** What processes cost, as Linux counts it, and processes of our own. */

/** Every process below `pid`, itself included. */
export function processTree(pid) {
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // It ended meanwhile.
    }
  }
  const tree = [];
  for (const waiting = [pid]; waiting.length > 0;) {
    const next = waiting.pop();
    tree.push(next);
    waiting.push(...(children.get(next) ?? []));
  }
  return tree;
}

export const commandOf = (pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean).join(' ');

/** Proportional set size: its own memory and its share of what it shares, in MB. */
export const pssMb = (pid) =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]) / 1_024;

/** Resident memory in MB. */
export const rssMb = (pid) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1_024;

/** Processor seconds used so far, with hundredths. */
export const cpuSeconds = (pids) =>
  pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return sum + (Number(fields[11]) + Number(fields[12])) / 100;
  }, 0);

/**
 * Starts a program of the bench and waits until it prints "ready". Its end is the context's.
 * @returns its process id
 */
export async function startProgram({ file, words = [], environment = {}, defer }) {
  const child = spawn(process.execPath, [file, ...words], {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    // As the product's processes: Linux shares out processors by session first.
    detached: true,
  });
  defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(timer);
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (printed = (printed + text).slice(-2_000)));
  for (let tries = 0; !printed.includes('ready'); tries += 1) {
    if (child.exitCode !== null || tries > 600) throw new Error(`${file} does not start`);
    await wait(50);
  }
  return child.pid;
}
