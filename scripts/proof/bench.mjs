import { prove } from './lib/run-proofs.mjs';

/**
 * Measures the product's speed as ratios to references that run beside it: the limits of the machine, and a bare
 * server. Starts what it needs on separate ports and folders, and removes it afterwards.
 *
 *     npm run bench                                  all benchmarks
 *     npm run bench -- --only home-nginx,writes      some benchmarks
 *     npm run bench -- --quick                       a shorter form of all benchmarks, at most 8 minutes
 *     npm run bench -- --list                        lists the benchmarks
 *     npm run bench -- --only nowcast --sequence FOLDER --json FILE
 *                                                    forecasts of another radar sequence; writes the figures
 *
 * Prints a table and one JSON line (also appended to out/bench.ndjson; the products' logs are in out/bench/). Exits
 * with 0 only if every measured goal is met. Needs nginx; inner-loop, vitals, pages, radar and editor-tasks need Chromium.
 *
 * Each file in bench/ exports a `benchmark`, or several `benchmarks`: proofs as described in lib/run-proofs.mjs, with a
 * `goal` as their rule. A run returns { passed, measured, details, rows }: a short text for the summary (default: the
 * details), metrics for the JSON line, and rows for a separate table.
 */

/**
 * In this order: benchmarks that need an idle machine or a fresh product first, those that fill the product's tables
 * last.
 */
const files = [
  'nowcast',
  'memory-start',
  'idle',
  'inner-loop',
  'vitals',
  'pages',
  'documents-busy',
  'radar',
  'editor-tasks',
  'home-hot',
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
  'nwws-latency',
  'warning-beside-mail',
];

const formatMeasured = ({ measured, details }) =>
  measured ??
  Object.entries(details)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

const modules = await Promise.all(files.map((file) => import(`./bench/${file}.mjs`)));
const parts = modules.flatMap(({ benchmark, benchmarks = [benchmark] }) => benchmarks);

process.exit(
  await prove({
    command: 'bench',
    proofs: parts,
    sentence: 'goal',
    limitMinutes: 10,
    // A product that misses its goal is slow, not broken.
    reusesAfterFailure: true,
    options: { sequence: { type: 'string' }, json: { type: 'string' } },
    resultOf: (result) => result,
    file: 'bench.ndjson',
    row: (outcome) => ({ what: outcome.proof.name, goal: outcome.proof.goal, measured: formatMeasured(outcome) }),
    lines: (outcomes, quick) => [
      {
        at: new Date().toISOString(),
        quick,
        passed: outcomes.every(({ passed }) => passed),
        parts: Object.fromEntries(
          outcomes.map(({ proof, passed, seconds, details }) => [proof.name, { passed, seconds, ...details }]),
        ),
      },
    ],
  }),
);
