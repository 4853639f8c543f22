import { join } from 'node:path';
import { proveRules } from './lib/proofs.mjs';

/**
 * What the product withstands: starts it with simulated providers and attacks it. Each attack is a file s-NN.mjs or r-NN.mjs
 * below attacks/; what it exports is told in lib/proofs.mjs.
 *
 *     npm run attacks                        everything
 *     npm run attacks -- --only S-03,S-16    some of it
 *     npm run attacks -- --quick             a shorter form of everything, at most 8 minutes
 *     npm run attacks -- --list              what there is
 */
process.exit(await proveRules({ directory: join(import.meta.dirname, 'attacks'), command: 'attacks' }));
