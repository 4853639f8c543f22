import { appendFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Harness } from './harness.mjs';
import { table } from './table.mjs';

/**
 * What the product survives, shown instead of claimed: starts it against simulated providers on ports and a folder of its
 * own, breaks something, watches what visitors get, and says whether the rule held.
 *
 *     npm run faults                        everything (about an hour)
 *     npm run faults -- --only    some of it
 *     npm run faults -- --quick             a shorter form of everything, at most 8 minutes
 *     npm run faults -- --list              what there is
 *
 * Prints a table and one JSON line per rule (also added to out/acceptance.ndjson; the logs of the products are in
 * out/faults/), and ends with status 0 only when every rule that was run holds.
 *
 * A rule is a file r-NN.mjs beside this one that exports
 *     name    'R-04'
 *     title   a few words
 *     rule    the sentence that has to hold
 *     run     async (context) => ({ holds, details, rows })   details: figures for the JSON line, rows: objects for the table
 *     limitMinutes   optional: after that long the rule counts as broken (20)
 * The context (harness.mjs):
 *     quick, say(sentence)
 *     product({ environment, fresh })   the running product (product.mjs): url, pids(), kill(role), simulator, query(sql),
 *         signIn(), …; one that runs already with the same environment is lent again unless `fresh` (then it is the rule's alone)
 *     defer(step)                       is run when the rule has ended, however it ended
 * and beside it: load.mjs (constant rate, bursts; what was answered and how fast), ledger.mjs (acknowledged writes and what
 * became of them), until.mjs (waiting for a condition), checks.mjs (collecting what did not hold).
 */

const root = join(import.meta.dirname, '../..');
const outDir = join(root, 'out');

/** The rules beside this file by their names, each read only when it is run. */
const ruleFiles = new Map(
  readdirSync(import.meta.dirname)
    .filter((file) => /^r-\d+\.mjs$/.test(file))
    .sort()
    .map((file) => [file.replace('.mjs', '').toUpperCase(), file]),
);
const load = (name) => import(`./${ruleFiles.get(name)}`);

/** Runs one rule and never throws: what goes wrong is a rule that does not hold. */
async function outcome(harness, rule) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1_000);
  process.stdout.write(`\n── ${rule.name} ${rule.title}\n   ${rule.rule}\n`);
  try {
    const { holds, details = {}, rows = [] } = await harness.run(rule);
    if (rows.length > 0) process.stdout.write(`\n${table(rows)}\n`);
    return { id: rule.name, pass: holds === true, seconds: seconds(), figures: details };
  } catch (error) {
    process.stdout.write(`   ${error.stack}\n`);
    return { id: rule.name, pass: false, seconds: seconds(), figures: { error: error.message } };
  }
}

async function main() {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, quick: { type: 'boolean' }, list: { type: 'boolean' } },
  });
  const wanted = values.only?.split(',').map((name) => name.trim().toUpperCase()) ?? [...ruleFiles.keys()];
  const unknown = wanted.filter((name) => !ruleFiles.has(name));
  if (unknown.length > 0) {
    process.stderr.write(`There is no rule ${unknown.join(', ')}; see npm run faults -- --list\n`);
    return 2;
  }
  const rules = await Promise.all(wanted.map(load));
  if (values.list) {
    process.stdout.write(`${table(rules.map(({ name, title, rule }) => ({ name, title, rule })))}\n`);
    return 0;
  }
  mkdirSync(join(outDir, 'faults'), { recursive: true });
  const harness = new Harness({ root, quick: values.quick === true, logDir: join(outDir, 'faults') });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => void harness.close().then(() => process.exit(130)));
  const outcomes = [];
  try {
    for (const rule of rules) outcomes.push(await outcome(harness, rule));
  } finally {
    await harness.close();
  }
  const titles = new Map(rules.map(({ name, title }) => [name, title]));
  const summary = outcomes.map(({ id, pass, seconds }) => ({
    rule: id,
    what: titles.get(id),
    holds: pass ? 'yes' : 'NO',
    seconds,
  }));
  process.stdout.write(`\n${table(summary)}\n\n`);
  for (const line of outcomes.map((entry) => JSON.stringify(entry))) {
    process.stdout.write(`${line}\n`);
    appendFileSync(join(outDir, 'acceptance.ndjson'), `${line}\n`);
  }
  return outcomes.length > 0 && outcomes.every(({ pass }) => pass) ? 0 : 1;
}

process.exit(await main());
