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
  for (const file of ['ensure-dependencies.mjs', 'install-dependencies.mjs', 'checkout.mjs'])
    cpSync(join(lib, file), join(root, 'scripts/lib', file));
  writeFileSync(join(root, 'package.json'), JSON.stringify({ engines: { node: '>=20.19' }, dependencies: {} }));
  return root;
}

/** Runs a script with an npm that only records its call. */
function run(root: string) {
  writeFileSync(join(root, 'npm'), '#!/bin/sh\necho called >&2\nexit "$NPM_STATUS"\n', { mode: 0o755 });
  writeFileSync(join(root, 'script.mjs'), "console.log('runs');\n");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', './scripts/lib/ensure-dependencies.mjs', 'script.mjs'],
    { cwd: root, encoding: 'utf8', env: { ...process.env, PATH: `${root}:${process.env.PATH}`, NPM_STATUS: '0' } },
  );
  return { status, stdout, lines: stderr.trim() === '' ? [] : stderr.trim().split('\n') };
}

const lockFile = (version: string) =>
  JSON.stringify({ packages: { '': {}, 'node_modules/a': { version }, 'node_modules/of-macos': { optional: true } } });

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-install-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('before a script runs', () => {
  it('installs missing packages, in a path with a space and an umlaut', () => {
    const root = checkoutNamed('Wetter für alle');
    writeFileSync(join(root, 'package-lock.json'), lockFile('1.0.0'));
    const { stdout, lines } = run(root);
    expect(lines).toContain('called');
    // Callers read the output of some scripts.
    expect(stdout).toBe('runs\n');
  });

  it.each([
    ['1.0.0', false],
    ['2.0.0', true],
  ])('compares packages with a newer lock file that has version %s', (version, installs) => {
    const root = checkoutNamed('checkout');
    mkdirSync(join(root, 'node_modules'));
    writeFileSync(join(root, 'node_modules/.package-lock.json'), lockFile('1.0.0'));
    spawnSync('touch', ['-d', '2020-01-01', join(root, 'node_modules/.package-lock.json')]);
    writeFileSync(join(root, 'package-lock.json'), lockFile(version));
    expect(run(root).lines.includes('called')).toBe(installs);
  });

  it.each(['#', '?'])('rejects a checkout whose path contains %s, in one line', (sign) => {
    const root = checkoutNamed(`weather${sign}1`);
    const { status, lines } = run(root);
    expect(lines).toEqual([`Nothing can be built in ${root}: move the checkout to a path without "${sign}".`]);
    expect(status).toBe(1);
  });
});
