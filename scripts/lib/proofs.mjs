import { appendFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Harness } from '../faults/harness.mjs';
import { table } from '../faults/table.mjs';

/**
 * Runs proofs against the product and says which hold. A proof is
 *     name    'R-04'
 *     title   a few words
 *     rule    the sentence that has to hold (a benchmark calls it its goal)
 *     run     async (context) => ({ holds, details, rows })   details: figures for the JSON line, rows: objects for a table of its own
 *     limitMinutes   optional: after that long the proof counts as failed
 * The context (faults/harness.mjs):
 *     quick, say(sentence)
 *     product({ environment, fresh })   the running product (faults/product.mjs): url, pids(), kill(role), simulator,
 *         query(sql), signIn(), …; one that runs already with the same environment is lent again unless `fresh`
 *     defer(step)                       is run when the proof has ended, however it ended
 */

const root = join(import.meta.dirname, '../..');
const outDir = join(root, 'out');

/** What the proof under way has started beside its products; undone when it ends, or when we are told to end. */
const underWay = [];
const undo = async () => {
  for (let step = underWay.pop(); step; step = underWay.pop()) {
    try {
      await step();
    } catch (error) {
      process.stderr.write(`while tidying up: ${error.message}\n`);
    }
  }
};

/** Runs one proof and never throws: what goes wrong is a proof that does not hold. */
async function outcomeOf(harness, proof, { sentence, limitMinutes, lendsAgain }) {
  const startedAt = Date.now();
  const ended = (holds, details, measured) => ({
    ...{ proof, holds, details, measured },
    seconds: Math.round((Date.now() - startedAt) / 1_000),
  });
  process.stdout.write(`\n── ${proof.name} ${proof.title}\n   ${proof[sentence]}\n`);
  try {
    let result;
    await harness.run({
      name: proof.name,
      limitMinutes: proof.limitMinutes ?? limitMinutes,
      async run(context) {
        context.defer(undo);
        result = await proof.run({ ...context, defer: (step) => void underWay.push(step) });
        return { holds: lendsAgain || result.holds === true };
      },
    });
    const { holds, details = {}, rows = [], measured } = result;
    if (rows.length > 0) process.stdout.write(`\n${table(rows)}\n`);
    return ended(holds === true, details, measured);
  } catch (error) {
    process.stdout.write(`   ${error.stack}\n`);
    return ended(false, { error: error.message }, error.message.split('\n')[0]);
  }
}

/**
 * The command: `--only NAME,NAME`, `--quick`, `--list`. Prints a table and JSON lines, also added to a file in out/; the
 * products' logs are in out/<command>/.
 * @param {object} options
 * @param {string} options.command its npm script
 * @param {object[]} options.proofs in the order in which they run
 * @param {string} options.sentence the property of a proof that says what has to hold
 * @param {number} options.limitMinutes for proofs that name none
 * @param {boolean} [options.lendsAgain] products are lent again after a proof that does not hold
 * @param {string} options.file of out/, where the lines are kept
 * @param options.row (outcome) => what the table tells of it, beside whether it holds and how long it took
 * @param options.lines (outcomes, quick) => the objects of the JSON lines
 * @returns the exit status: 0 only when every proof that was run holds
 */
export async function prove({ command, proofs, file, row, lines, ...manner }) {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, quick: { type: 'boolean' }, list: { type: 'boolean' } },
  });
  const isNamed = (name) => (proof) => proof.name.toLowerCase() === name.toLowerCase();
  const wanted = values.only?.split(',').map((name) => name.trim());
  const unknown = wanted?.filter((name) => !proofs.some(isNamed(name))) ?? [];
  if (unknown.length > 0) {
    process.stderr.write(`There is no ${unknown.join(', ')}; see npm run ${command} -- --list\n`);
    return 2;
  }
  const chosen = proofs.filter((proof) => !wanted || wanted.some((name) => isNamed(name)(proof)));
  if (values.list) {
    const { sentence } = manner;
    process.stdout.write(
      `${table(chosen.map((proof) => ({ name: proof.name, title: proof.title, [sentence]: proof[sentence] })))}\n`,
    );
    return 0;
  }
  const quick = values.quick === true;
  mkdirSync(join(outDir, command), { recursive: true });
  const harness = new Harness({ root, quick, logDir: join(outDir, command) });
  const end = async () => {
    await undo();
    await harness.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => void end().then(() => process.exit(130)));
  const outcomes = [];
  try {
    for (const proof of chosen) outcomes.push(await outcomeOf(harness, proof, manner));
  } finally {
    await end();
  }
  const summary = outcomes.map((outcome) => ({
    ...row(outcome),
    holds: outcome.holds ? 'yes' : 'NO',
    seconds: outcome.seconds,
  }));
  process.stdout.write(`\n${table(summary)}\n\n`);
  for (const line of lines(outcomes, quick).map((entry) => JSON.stringify(entry))) {
    process.stdout.write(`${line}\n`);
    appendFileSync(join(outDir, file), `${line}\n`);
  }
  return outcomes.length > 0 && outcomes.every(({ holds }) => holds) ? 0 : 1;
}

/** As `prove` for the rules that the files of a directory export, with a JSON line for each in out/acceptance.ndjson. */
export async function runProofs({ directory, pattern, command }) {
  const files = readdirSync(directory).filter((file) => pattern.test(file));
  const rules = await Promise.all(files.map((file) => import(join(directory, file))));
  return prove({
    command,
    proofs: rules.sort((a, b) => a.name.localeCompare(b.name)),
    sentence: 'rule',
    limitMinutes: 20,
    file: 'acceptance.ndjson',
    row: ({ proof }) => ({ rule: proof.name, what: proof.title }),
    lines: (outcomes) =>
      outcomes.map(({ proof, holds, seconds, details }) => ({
        id: proof.name,
        pass: holds,
        seconds,
        figures: details,
      })),
  });
}
