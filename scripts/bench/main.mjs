import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Harness } from '../faults/harness.mjs';
import { table } from '../faults/table.mjs';

/**
 * How fast the product is, as ratios to references that run beside it: the limits of the machine, and what a bare server
 * would do. Starts what it needs on ports and folders of its own, and takes it down again.
 *
 *     npm run bench                                  everything
 *     npm run bench -- --only home-nginx,writes      some of it
 *     npm run bench -- --quick                       a shorter form of everything, at most 8 minutes
 *     npm run bench -- --list                        what there is
 *
 * Prints a table and one JSON line (also added to out/bench.ndjson; the products' logs are in out/bench/), and ends with
 * status 0 only when every goal that was run holds. Needs nginx; web-vitals and sign-in-weight need Chromium.
 *
 * A part is a file beside this one whose default export has
 *     name, title    what it is called and what it measures
 *     goal           what has to hold
 *     run            async (context) => ({ holds, measured, details, rows })   measured: one short text for the table,
 *                    details: figures for the JSON line, rows: objects for a table of its own
 *     limitMinutes   optional: after that long the goal counts as missed (10)
 * The context (scripts/faults/harness.mjs): quick, say(sentence), defer(step), and product({ environment, fresh }), the running
 * product, lent again when one runs with the same environment.
 */

const root = join(import.meta.dirname, '../..');
const outDir = join(root, 'out');

/** In this order: what needs an empty machine or a fresh product first, what fills the product's tables last. */
const names = [
  'memory-start',
  'web-vitals',
  'sign-in-weight',
  'home-nginx',
  'home-gateway',
  'home-cold',
  'home-large',
  'admin-lists',
  'writes',
  'upload',
  'pictures',
  'mail',
];

/** What the part under way has started beside the harness; undone when it ends, or when we are told to. */
const underWay = [];
const undo = async () => {
  for (let step = underWay.pop(); step; step = underWay.pop())
    await Promise.resolve(step()).catch((error) => process.stderr.write(`while tidying up: ${error.message}\n`));
};

const loadPart = async (name) => (await import(`./${name}.mjs`)).default;

/** What a part measured, in few words. */
const inWords = ({ measured, details }) =>
  measured ??
  Object.entries(details)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/** Runs one part and never throws: what goes wrong is a goal that is missed. */
async function outcome(harness, part) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1_000);
  process.stdout.write(`\n── ${part.name} ${part.title}\n   ${part.goal}\n`);
  try {
    let result;
    await harness.run({
      name: part.name,
      limitMinutes: part.limitMinutes ?? 10,
      async run(context) {
        context.defer(undo);
        result = await part.run({ ...context, defer: (step) => void underWay.push(step) });
        // A slow product is a sound one: it is lent again.
        return { holds: true };
      },
    });
    if (result.rows?.length > 0) process.stdout.write(`\n${table(result.rows)}\n`);
    return {
      part,
      holds: result.holds === true,
      measured: inWords(result),
      details: result.details,
      seconds: seconds(),
    };
  } catch (error) {
    process.stdout.write(`   ${error.stack}\n`);
    const { message } = error;
    return { part, holds: false, measured: message.split('\n')[0], details: { error: message }, seconds: seconds() };
  }
}

async function main() {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, quick: { type: 'boolean' }, list: { type: 'boolean' } },
  });
  const wanted = values.only?.split(',').map((name) => name.trim());
  const unknown = wanted?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0) {
    process.stderr.write(`There is no ${unknown.join(', ')}; see npm run bench -- --list\n`);
    return 2;
  }
  const parts = await Promise.all(names.filter((name) => !wanted || wanted.includes(name)).map(loadPart));
  if (values.list) {
    process.stdout.write(`${table(parts.map(({ name, title, goal }) => ({ name, title, goal })))}\n`);
    return 0;
  }
  const quick = values.quick === true;
  mkdirSync(join(outDir, 'bench'), { recursive: true });
  const harness = new Harness({ root, quick, logDir: join(outDir, 'bench') });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(
      signal,
      () =>
        void undo()
          .then(() => harness.close())
          .then(() => process.exit(130)),
    );
  const outcomes = [];
  try {
    for (const part of parts) outcomes.push(await outcome(harness, part));
  } finally {
    await harness.close();
  }
  const holds = outcomes.every((each) => each.holds);
  const rows = outcomes.map((each) => ({
    what: each.part.name,
    goal: each.part.goal,
    measured: each.measured,
    holds: each.holds ? 'yes' : 'NO',
    seconds: each.seconds,
  }));
  process.stdout.write(`\n${table(rows)}\n\n`);
  const line = JSON.stringify({
    at: new Date().toISOString(),
    quick,
    holds,
    parts: Object.fromEntries(
      outcomes.map((each) => [each.part.name, { holds: each.holds, seconds: each.seconds, ...each.details }]),
    ),
  });
  process.stdout.write(`${line}\n`);
  appendFileSync(join(outDir, 'bench.ndjson'), `${line}\n`);
  return holds ? 0 : 1;
}

process.exit(await main());
