import { prove } from './lib/proofs.mjs';

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
 * status 0 only when every goal that was run holds. Needs nginx; inner-loop, web-vitals, second-visit, sign-in-weight, radar, county-pages and editors-desk need Chromium.
 *
 * A part is a file in bench/ that exports a `benchmark`: a proof as lib/proofs.mjs describes it, with a `goal` for a rule. Its run
 * answers { holds, measured, details, rows }: one short text for the table, figures for the JSON line, a table of its own.
 */

/** In this order: first what needs an idle machine or a fresh product, last what fills the product's tables. */
const names = [
  'memory-start',
  'idle',
  'web-vitals',
  'inner-loop',
  'second-visit',
  'sign-in-weight',
  'radar',
  'county-pages',
  'editors-desk',
  'home-nginx',
  'home-gateway',
  'home-cold',
  'home-large',
  'admin-lists',
  'writes',
  'upload',
  'pictures',
  'push-fan-out',
  'mail',
  'alert-latency',
  'alert-streams',
  'wire-latency',
  'warning-beside-mail',
];

/** What a part measured, in a few words. */
const inWords = ({ measured, details }) =>
  measured ??
  Object.entries(details)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

const parts = await Promise.all(names.map(async (name) => (await import(`./bench/${name}.mjs`)).benchmark));

process.exit(
  await prove({
    command: 'bench',
    proofs: parts,
    sentence: 'goal',
    limitMinutes: 10,
    // A product that missed its goal is slow, not broken.
    lendsAgain: true,
    resultOf: (result) => result,
    file: 'bench.ndjson',
    row: (outcome) => ({ what: outcome.proof.name, goal: outcome.proof.goal, measured: inWords(outcome) }),
    lines: (outcomes, quick) => [
      {
        at: new Date().toISOString(),
        quick,
        holds: outcomes.every(({ holds }) => holds),
        parts: Object.fromEntries(
          outcomes.map(({ proof, holds, seconds, details }) => [proof.name, { holds, seconds, ...details }]),
        ),
      },
    ],
  }),
);
