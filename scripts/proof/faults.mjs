import { join } from 'node:path';
import { proveRules } from './lib/run-proofs.mjs';

/**
 * Starts the product with simulated providers, injects faults, and reports whether each rule held.
 *
 *     npm run faults                        all rules
 *     npm run faults -- --only    some rules
 *     npm run faults -- --quick             a shorter form of all rules, at most 8 minutes
 *     npm run faults -- --list              lists the rules
 *
 * Prints a table and one JSON line per rule (also appended to out/acceptance.ndjson), and exits with 0 only if every
 * tested rule holds. Each rule is a file faults/r-NN.mjs (lib/run-proofs.mjs).
 */
process.exit(await proveRules({ directory: join(import.meta.dirname, 'faults'), command: 'faults' }));
