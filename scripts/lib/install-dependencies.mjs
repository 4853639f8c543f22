/**
 * Installs the packages if the lock file has changed. Imports only Node's modules: this runs before anything is
 * installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root as checkout } from './checkout.mjs';

const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));

/** @throws when this Node is too old */
export function requireNode(root) {
  const requiredVersion = readJson(root, 'package.json').engines.node.replace('>=', '');
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [requiredMajor, requiredMinor] = requiredVersion.split('.').map(Number);
  if (major < requiredMajor || (major === requiredMajor && minor < requiredMinor)) {
    throw new Error(`Node ${requiredVersion} or newer is required; this is ${process.versions.node}.`);
  }
}

/** @throws when the checkout's path has # or ?, which Vite and Rolldown read as in a URL */
function requirePath(root) {
  const [sign] = /[#?]/.exec(root) ?? [];
  if (sign) throw new Error(`Nothing can be built in ${root}: move the checkout to a path without "${sign}".`);
}

/** Allows missing optional packages, which may be for another platform. */
function matchesLockFile(root) {
  const { packages: installed } = readJson(root, 'node_modules/.package-lock.json');
  return Object.entries(readJson(root, 'package-lock.json').packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .every(([path, { version, optional, devOptional }]) =>
      installed[path] ? installed[path].version === version : optional || devOptional,
    );
}

function isInstalled(root) {
  const [installed, locked] = ['node_modules/.package-lock.json', 'package-lock.json'].map((file) => join(root, file));
  if (!existsSync(installed)) return false;
  // The lock file of a fresh checkout may be newer and still the same.
  return statSync(installed).mtimeMs >= statSync(locked).mtimeMs || matchesLockFile(root);
}

/**
 * Runs `npm ci` when packages are missing or differ from the lock file.
 * @throws in one line when that fails, or when nothing can be built here
 */
export function ensureInstalled(root = checkout) {
  requireNode(root);
  requirePath(root);
  if (isInstalled(root)) return;
  // Not to stdout: callers read the output of some scripts.
  process.stderr.write('installing dependencies (npm ci), about three minutes the first time\n');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
    // With NODE_ENV=production npm would skip the build tools.
    env: { ...process.env, NODE_ENV: '', npm_config_omit: '' },
  });
  if (status !== 0)
    throw new Error(
      `npm ci failed in ${root}. Check that the package registry is reachable and that you can write to the directory, then try again.`,
    );
}
