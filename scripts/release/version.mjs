import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/checkout.mjs';

/**
 * Creates the next version and its part of CHANGELOG.md from the files in .changeset/, and removes them:
 *
 *     npm ci --prefix scripts/release/changesets --ignore-scripts
 *     node scripts/release/version.mjs
 *
 * Changesets has separate packages because it requires a newer Node than the product. It doesn't version a workspace's
 * root, and only our root has a visible version, so it sees the root alone.
 */
const cli = join(import.meta.dirname, 'changesets/node_modules/@changesets/cli/bin.js');
const file = join(root, 'package.json');
const lockFile = join(root, 'package-lock.json');
const read = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'));
/** @param {string} path @param {object} content */
const write = (path, content) => writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);

const manifest = read(file);
write(file, { ...manifest, workspaces: undefined });
let version = manifest.version;
try {
  const { status } = spawnSync(process.execPath, [cli, 'version'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
  else ({ version } = read(file));
} finally {
  write(file, { ...manifest, version });
}
const lock = read(lockFile);
lock.version = version;
lock.packages[''].version = version;
write(lockFile, lock);
process.stdout.write(`${manifest.version} → ${version}\n`);
