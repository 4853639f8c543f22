import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Removes library code that no page uses but the bundler can't prove unused. */

/** Identifies react-router's file of components; its other files don't matter here. */
const mark = 'function PrefetchPageLinks(';

/**
 * Parts that our links and routes reference but never use: server rendering, and requests to the framework's server.
 */
const unused = [
  // Every link renders one, which requests the next page's data from the framework's server.
  { from: /^function PrefetchPageLinks\([\s\S]*?^\}$/m, to: 'function PrefetchPageLinks() { return null; }' },
  // Prefetching links request that server too; ours prefetch in shell/public/fetch-ahead.ts.
  {
    from: /^function usePrefetchBehavior\([\s\S]*?^\}$/m,
    to: 'function usePrefetchBehavior() { return [false, null, {}]; }',
  },
  // Loader errors, which only a data router has.
  { from: /^function DefaultErrorComponent\([\s\S]*?^\}$/m, to: 'function DefaultErrorComponent() { return null; }' },
  { from: /^var RenderErrorBoundary = class [\s\S]*?^\};$/m, to: 'var RenderErrorBoundary = () => null;' },
  { from: /^RenderErrorBoundary\.contextType = .*;$/m, to: '' },
  // The bundler keeps classes with a superclass, and everything that they render.
  { from: /^var RemixErrorBoundary = class [\s\S]*?^\};$/m, to: 'var RemixErrorBoundary = () => null;' },
  { from: /^var AwaitErrorBoundary = class [\s\S]*?^\};$/m, to: 'var AwaitErrorBoundary = () => null;' },
  // Assigning a name for the developer tools keeps an unused component.
  { from: /^\w+\.displayName = .*;$/gm, to: '' },
  {
    from: /^(var \w+ = )(?=React\d*\.(?:createContext|forwardRef|memo)\()/gm,
    to: '$1/* @__PURE__ */ ',
  },
];

/**
 * Removes react-router's server-rendering framework: a quarter of the library, which the bundler can't prove unused.
 * Fails when a new release changes the code.
 */
export function routerWithoutFramework(): Plugin {
  return {
    name: 'router-without-framework',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/react-router\/dist\/production\/[\w-]+\.mjs$/.test(id) || !code.includes(mark)) return null;
      return unused.reduce((rest, { from, to }) => {
        if (rest.search(from) < 0) throw new Error(`react-router has no ${from.source} any more`);
        return rest.replace(from, to);
      }, code);
    },
  };
}

/** Replaces the file with the library's factory. */
const ownMaker = '\0plain-icon-maker';
const icons = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;

/**
 * Makes components of lucide's icons with `src/ui/icon-drawing.ts`: the library's factory also sizes, names and merges
 * attributes, which we never need. Keeps only an icon's lines; their random keys alone are a kilobyte.
 */
export function plainIcons(): Plugin {
  return {
    name: 'plain-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      return source.endsWith('/createLucideIcon.mjs') && icons.test(importer ?? '') ? ownMaker : null;
    },
    load(id) {
      const file = JSON.stringify(join(import.meta.dirname, 'src/ui/icon-drawing.ts'));
      return id === ownMaker ? `export { createIcon as default } from ${file};` : null;
    },
    transform(code, id) {
      if (!icons.test(id)) return null;
      return code.replace(/^ {2}(?:name: ".*"|size: 24),$/gm, '').replace(/,?\s*key: "\w+"/g, '');
    },
  };
}
