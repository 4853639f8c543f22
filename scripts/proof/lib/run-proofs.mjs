import { appendFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../lib/checkout.mjs';
import { until } from '../../lib/until.mjs';
import { Products } from './product-under-test.mjs';

/**
 * Runs proofs against the product and reports which hold. A proof is
 *     name    'R-04'
 *     title   a few words
 *     rule    the sentence that must hold (a benchmark calls it its goal)
 *     run     async (context) => metrics for the JSON line; a benchmark returns { passed, measured, details, rows }
 *     limitMinutes   optional: after this time the proof fails
 * The context:
 *     quick, values (the command line's options), log(sentence)
 *     checks      that(condition, sentence), eventually(condition, sentence): a rule holds when no check failed
 *     rows        objects for a separate table; if there are none, the table lists the failed checks
 *     product({ environment, fresh })   the running product (product.mjs): url, pids(), kill(role), simulator,
 *         query(sql), signIn(), …; a product already running with the same environment is reused unless `fresh`
 *     defer(step) runs the step when the proof has ended, whether or not it failed
 */

class Checks {
  #failed = [];

  /** Returns the condition. */
  that(condition, sentence) {
    if (condition !== true) this.#failed.push(sentence);
    return condition === true;
  }

  /** Takes the `options` of `until`. */
  async eventually(condition, sentence, options) {
    const met = until(sentence, condition, options).then(
      () => true,
      () => false,
    );
    return this.that(await met, sentence);
  }

  get allPassed() {
    return this.#failed.length === 0;
  }

  get failed() {
    return [...new Set(this.#failed)];
  }
}

const outDir = join(root, 'out');
const print = (text) => void process.stdout.write(`${text}\n`);

/** Cleanup steps of the current proof; run when it ends or is interrupted. */
const cleanupSteps = [];
async function undo() {
  for (let step = cleanupSteps.pop(); step; step = cleanupSteps.pop()) {
    try {
      await step();
    } catch (error) {
      // Doesn't change the proof's result.
      print(`during cleanup: ${error.message}`);
    }
  }
}

/** Formats a plain-text table with a header row. */
function table(rows) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const text = (value) => (value === undefined || value === null ? '' : String(value));
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => text(row[name]).length)));
  const isNumber = names.map((name) => rows.every((row) => ['number', 'undefined'].includes(typeof row[name])));
  const line = (cells) =>
    cells
      .map((cell, index) => (isNumber[index] ? cell.padStart(widths[index]) : cell.padEnd(widths[index])))
      .join('  ')
      .trimEnd();
  return [
    line(names),
    line(widths.map((width) => '─'.repeat(width))),
    ...rows.map((row) => line(names.map((name) => text(row[name])))),
  ].join('\n');
}

async function withinMinutes(minutes, work) {
  let timer;
  const tooLong = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not finished after ${minutes} minutes`)), minutes * 60_000);
  });
  return Promise.race([work, tooLong]).finally(() => clearTimeout(timer));
}

/** Runs one proof and never throws: an error means that the proof does not hold. */
async function runProof(products, proof, { quick, values, sentence, limitMinutes, reusesAfterFailure, resultOf }) {
  const startedAt = Date.now();
  print(`\n── ${proof.name} ${proof.title}\n   ${proof[sentence]}`);
  const lent = [];
  const context = {
    quick,
    values,
    checks: new Checks(),
    rows: [],
    log: (text) => print(`   ${new Date().toTimeString().slice(0, 8)} ${text}`),
    defer: (step) => void cleanupSteps.push(step),
    async product(options) {
      const product = await products.lend(proof.name, options);
      lent.push(product);
      return product;
    },
  };
  let result;
  try {
    result = resultOf(await withinMinutes(proof.limitMinutes ?? limitMinutes, proof.run(context)), context);
    if (result.rows?.length > 0) print(`\n${table(result.rows)}`);
  } catch (error) {
    print(`   ${error.stack}`);
    result = { passed: false, details: { error: error.message }, measured: error.message.split('\n')[0] };
  }
  cleanupSteps.unshift(() => products.takeBack(lent, { isClean: reusesAfterFailure || result.passed === true }));
  await undo();
  const { passed, details = {}, measured } = result;
  return { proof, passed: passed === true, details, measured, seconds: Math.round((Date.now() - startedAt) / 1_000) };
}

/**
 * Runs the command with `--only NAME,NAME`, `--quick`, `--list`. Prints a table and JSON lines; product logs are in
 * out/<command>/.
 * @param {object} options
 * @param {string} options.command its npm script
 * @param {object[]} options.proofs in running order
 * @param {string} options.sentence the property of a proof that states its rule
 * @param {number} options.limitMinutes default time limit of a proof
 * @param {boolean} [options.reusesAfterFailure] reuses products even after a proof that does not hold
 * @param options.resultOf (result of run, context) => { passed, measured, details, rows }
 * @param {object} [options.options] more command-line options, as in `parseArgs`
 * @param {string} options.file in out/, to which the JSON lines are appended
 * @param options.row (outcome) => its extra table columns
 * @param options.lines (outcomes, quick) => the objects of the JSON lines
 * @returns the exit status: 0 only when every proof that ran holds
 */
export async function prove({ command, proofs, file, row, lines, options, ...kind }) {
  const { values } = parseArgs({
    options: { ...options, only: { type: 'string' }, quick: { type: 'boolean' }, list: { type: 'boolean' } },
  });
  const isNamed = (name) => (proof) => proof.name.toLowerCase() === name.toLowerCase();
  const requested = values.only?.split(',').map((name) => name.trim());
  const unknown = requested?.filter((name) => !proofs.some(isNamed(name))) ?? [];
  if (unknown.length > 0) {
    process.stderr.write(`Unknown: ${unknown.join(', ')}; see npm run ${command} -- --list\n`);
    return 2;
  }
  const selected = proofs.filter((proof) => !requested || requested.some((name) => isNamed(name)(proof)));
  if (values.list) {
    const { sentence } = kind;
    print(table(selected.map((proof) => ({ name: proof.name, title: proof.title, [sentence]: proof[sentence] }))));
    return 0;
  }
  const quick = values.quick === true;
  const logDir = join(outDir, command);
  mkdirSync(logDir, { recursive: true });
  const products = new Products(logDir);
  const end = async () => {
    await undo();
    await products.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => void end().then(() => process.exit(130)));
  const outcomes = [];
  try {
    for (const proof of selected) outcomes.push(await runProof(products, proof, { ...kind, quick, values }));
  } finally {
    await end();
  }
  const summary = outcomes.map((outcome) => ({
    ...row(outcome),
    passed: outcome.passed ? 'yes' : 'NO',
    seconds: outcome.seconds,
  }));
  print(`\n${table(summary)}\n`);
  for (const line of lines(outcomes, quick).map((entry) => JSON.stringify(entry))) {
    print(line);
    appendFileSync(join(outDir, file), `${line}\n`);
  }
  return outcomes.length > 0 && outcomes.every(({ passed }) => passed) ? 0 : 1;
}

/** Calls `prove` with the rules exported by `r-NN.mjs` and `s-NN.mjs` files below a folder. */
export async function proveRules({ directory, command }) {
  const files = readdirSync(directory, { recursive: true }).filter((file) => /(^|\/)[rs]-\d+-[\w-]+\.mjs$/.test(file));
  const rules = await Promise.all(files.map((file) => import(join(directory, file))));
  return prove({
    command,
    proofs: rules.sort((a, b) => a.name.localeCompare(b.name)),
    sentence: 'rule',
    limitMinutes: 20,
    resultOf: (metrics, { checks, rows }) => ({
      passed: checks.allPassed,
      details: { ...metrics, failed: checks.failed },
      rows: rows.length > 0 ? rows : checks.failed.map((what) => ({ what })),
    }),
    file: 'acceptance.ndjson',
    row: ({ proof }) => ({ rule: proof.name, what: proof.title }),
    lines: (outcomes) =>
      outcomes.map(({ proof, passed, seconds, details }) => ({
        id: proof.name,
        pass: passed,
        seconds,
        metrics: details,
      })),
  });
}
