import { ensureInstalled } from './install-dependencies.mjs';

/**
 * Installs the dependencies before a script imports packages. Use `node --import ./scripts/lib/ensure-dependencies.mjs SCRIPT` in
 * package.json. Scripts that users run by path use `import './ensure-dependencies.mjs'` followed by `await import(…)`,
 * because Node resolves static imports first.
 */
try {
  ensureInstalled();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
