/**
 * Module hooks that load services from their sources: they resolve `.js` to `.ts`, choose the `source` condition of
 * exports, and compile with swc. Compiled modules are cached on disk by content.
 *
 * An import with `?fresh=N` loads a separate copy per N of the module and its project imports. Packages are shared.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from '@swc/core';
import { stateFolder } from '../../regions/choice.mjs';
import { root } from '../lib/checkout.mjs';

const cache = join(root, 'node_modules/.cache/sources');
mkdirSync(cache, { recursive: true });

const isProjectSource = (/** @type {string} */ url) => url.startsWith('file:') && !url.includes('/node_modules/');
const freshOf = (/** @type {string} */ url) => /[?&](fresh=\w+)/.exec(url)?.[1];
const state = pathToFileURL(join(stateFolder(), sep)).href;

/** Replaces packages, and modules that depend on the chosen state. @param {string} specifier */
function replaced(specifier) {
  const [, folder, name] = /^@site\/regions\/(chosen|data)\/(.*)$/.exec(specifier) ?? [];
  if (folder) return `${state}${name}${folder === 'chosen' ? '.ts' : ''}`;
  if (specifier === '@jest/globals') return new URL('./globals.mjs', import.meta.url).href;
  return undefined;
}

/**
 * Returns the TypeScript source of a relative `.js` import, if there is one.
 * @param {string} specifier
 * @param {string} parentURL
 */
function sourceOf(specifier, parentURL) {
  if (!/^\.{1,2}\/.*\.js$/.test(specifier)) return undefined;
  const url = new URL(specifier.replace(/js$/, 'ts'), parentURL);
  return existsSync(url) ? url.href : undefined;
}

/**
 * @param {string} specifier
 * @param {import('node:module').ResolveHookContext} context
 * @param {(specifier: string, context?: Partial<import('node:module').ResolveHookContext>) => Promise<import('node:module').ResolveFnOutput>} next
 */
export async function resolve(specifier, context, next) {
  const { parentURL, conditions } = context;
  if (!parentURL || !isProjectSource(parentURL)) return next(specifier, context);
  const sourceUrl = replaced(specifier) ?? sourceOf(specifier, parentURL);
  const found = sourceUrl
    ? { url: sourceUrl, shortCircuit: true }
    : await next(specifier, { ...context, conditions: ['source', ...conditions] });
  const fresh = freshOf(parentURL);
  if (!fresh || !isProjectSource(found.url) || freshOf(found.url)) return found;
  return { ...found, url: `${found.url}${found.url.includes('?') ? '&' : '?'}${fresh}` };
}

/** @type {import('@swc/core').Options} */
const settings = { configFile: join(root, '.swcrc'), sourceMaps: 'inline' };

/** @param {string} path */
async function compiled(path) {
  const text = readFileSync(path, 'utf8');
  const key = createHash('sha256').update(`${path}\n${text}`).digest('hex').slice(0, 32);
  const file = join(cache, `${key}.js`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const { code } = await transform(text, { ...settings, filename: path });
  // Atomic: other processes read it.
  writeFileSync(`${file}.${process.pid}`, code);
  renameSync(`${file}.${process.pid}`, file);
  return code;
}

/**
 * @param {string} url
 * @param {import('node:module').LoadHookContext} context
 * @param {(url: string, context?: Partial<import('node:module').LoadHookContext>) => Promise<import('node:module').LoadFnOutput>} next
 */
export async function load(url, context, next) {
  if (!isProjectSource(url) || !/\.ts(\?|$)/.test(url)) return next(url, context);
  return { format: 'module', source: await compiled(fileURLToPath(url)), shortCircuit: true };
}
