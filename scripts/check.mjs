/** Checks the files that a branch changes, before a commit. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from './lib/checkout.mjs';
import { changedFiles } from './check/changed-files.mjs';
import { planChecks } from './check/plan-checks.mjs';

const seconds = (/** @type {number} */ since) => `${((performance.now() - since) / 1000).toFixed(1)} s`.padStart(7);
const printLine = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);
const files = (/** @type {string[]} */ list) => `${list.length} ${list.length === 1 ? 'file' : 'files'}`;
let failed = false;

/** Prints a program's output only if it fails. @param {string} name @param {string} what @param {string[]} args */
async function part(name, what, args) {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) },
  });
  const [printed, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  printLine(`${status === 0 ? 'ok    ' : 'FAILED'} ${seconds(started)}  ${name}: ${what}`);
  if (status === 0) return;
  failed = true;
  printLine(`${printed}${errors}`.trimEnd());
}

const printSkipped = (/** @type {string} */ name) => printLine(`-       ${' '.repeat(7)} ${name}: nothing to do`);
const script = (/** @type {string} */ name) => join(root, 'scripts', name);
const installed = (/** @type {string} */ file) => join(root, 'node_modules', file);
/** As in `npm run typecheck`. */
const tscFlags = ['--noEmit', '--checkers', '1', '-p'];

/** @param {(() => Promise<void>)[]} tasks */
async function inTurn(tasks) {
  const rest = tasks.values();
  const work = async () => {
    for (const task of rest) await task();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

try {
  const started = performance.now();
  const change = changedFiles(root);
  const { changed, deleted } = change;
  if (changed.length + deleted.length === 0) {
    printLine('nothing to check: no file differs from main');
    process.exit(0);
  }
  printLine(`checking the difference from main: ${files(changed)}, ${deleted.length} deleted`);

  const contracts = [...changed, ...deleted].filter((path) => /^proto\/.*\.(proto|yaml)$/.test(path));
  if (contracts.length > 0) await part('contracts', files(contracts), [script('proto.mjs')]);
  else {
    printSkipped('contracts');
    const { generateContracts } = await import('./proto.mjs');
    generateContracts({ ifChanged: true });
  }

  const { projectFolders, readImports } = await import('./check/import-graph.mjs');
  const { lint, tests, left } = planChecks(change, readImports(root));
  const tasks = [];
  if (tests.length > 0) tasks.push(() => part('tests', files(tests), [script('test.mjs'), ...tests, '--silent']));
  else printSkipped('tests');
  // A change may break distant code.
  if ([...changed, ...deleted].some((path) => /\.(tsx?|[cm]?js|json|proto)$/.test(path)))
    tasks.push(async () => {
      for (const project of projectFolders)
        await part('types', project, [installed('@typescript/native/bin/tsc'), ...tscFlags, project]);
    });
  else printSkipped('types');
  if (lint.length > 0)
    tasks.push(() =>
      part('lint', files(lint), [
        installed('eslint/bin/eslint.js'),
        '--no-warn-ignored',
        '--max-warnings',
        '0',
        ...lint,
      ]),
    );
  else printSkipped('lint');
  const sources = changed.filter((path) => /\.(tsx?|mjs)$/.test(path));
  if (sources.length > 0)
    tasks.push(
      () => part('regular expressions', files(sources), [script('check/patterns.mjs'), ...sources]),
      () => part('size', 'every workspace', [script('lint/size-budgets.mjs')]),
    );
  if (changed.length > 0)
    tasks.push(() =>
      part('format', files(changed), [
        installed('prettier/bin/prettier.cjs'),
        '--check',
        '--ignore-unknown',
        '--log-level',
        'warn',
        ...changed,
      ]),
    );
  await inTurn(tasks);
  if (left.length > 0)
    printLine(`left to CI: ${files(left)} with tests that import the change indirectly or need a browser`);
  printLine(`${failed ? 'FAILED' : 'passed'} in ${seconds(started).trim()}`);
  process.exit(failed ? 1 : 0);
} catch (error) {
  process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
  process.exit(1);
}
