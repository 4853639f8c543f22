import { ensureInstalled } from './install-dependencies.mjs';

/** Like `ensure-dependencies.mjs`, with the tools: linters, tests, proofs and generators. */
try {
  ensureInstalled({ hasTools: true });
} catch (error) {
  process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
  process.exit(1);
}
