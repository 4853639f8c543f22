/** Regenerates the types of changed contracts in development. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../lib/checkout.mjs';

const folder = join(root, 'proto');

const contracts = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.proto') && !path.startsWith('node_modules'))
    .map((path) => path.split(sep).join('/'));

const typesOf = (/** @type {string} */ contract) => join(folder, 'gen/nest', contract.replace(/\.proto$/, '.ts'));

/**
 * Generates the types of contracts saved since the last run, in a separate process.
 * @returns the contracts, below proto/
 * @throws with buf's error message
 */
export async function generateStaleContracts() {
  const stale = contracts().filter((contract) => {
    const types = typesOf(contract);
    return !existsSync(types) || statSync(types).mtimeMs < statSync(join(folder, contract)).mtimeMs;
  });
  if (stale.length === 0) return [];
  const script = `import { generateContracts } from './scripts/proto.mjs'; generateContracts({ files: process.argv.slice(1) });`;
  // Without any generated types, regenerates all.
  const files = existsSync(join(folder, 'gen/nest')) ? stale : [];
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, ...files], { cwd: root });
  } catch (error) {
    const { message, stderr } = /** @type {Error & { stderr: string }} */ (error);
    throw new Error(/Error: ([\s\S]*?)\n\s+at /.exec(stderr)?.[1] ?? message);
  }
  return stale;
}

/** Includes the types of its importers, as module names that services import. @param {string} path */
export function typesReachedBy(path) {
  const reached = new Set([relative(folder, path).split(sep).join('/')]);
  const imports = contracts().map((contract) => {
    const text = readFileSync(join(folder, contract), 'utf8');
    return {
      contract,
      imported: Array.from(text.matchAll(/^import\s+(?:public\s+)?"([^"]+)"/gm), ([, name = '']) => name),
    };
  });
  for (let before = -1; before !== reached.size;) {
    before = reached.size;
    for (const { contract, imported } of imports) if (imported.some((name) => reached.has(name))) reached.add(contract);
  }
  return [...reached].map((contract) => `@site/proto/gen/nest/${contract.replace(/\.proto$/, '')}`);
}
