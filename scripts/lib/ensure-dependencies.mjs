import { ensureInstalled } from './install-dependencies.mjs';

/**
 * Installs the packages that building, running and operating the product needs, before a script imports them. Scripts
 * that users run by path use `import './ensure-dependencies.mjs'` followed by `await import(…)`, because Node resolves
 * static imports first. Scripts that need tools, such as test runners, use `ensure-tools.mjs`.
 */
try {
  ensureInstalled();
} catch (error) {
  process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
  process.exit(1);
}
