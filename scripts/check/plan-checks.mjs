import { dirname } from 'node:path';
import { withImporters } from './import-graph.mjs';

/** Tests further away cover a whole application: page tests import every component. */
const maxImportDistance = 2;
const maxTests = 40;

const isTest = (/** @type {string} */ path) => /\.test\.tsx?$/.test(path);
/** These need a built product and a browser, and take minutes. @param {string} path */
const isBrowserTest = (path) => path.startsWith('tests/e2e/');
const generatedFrom = (/** @type {string} */ path) => {
  const [, contract] = /^proto\/(.+)\.proto$/.exec(path) ?? [];
  return contract ? ['nest', 'web'].map((kind) => `proto/gen/${kind}/${contract}.ts`) : [];
};

/**
 * Decides what to lint and test for a change.
 * @param {{ changed: string[], deleted: string[] }} files from `changedFiles`
 * @param {ReturnType<typeof import('./import-graph.mjs').readImports>} imports
 * @returns {{ lint: string[], tests: string[], left: string[] }} files to lint; test files to run, nearest first, and
 * those left to CI
 */
export function planChecks({ changed, deleted }, { projects, importers, unresolved }) {
  const sources = [...changed, ...changed.flatMap(generatedFrom)];
  const broken = deleted.length > 0 ? [...unresolved] : [];
  const affected = withImporters([...sources, ...broken], importers);
  const lint = changed.filter((path) => /\.([cm]?js|tsx?)$/.test(path));

  const folders = new Set([...changed, ...deleted].filter((path) => /\.([cm]?tsx?|mjs)$/.test(path)).map(dirname));
  /** @param {string} path */
  const distanceOf = (path) => Math.min(affected.get(path) ?? Infinity, folders.has(dirname(path)) ? 1 : Infinity);
  const related = [...new Set([...projects.values()].flatMap((files) => [...files]))]
    .filter((path) => isTest(path) && distanceOf(path) < Infinity)
    .sort((one, other) => distanceOf(one) - distanceOf(other) || (one < other ? -1 : 1));
  const tests = related
    .filter((path) => distanceOf(path) <= maxImportDistance && !isBrowserTest(path))
    .slice(0, maxTests);
  return { lint, tests, left: related.filter((path) => !tests.includes(path)) };
}
