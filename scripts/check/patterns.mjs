/**
 * Checks with recheck how long the sources' regular expressions can take: `/…/` and `new RegExp('…')`, except in tests,
 * whose input is trusted.
 *
 *     node scripts/check/patterns.mjs            all of them, in about five minutes; also checks the list of exceptions
 *     node scripts/check/patterns.mjs FILE…      those of these files
 *
 * Rejects exponential time everywhere. In the product, also rejects quadratic or worse time unless
 * bounded-patterns.json says what limits the input.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../lib/checkout.mjs';

/** @typedef {{ pattern: string, source: string, flags: string, path: string, at: string }} Pattern `at` is "path:line" */

/** @param {string} path */
const isSource = (path) => /\.(tsx?|mjs)$/.test(path) && !/(^|\/)(tests?|testing|gen)\/|\.test\.|\.d\.m?ts$/.test(path);
/** @param {string} path */
const isOfProduct = (path) => /^(gateway\/src|services\/[\w-]+\/(src|local)|domain|proto|state|web\/src)\//.test(path);

/** Returns `{ pattern, source, flags, at }`; `at` is "path:line". @param {string} path @param {string} text */
export function patternsIn(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  /** @type {Pattern[]} */
  const found = [];
  const add = (/** @type {ts.Node} */ node, /** @type {string} */ source, /** @type {string} */ flags) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    found.push({ pattern: `/${source}/${flags}`, source, flags, path, at: `${path}:${line + 1}` });
  };
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    } else if (ts.isNewExpression(node) && node.expression.getText(file) === 'RegExp') {
      const [pattern, flags] = node.arguments ?? [];
      if (pattern && ts.isStringLiteralLike(pattern))
        add(node, pattern.text, flags && ts.isStringLiteralLike(flags) ? flags.text : '');
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const allSources = () =>
  execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(isSource);

/**
 * Per pattern. The slowest needs 8 s of CPU time, but `.ci/run` gives lint only the CPU time that tests leave, and a
 * timeout would report a safe pattern as unknown.
 */
const timeoutMs = 20 * 60_000;

/** So that a busy machine gets the same verdicts. */
const untimed = { attackTimeout: null, incubationTimeout: null, seedingTimeout: null };

/** recheck picks its fastest backend (Java, native or JavaScript). */
async function loadCheck() {
  const { default: recheck } = await import('recheck');
  return (/** @type {Pattern} */ { source, flags }) => recheck.check(source, flags, { ...untimed, timeout: timeoutMs });
}

/** @param {import('recheck').Diagnostics} verdict @param {boolean} isStrict */
function findProblem(verdict, isStrict) {
  if (verdict.status === 'safe') return undefined;
  if (verdict.status === 'unknown') return isStrict ? `can't be checked: ${verdict.error.kind}` : undefined;
  const { complexity } = verdict;
  if (complexity.type === 'exponential') return 'takes exponential time';
  return isStrict ? `takes time that grows with the input to the power of ${complexity.degree}` : undefined;
}

/**
 * @param {ReturnType<typeof patternsIn>} patterns
 * @param {{ pattern: string, reason: string }[]} bounded patterns whose `reason` says what limits their input
 * @returns {Promise<string[]>} a sentence for each rejected pattern
 */
export async function judge(patterns, bounded) {
  const check = await loadCheck();
  const excepted = new Set(bounded.map(({ pattern }) => pattern));
  const faults = [];
  for (const [pattern, uses] of byPattern(patterns)) {
    if (excepted.has(pattern)) continue;
    const problem = findProblem(
      await check(uses[0]),
      uses.some(({ path }) => isOfProduct(path)),
    );
    if (problem) faults.push(`${uses.map(({ at }) => at).join(', ')}: ${pattern} ${problem}`);
  }
  return faults;
}

/** @param {Pattern[]} patterns */
function byPattern(patterns) {
  /** @type {Map<string, [Pattern, ...Pattern[]]>} */
  const groups = new Map();
  for (const each of patterns) {
    const uses = [...(groups.get(each.pattern) ?? []), each];
    groups.set(each.pattern, /** @type {[Pattern, ...Pattern[]]} */ (uses));
  }
  return groups;
}

if (process.argv[1] === import.meta.filename) {
  const named = process.argv.slice(2);
  const sources = named.length > 0 ? named.filter(isSource) : allSources();
  const patterns = sources.flatMap((path) => patternsIn(path, readFileSync(join(root, path), 'utf8')));
  const bounded = JSON.parse(readFileSync(join(import.meta.dirname, 'bounded-patterns.json'), 'utf8'));
  const used = new Set(patterns.map(({ pattern }) => pattern));
  const faults = await judge(patterns, bounded);
  if (named.length === 0)
    for (const { pattern } of bounded)
      if (!used.has(pattern)) faults.push(`bounded-patterns.json: ${pattern} is no longer in the sources`);
  for (const problem of faults) process.stdout.write(`${problem}\n`);
  // recheck's worker would keep the process running.
  process.exit(faults.length > 0 ? 1 : 0);
}
