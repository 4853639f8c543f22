import { runProofs } from '../lib/proofs.mjs';

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

process.exit(await runProofs({ directory: import.meta.dirname, pattern: /^r-\d+\.mjs$/, command: 'faults' }));
