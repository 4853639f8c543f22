import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from '@swc/core';
import { stateFolder } from '../../state/choice.mjs';
import { root } from './checkout.mjs';

/**
 * Module hooks that load workspaces from their sources: they resolve `.js` to `.ts` and `.tsx`, choose the `source` condition of
 * exports, and compile with swc. Compiled modules are cached on disk by content.
 *
 * An import with `?fresh=N` loads the module, and every module of the project below it, apart from other Ns. Packages are shared.
 */

const cache = join(root, 'node_modules/.cache/sources');
mkdirSync(cache, { recursive: true });

const isOurs = (url) =>
  url.startsWith('file:') && (!url.includes('/node_modules/') || url.includes('/node_modules/@testing-library/'));
const freshOf = (url) => /[?&](fresh=\w+)/.exec(url ?? '')?.[1];
const isPage = (url) => url.startsWith(pages);
const pages = pathToFileURL(join(root, 'web', sep)).href;
const state = pathToFileURL(join(stateFolder(), sep)).href;
const testing = (file) => new URL(`../testing/${file}`, import.meta.url).href;

/** What pages import and bundlers turn into an address. */
const isAsset = /\.(css|svg|png|jpg|webp|woff2|json\?url)(\?.*)?$/;

const sourceOf = (url) => {
  const [, base] = /^(.*)\.js$/.exec(url) ?? [];
  if (!base) return url;
  const path = fileURLToPath(base);
  const ending = ['.ts', '.tsx'].find((each) => existsSync(path + each));
  return ending ? base + ending : url;
};

function replaced(specifier, parentURL) {
  const [, chosen] = /^@site\/state\/chosen\/(.*)$/.exec(specifier) ?? [];
  if (chosen) return `${state}${chosen}.ts`;
  const [, data] = /^@site\/state\/data\/([^?]*)$/.exec(specifier) ?? [];
  if (data) return state + data;
  if (specifier === '@jest/globals') return testing('globals.mjs');
  if (!isPage(parentURL)) return undefined;
  if (isAsset.test(specifier)) return new URL('src/testing/asset-stub.ts', pages).href;
  // All icons in one file: one by one, they would be fifteen hundred modules.
  if (specifier === 'lucide-react')
    return pathToFileURL(join(root, 'node_modules/lucide-react/dist/cjs/lucide-react.js')).href;
  return undefined;
}

export async function resolve(specifier, context, next) {
  const { parentURL } = context;
  if (!parentURL || !isOurs(parentURL)) {
    const found = await next(specifier, context);
    return found;
  }
  const fresh = freshOf(parentURL);
  const marked = (url) =>
    fresh && isOurs(url) && !freshOf(url) ? `${url}${url.includes('?') ? '&' : '?'}${fresh}` : url;
  const given = replaced(specifier, parentURL);
  if (given) return { url: marked(given), shortCircuit: true };
  if (/^\.{1,2}\//.test(specifier)) {
    const { href } = new URL(specifier, parentURL);
    const source = sourceOf(href);
    if (source !== href) return { url: marked(source), shortCircuit: true };
  }
  const found = await next(specifier, { ...context, conditions: ['source', ...context.conditions] });
  return { ...found, url: marked(found.url) };
}

const options = (path) => ({
  swcrc: false,
  configFile: false,
  filename: path,
  sourceMaps: 'inline',
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true, tsx: path.endsWith('.tsx') },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      react: { runtime: 'automatic' },
    },
    keepClassNames: true,
  },
  module: { type: 'es6' },
});

async function compiled(path) {
  const text = readFileSync(path, 'utf8');
  const key = createHash('sha256').update(`1\n${path}\n${text}`).digest('hex').slice(0, 32);
  const file = join(cache, `${key}.js`);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const { code } = await transform(text, options(path));
    writeFileSync(`${file}.${process.pid}`, code);
    renameSync(`${file}.${process.pid}`, file);
    return code;
  }
}

export async function load(url, context, next) {
  if (!isOurs(url) || !/\.tsx?(\?|$)/.test(url)) return next(url, context);
  return { format: 'module', source: await compiled(fileURLToPath(url)), shortCircuit: true };
}
