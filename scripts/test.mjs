import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/checkout.mjs';
import { findChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';

/**
 * Every test of the project: installs what is missing (as root on Debian, Chromium too), builds the product for the browser
 * tests and runs jest. Arguments after `npm test --` go to jest.
 */

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
  // Each browser test runs a whole product of seven processes: one at a time, and not beside the other tests.
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
