import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A checkout with only the files that run before installation. */

const lib = join(import.meta.dirname, 'lib');
let folder: string;

function checkoutNamed(name: string): string {
  const root = join(folder, name);
  mkdirSync(join(root, 'scripts/lib'), { recursive: true });
  for (const file of ['ensure-dependencies.mjs', 'ensure-tools.mjs', 'install-dependencies.mjs', 'checkout.mjs'])
    cpSync(join(lib, file), join(root, 'scripts/lib', file));
  writeFileSync(join(root, 'package.json'), JSON.stringify({ engines: { node: '>=20.19' }, dependencies: {} }));
  return root;
}

/** Runs a script with an npm that only prints its arguments. */
function run(root: string, preload: 'ensure-dependencies' | 'ensure-tools' = 'ensure-dependencies') {
  writeFileSync(join(root, 'npm'), '#!/bin/sh\necho "called with $*" >&2\n', { mode: 0o755 });
  writeFileSync(join(root, 'script.mjs'), "console.log('runs');\n");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `./scripts/lib/${preload}.mjs`, 'script.mjs'],
    { cwd: root, encoding: 'utf8', env: { ...process.env, PATH: `${root}:${process.env.PATH}` } },
  );
  return { status, stdout, lines: stderr.trim() === '' ? [] : stderr.trim().split('\n') };
}

const lockFile = (version: string, { hasTools = true } = {}) =>
  JSON.stringify({
    packages: {
      '': {},
      'node_modules/a': { version },
      'node_modules/of-macos': { optional: true },
      ...(hasTools && { 'node_modules/a-linter': { version: '1.0.0', dev: true } }),
    },
  });

function install(root: string, installedLockFile: string, wantedLockFile: string): void {
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'node_modules/.package-lock.json'), installedLockFile);
  writeFileSync(join(root, 'package-lock.json'), wantedLockFile);
}

const findCall = (lines: string[]) => lines.find((line) => line.startsWith('called'));

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-install-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('before a script runs', () => {
  it('installs missing packages, in a path with a space and an umlaut', () => {
    const root = checkoutNamed('Wetter für alle');
    writeFileSync(join(root, 'package-lock.json'), lockFile('1.0.0'));
    const { stdout, lines } = run(root);
    expect(findCall(lines)).toMatch(/ ci --omit=dev /);
    // Callers read the output of some scripts.
    expect(stdout).toBe('runs\n');
  });

  it.each([
    ['1.0.0', false],
    ['2.0.0', true],
  ])('compares packages with a lock file that has version %s', (version, installs) => {
    const root = checkoutNamed('checkout');
    install(root, lockFile('1.0.0'), lockFile(version));
    expect(findCall(run(root).lines) !== undefined).toBe(installs);
  });

  it('installs tools only for what needs them, without removing what is installed', () => {
    const root = checkoutNamed('checkout');
    install(root, lockFile('1.0.0', { hasTools: false }), lockFile('1.0.0'));
    expect(run(root).lines).toEqual([]);
    expect(findCall(run(root, 'ensure-tools').lines)).toMatch(/ install --no-save --include=dev /);
  });

  it.each(['#', '?'])('rejects a checkout whose path contains %s, in one line', (sign) => {
    const root = checkoutNamed(`weather${sign}1`);
    const { status, lines } = run(root);
    expect(lines).toEqual([`Nothing can be built in ${root}: move the checkout to a path without "${sign}".`]);
    expect(status).toBe(1);
  });
});
