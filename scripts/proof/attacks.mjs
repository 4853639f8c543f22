import { join } from 'node:path';
import { proveRules } from './lib/run-proofs.mjs';

/**
 * Attacks the product with simulated providers. Each attack is a file s-NN.mjs or r-NN.mjs below attacks/
 * (lib/run-proofs.mjs).
 *
 *     npm run attacks                        all attacks
 *     npm run attacks -- --only S-01,S-13    some attacks
 *     npm run attacks -- --quick             a shorter form of all attacks, at most 8 minutes
 *     npm run attacks -- --list              lists the attacks
 */
process.exit(await proveRules({ directory: join(import.meta.dirname, 'attacks'), command: 'attacks' }));
