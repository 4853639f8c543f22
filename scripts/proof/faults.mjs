import { join } from 'node:path';
import { proveRules } from './lib/proofs.mjs';

/**
 * What the product survives: starts it with simulated providers on ports and in a folder of its own, breaks something, watches
 * what visitors get, and says whether the rule held.
 *
 *     npm run faults                        everything (about an hour)
 *     npm run faults -- --only    some of it
 *     npm run faults -- --quick             a shorter form of everything, at most 8 minutes
 *     npm run faults -- --list              what there is
 *
 * Prints a table and one JSON line per rule (also added to out/acceptance.ndjson; the logs of the products are in
 * out/faults/), and ends with status 0 only when every rule that was run holds. Each rule is a file faults/r-NN.mjs; what it
 * exports is told in lib/proofs.mjs. lib/ also has load (constant rate, bursts; what was answered and how fast), the ledger
 * (acknowledged writes and what became of them), senders of warnings by themselves (push-house) and nginx, Redis and files to
 * attack with.
 */
process.exit(await proveRules({ directory: join(import.meta.dirname, 'faults'), command: 'faults' }));
