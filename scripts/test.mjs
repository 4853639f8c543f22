import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';

/**
 * Every test of the project: installs what is missing (Chromium too, as root on Debian), builds the product for the browser
 * tests, runs jest. Words after `npm test --` go to jest.
 */

const root = join(import.meta.dirname, '..');

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const findChromium = () => {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of chromiumNames) {
    for (const folder of (process.env.PATH ?? '').split(':'))
      if (existsSync(join(folder, name))) return join(folder, name);
  }
  return undefined;
};

function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('installing Chromium for the browser tests\n');
    const apt = (...words) =>
      spawnSync('apt-get', words, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium');
  }
  const installed = findChromium();
  if (!installed) throw new Error('The browser tests need Chromium: install it, or set CHROMIUM to the path of one.');
  return installed;
}

try {
  ensureInstalled(root);
  const chromium = ensureChromium();
  const { build } = await import('./build.mjs');
  await build({ ifChanged: true });
  // The browser tests run whole products, each of seven processes: one after the other, and not beside the others' tests.
  const asked = process.argv.slice(2);
  const runs =
    asked.length > 0
      ? [asked]
      : [
          ['--selectProjects', 'services', 'web'],
          ['--selectProjects', 'browser', '--runInBand'],
        ];
  let failed = false;
  for (const words of runs) {
    const { status } = spawnSync(
      process.execPath,
      [
        '--experimental-vm-modules',
        '--disable-warning=ExperimentalWarning',
        join(root, 'node_modules/jest/bin/jest.js'),
        ...words,
      ],
      { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM: chromium } },
    );
    failed ||= status !== 0;
  }
  process.exit(failed ? 1 : 0);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
