import { runProofs } from '../lib/proofs.mjs';

/**
 * What the product withstands: starts it against simulated providers and attacks it as `npm run faults` breaks it, with the
 * same harness. Every attack is a file s-NN.mjs beside this one that exports what a fault does (scripts/lib/proofs.mjs).
 *
 *     npm run attacks                        everything
 *     npm run attacks -- --only S-03,S-16    some of it
 *     npm run attacks -- --quick             a shorter form of everything, at most 8 minutes
 *     npm run attacks -- --list              what there is
 */
process.exit(await runProofs({ directory: import.meta.dirname, pattern: /^[sr]-\d+\.mjs$/, command: 'attacks' }));
