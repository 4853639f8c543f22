import { text } from 'node:stream/consumers';
import { ESLint } from 'eslint';
import { root } from '../lib/checkout.mjs';

/**
 * Lints files and prints what is wrong.
 * @param {string[]} files paths below the root
 * @param {import('eslint').Linter.Config} [config] goes before that of the project
 * @returns {Promise<boolean>} whether nothing is
 */
export async function lintFiles(files, config) {
  if (files.length === 0) return true;
  const eslint = new ESLint({ cwd: root, warnIgnored: false, overrideConfig: config });
  const results = await eslint.lintFiles(files);
  const formatter = await eslint.loadFormatter('stylish');
  process.stdout.write(await formatter.format(results));
  return results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
}

if (process.argv[1] === import.meta.filename)
  process.exit((await lintFiles(JSON.parse(await text(process.stdin)))) ? 0 : 1);
