import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from './lib/checkout.mjs';
import { findChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { chosenState } from '../state/choice.mjs';

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

/** @returns whether every test passed */
function jest(words, chromium) {
  const { status } = spawnSync(
    process.execPath,
    [
      '--experimental-vm-modules',
      // Pages leave much garbage: a seventh of their tests' time was spent on it.
      '--max-semi-space-size=64',
      '--disable-warning=ExperimentalWarning',
      join(root, 'node_modules/jest/bin/jest.js'),
      ...words,
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM: chromium } },
  );
  return status === 0;
}

/** More failed files than this are no accident of a busy machine. */
const mostRepeated = 3;

/**
 * Runs jest. CI's machine does other work, and one test of thousands that met it at a bad moment must not refuse a change: there,
 * a few files that failed run once more, alone, and what passed only then is named, so that somebody looks at it.
 */
function runJest(words, chromium) {
  if (process.env.CI !== 'true') return jest(words, chromium);
  const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-jest-'));
  try {
    const report = join(folder, 'report.json');
    if (jest([...words, '--json', `--outputFile=${report}`], chromium)) return true;
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const files = testResults.filter(({ status }) => status === 'failed');
    if (files.length === 0 || files.length > mostRepeated) return false;
    const failures = files.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => `  ${relative(root, name)}: ${fullName}`),
    );
    process.stdout.write(`\n${files.length} failed; once more, alone\n`);
    const paths = files.map(({ name }) => name);
    // Without workers to kill, a test that never ends would keep jest from ending.
    if (!jest(['--runInBand', '--forceExit', '--runTestsByPath', ...paths], chromium)) return false;
    process.stdout.write(`\nFAILED AT FIRST AND PASSED ALONE:\n${failures.join('\n')}\n`);
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  ensureInstalled(root);
  const chromium = ensureChromium();
  const { build } = await import('./build.mjs');
  await build({ ifChanged: true });
  // Each browser test runs a whole product of ten processes and a browser. Two at a time, on two cores, each takes twice as long and misses
  // deadlines.
  const asked = process.argv.slice(2);
  const all = [
    ['--selectProjects', 'services', 'web'],
    ['--selectProjects', 'browser', '--maxWorkers', '1', '--forceExit'],
  ];
  // The others speak of Arkansas.
  const ofAnyState = [
    ['--selectProjects', 'services', '--runTestsByPath', 'state/states.test.ts'],
    ['--selectProjects', 'browser', '--runTestsByPath', 'tests/e2e/another-state.test.ts'],
  ];
  const runs = asked.length > 0 ? [asked] : chosenState() === 'AR' ? all : ofAnyState;
  let failed = false;
  for (const words of runs) failed = !runJest(words, chromium) || failed;
  process.exit(failed ? 1 : 0);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
