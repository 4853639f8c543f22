/**
 * Installs the packages that the lock file lists. Imports only Node's modules: this runs before anything is installed.
 * `dependencies` are what building, running and operating the product needs. `devDependencies` are tools: linters,
 * tests, proofs, generators. They take as long to install again, so only what needs them waits for them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root as checkout } from './checkout.mjs';

/** @typedef {{ version?: string, link?: boolean, dev?: boolean, optional?: boolean, devOptional?: boolean }} LockedPackage */

const readJson = (/** @type {string[]} */ ...path) => JSON.parse(readFileSync(join(...path), 'utf8'));

/** @param {string} root @throws when this Node is too old */
export function requireNode(root) {
  const requiredVersion = readJson(root, 'package.json').engines.node.replace('>=', '');
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [requiredMajor, requiredMinor] = requiredVersion.split('.').map(Number);
  if (major < requiredMajor || (major === requiredMajor && minor < requiredMinor)) {
    throw new Error(`Node ${requiredVersion} or newer is required; this is ${process.versions.node}.`);
  }
}

/** @param {string} root @throws when the checkout's path has # or ?, which Vite and Rolldown read as in a URL */
function requirePath(root) {
  const [sign] = /[#?]/.exec(root) ?? [];
  if (sign) throw new Error(`Nothing can be built in ${root}: move the checkout to a path without "${sign}".`);
}

/** Allows missing optional packages, which may be for another platform. @param {string} root */
function findOutdated(root) {
  const installedFile = join(root, 'node_modules/.package-lock.json');
  const { packages: installed } = existsSync(installedFile) ? readJson(installedFile) : { packages: {} };
  /** @type {[string, LockedPackage][]} */
  const locked = Object.entries(readJson(root, 'package-lock.json').packages);
  return locked.filter(
    ([path, { version, link, optional, devOptional }]) =>
      path.includes('node_modules/') &&
      !link &&
      (installed[path] ? installed[path].version !== version : !optional && !devOptional),
  );
}

/**
 * Runs npm when packages are missing or differ from the lock file.
 * @param {{ root?: string, hasTools?: boolean }} [options] the checkout, and whether to install tools, too
 * @throws in one line when that fails, or when nothing can be built here
 */
export function ensureInstalled({ root = checkout, hasTools = false } = {}) {
  requireNode(root);
  requirePath(root);
  const outdated = findOutdated(root);
  const isComplete = outdated.every(([, { dev }]) => dev);
  if (outdated.length === 0 || (isComplete && !hasTools)) return;
  // `npm ci` removes what is installed, which a running product may need. Nothing is removed if only tools are missing.
  const command = isComplete ? ['install', '--no-save'] : ['ci'];
  // Not to stdout: callers read the output of some scripts.
  process.stderr.write(`installing ${isComplete ? 'tools' : 'packages'} (npm ${command[0]}), about a minute\n`);
  // Neither NODE_ENV nor the user's npm settings choose what is installed.
  const selection = hasTools ? '--include=dev' : '--omit=dev';
  const { status } = spawnSync('npm', [...command, selection, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, NODE_ENV: '' },
  });
  if (status !== 0)
    throw new Error(
      `npm ${command[0]} failed in ${root}. Check that the package registry is reachable and that you can write to the directory, then try again.`,
    );
}
