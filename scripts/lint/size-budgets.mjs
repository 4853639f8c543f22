/**
 * Fails if a workspace has more lines than its budget in size-budgets.json. Counts TypeScript and .mjs files without tests
 * and generated code; test support (folders named `testing`) has a budget of its own.
 *
 *     node scripts/lint/size-budgets.mjs            the check, part of `npm run lint`
 *     node scripts/lint/size-budgets.mjs --lower    lowers budgets to the next 50 lines above the code; never raises one
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/checkout.mjs';
import { git } from '../lib/git.mjs';

/** @typedef {Record<string, { source: number, testing: number }>} Lines by workspace; "." has the files at the top */

const budgetsFile = join(import.meta.dirname, 'size-budgets.json');
const step = 50;

/** @param {string} path */
const isCounted = (path) => /\.(ts|tsx|mjs)$/.test(path) && !/\.test\.|\/gen\/|\.d\.ts$|^(tests|k8s)\//.test(path);
const workspaceOf = (/** @type {string} */ path) => /^(services\/[^/]+|[^/]+)\//.exec(path)?.[1] ?? '.';
const kindOf = (/** @type {string} */ path) => (path.includes('/testing/') ? 'testing' : 'source');

/**
 * @param {{ path: string, text: string }[]} files of any kind
 * @returns {Record<string, { source: number, testing: number }>} lines by workspace; "." has the files at the top
 */
export function countLines(files) {
  /** @type {Lines} */
  const counts = {};
  for (const { path, text } of files) {
    if (!isCounted(path)) continue;
    const count = (counts[workspaceOf(path)] ??= { source: 0, testing: 0 });
    count[kindOf(path)] += text.split('\n').length;
  }
  return counts;
}

const kinds = /** @type {const} */ ([
  ['source', 'lines'],
  ['testing', 'lines of test support'],
]);
const number = (/** @type {number} */ lines) => lines.toLocaleString('en-US');

/**
 * Returns a sentence for each workspace that exceeds its budget, or has none.
 * @param {Lines} counts
 * @param {Lines} budgets
 */
export function findExcess(counts, budgets) {
  return Object.entries(counts).flatMap(([workspace, count]) =>
    kinds.flatMap(([kind, name]) => {
      const lines = count[kind];
      const budget = budgets[workspace]?.[kind] ?? 0;
      if (lines <= budget) return [];
      return [
        `${workspace}: ${number(lines)} ${name}, ${number(lines - budget)} over the budget of ${number(budget)}. ` +
          'Remove or simplify code. If a feature needs the lines, raise the budget in scripts/lint/size-budgets.json and say why in the commit.',
      ];
    }),
  );
}

/** Returns the budgets, lowered to the next 50 lines above the code. @param {Lines} counts @param {Lines} budgets */
export const lowerBudgets = (counts, budgets) =>
  Object.fromEntries(
    Object.entries(budgets).flatMap(([workspace, budget]) => {
      const count = counts[workspace];
      if (!count) return [];
      /** @param {'source' | 'testing'} kind */
      const lowered = (kind) => Math.min(budget[kind], Math.ceil(count[kind] / step) * step);
      return [[workspace, { source: lowered('source'), testing: lowered('testing') }]];
    }),
  );

/** Also returns new files; without git, the check has nothing to count. */
function readSources() {
  const paths = git(['ls-files', '--cached', '--others', '--exclude-standard']) ?? '';
  return paths
    .split('\n')
    .filter((path) => isCounted(path) && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

if (process.argv[1] === import.meta.filename) {
  const counts = countLines(readSources());
  const budgets = JSON.parse(readFileSync(budgetsFile, 'utf8'));
  if (process.argv.includes('--lower'))
    writeFileSync(budgetsFile, `${JSON.stringify(lowerBudgets(counts, budgets), null, 2)}\n`);
  const excess = findExcess(counts, budgets);
  for (const sentence of excess) process.stdout.write(`${sentence}\n`);
  process.exitCode = excess.length > 0 ? 1 : 0;
}
