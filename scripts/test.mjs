/**
 * Runs tests: `npm test` for all, `npm test -- services/auth` for those below a path. Installs what is missing. Browser
 * tests build the product and need Chromium, which is installed on Debian if run as root. Other arguments go to jest
 * and, in tests/e2e, to Playwright.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/checkout.mjs';
import { findChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install-dependencies.mjs';
import { currentState, defaultState } from '../regions/choice.mjs';

/** @typedef {{ project: string, args: string[] }} Run */
/** @typedef {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }} TestFileResult */
/** @typedef {{ testResults: TestFileResult[] }} Report */

function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('installing Chromium for the browser tests\n');
    const apt = (/** @type {string[]} */ ...args) =>
      spawnSync('apt-get', args, {
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

const sources = pathToFileURL(join(root, 'scripts/testing/sources.mjs')).href;

/** @param {string[]} program @param {string[]} args @param {NodeJS.ProcessEnv} [env] @returns whether it succeeded */
function run(program, args, env = {}) {
  const { status } = spawnSync(process.execPath, [...program, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status === 0;
}

/** @param {Run} run @returns whether every test passed */
function runJest({ project, args }) {
  const program = [
    ...(project === 'services' ? ['--import', sources, '--enable-source-maps'] : ['--experimental-vm-modules']),
    // Page tests create much garbage.
    '--max-semi-space-size=64',
    '--disable-warning=ExperimentalWarning',
    join(root, 'node_modules/jest/bin/jest.js'),
  ];
  // The project is last: its option takes all following arguments.
  const jest = (/** @type {string[]} */ options) => run(program, [...options, '--selectProjects', project]);
  return process.env.CI === 'true' ? repeatFailures(jest, args) : jest(args);
}

/** `-t` selects tests by name, as in jest. @param {Run} run @param {string} chromium @returns whether every test passed */
function runPlaywright({ project, args }, chromium) {
  const takesScreenshots = project === 'screenshots';
  const selection = args.includes('--project') ? [] : ['--project', takesScreenshots ? 'shots-*' : project];
  return run(
    ['--conditions=source', join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--config', 'tests'],
    [
      ...args.map((argument) => (argument === '-t' ? '-g' : argument)),
      ...selection,
      ...(takesScreenshots ? ['--reporter', 'list,html'] : []),
    ],
    {
      CHROMIUM: chromium,
      PLAYWRIGHT_HTML_OUTPUT_DIR: join(root, 'shots/report'),
      PLAYWRIGHT_HTML_OPEN: 'never',
    },
  );
}

const maxRepeatedFiles = 3;

/**
 * Runs a few failed files once more on CI, which does other work too, and lists those that only passed then.
 * @param {(options: string[]) => boolean} jest
 * @param {string[]} args
 */
function repeatFailures(jest, args) {
  const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-jest-'));
  try {
    const report = join(folder, 'report.json');
    if (jest([...args, '--json', `--outputFile=${report}`])) return true;
    const { testResults } = /** @type {Report} */ (JSON.parse(readFileSync(report, 'utf8')));
    const files = testResults.filter(({ status }) => status === 'failed');
    if (files.length === 0 || files.length > maxRepeatedFiles) return false;
    const failures = files.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => `  ${relative(root, name)}: ${fullName}`),
    );
    process.stdout.write(`\n${files.length} failed; running them once more, alone\n`);
    const paths = files.map(({ name }) => name);
    // An endless test would keep jest from exiting.
    if (!jest(['--runInBand', '--forceExit', '--runTestsByPath', ...paths])) return false;
    process.stdout.write(`\nFAILED AT FIRST, PASSED ALONE:\n${failures.join('\n')}\n`);
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const projects = ['services', 'web', 'browser'];
/** Of Playwright; `npm run shots` takes screenshots. */
const browserProjects = ['browser', 'screenshots'];
const withValue = new Set(['-t', '--testNamePattern', '-w', '--maxWorkers', '--shard', '--testTimeout', '--seed']);
/** @param {string} path */
const projectOf = (path) => (path.startsWith('web/') ? 'web' : path.startsWith('tests/e2e/') ? 'browser' : 'services');

const skipped = new Set(['node_modules', 'dist', '.data', '.git']);
/** @returns {Generator<string, void>} */
function* testFiles(folder = root) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* testFiles(path);
    else if (/\.test\.tsx?$/.test(entry.name)) yield relative(root, path).split(sep).join('/');
  }
}

/**
 * Returns the runs, one per project, because browser tests need a build, and pages and services load modules
 * differently.
 * @param {string[]} requestedArgs
 * @returns {Run[]}
 * @throws when no test file matches a path
 */
function runsFor(requestedArgs) {
  const flagIndex = requestedArgs.indexOf('--selectProjects');
  if (flagIndex !== -1) {
    const after = requestedArgs.slice(flagIndex + 1);
    const count = after.findIndex((word) => ![...projects, ...browserProjects].includes(word));
    const selected = count === -1 ? after : after.slice(0, count);
    const args = [...requestedArgs.slice(0, flagIndex), ...after.slice(selected.length)];
    return selected.map((project) => ({ project, args }));
  }
  // The other tests assume the default state.
  if (requestedArgs.length === 0 && currentState() !== defaultState)
    return [
      { project: 'services', args: ['regions/states.test.ts', 'another-state.test.ts'] },
      { project: 'browser', args: ['another-state.test.ts'] },
    ];
  const paths = requestedArgs.filter(
    (word, index) => !word.startsWith('-') && !withValue.has(requestedArgs[index - 1] ?? ''),
  );
  if (paths.length === 0) return projects.map((project) => ({ project, args: requestedArgs }));
  const patterns = paths.map((path) => new RegExp(path.replace(/^\.\//, '')));
  /** @type {Set<string>} */
  const found = new Set(
    [...testFiles()].filter((file) => patterns.some((pattern) => pattern.test(file))).map(projectOf),
  );
  if (found.size === 0) throw new Error(`No test file matches ${paths.join(' ')}.`);
  return projects.filter((project) => found.has(project)).map((project) => ({ project, args: requestedArgs }));
}

try {
  ensureInstalled({ hasTools: true });
  const runs = runsFor(process.argv.slice(2));
  const { generateContracts } = await import('./proto.mjs');
  generateContracts({ ifChanged: true });
  let chromium = '';
  if (runs.some(({ project }) => browserProjects.includes(project))) {
    chromium = ensureChromium();
    const { build } = await import('./build.mjs');
    await build({ ifChanged: true });
  }
  let failed = false;
  for (const each of runs)
    failed = !(browserProjects.includes(each.project) ? runPlaywright(each, chromium) : runJest(each)) || failed;
  process.exit(failed ? 1 : 0);
} catch (error) {
  process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
  process.exit(1);
}
