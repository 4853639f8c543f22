import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Imports only Node's own modules: this runs before anything is installed. */

/** @throws when this Node is too old */
export function requireNode(root) {
  const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node.replace('>=', '');
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number);
  if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
    throw new Error(`Node ${wanted} or newer is needed; this is ${process.versions.node}.`);
  }
}

/** Runs `npm ci` when the modules are missing or older than the lock file. */
export function ensureInstalled(root) {
  requireNode(root);
  const installed = join(root, 'node_modules/.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs) return;
  process.stdout.write('installing dependencies (npm ci)\n');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    throw new Error('The dependencies could not be installed: npm ci failed. Is the package registry within reach?');
}
