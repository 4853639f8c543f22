import { ensureInstalled } from './install.mjs';

/**
 * Installs the dependencies before a script imports packages, so that it runs from a fresh clone. Two ways to use it:
 * `node --import ./scripts/lib/installed.mjs SCRIPT` in package.json, or `import '../lib/installed.mjs'` followed by
 * `await import(…)` in scripts that users run by path: Node resolves static imports before it evaluates anything.
 */
try {
  ensureInstalled();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
