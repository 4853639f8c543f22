/** Type checker of development mode. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setPriority } from 'node:os';
import { root } from '../lib/checkout.mjs';
import { log } from '../lib/log.mjs';
import { end } from '../lib/processes.mjs';

// Killing tsc's script would leave its compiler running.
const program = process.platform === 'win32' ? 'tsc.exe' : 'tsc';
const tsc = join(root, `node_modules/@typescript/typescript-${process.platform}-${process.arch}/lib`, program);
const lowest = 19;

/** @param {string} line */
const isNoise = (line) => !line.trim() || /(Starting compilation in watch mode|File change detected)/.test(line);

/**
 * Checks the types of services and pages on every save, at low priority.
 * @returns a function that stops it
 */
export function watchTypes() {
  const checkers = ['.', 'web'].map((project) => {
    const args = ['--noEmit', '--watch', '--preserveWatchOutput', '--checkers', '1', '-p', project];
    const child = spawn(tsc, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    if (child.pid) setPriority(child.pid, lowest);
    const name = project === '.' ? 'types' : `types ${project}`;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!isNoise(line)) log(name, line.replace(/^\S+ - /, ''), / error TS\d+:/.test(line) ? 'error' : 'info');
    });
    return child;
  });
  return () => Promise.all(checkers.map((child) => end(child)));
}
