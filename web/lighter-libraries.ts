import { join } from 'node:path';
import type { Plugin } from 'vite';

/** What the pages have no use for in their libraries, and the bundler cannot tell to be unused, is left out of the built site. */

/** The file of react-router that holds its components has this; what else is there is of no concern. */
const mark = 'function PrefetchPageLinks(';

/** Parts that our links and routes name but never use: they render documents on a server, and fetch what a server says of them. */
const unused = [
  // Every link has one, which asks the framework's server for what the next page needs.
  { from: /^function PrefetchPageLinks\([\s\S]*?^\}$/m, to: 'function PrefetchPageLinks() { return null; }' },
  // A link that is to fetch ahead asks that server, too; ours do so in shell/public/fetch-ahead.ts.
  {
    from: /^function usePrefetchBehavior\([\s\S]*?^\}$/m,
    to: 'function usePrefetchBehavior() { return [false, null, {}]; }',
  },
  // Errors of loaders, which only a data router has.
  { from: /^function DefaultErrorComponent\([\s\S]*?^\}$/m, to: 'function DefaultErrorComponent() { return null; }' },
  { from: /^var RenderErrorBoundary = class [\s\S]*?^\};$/m, to: 'var RenderErrorBoundary = () => null;' },
  { from: /^RenderErrorBoundary\.contextType = .*;$/m, to: '' },
  // A class that extends something is kept by the bundler, and all that it draws with it.
  { from: /^var RemixErrorBoundary = class [\s\S]*?^\};$/m, to: 'var RemixErrorBoundary = () => null;' },
  { from: /^var AwaitErrorBoundary = class [\s\S]*?^\};$/m, to: 'var AwaitErrorBoundary = () => null;' },
  // A name for the developers' tools keeps a component that nobody uses.
  { from: /^\w+\.displayName = .*;$/gm, to: '' },
  {
    from: /^(var \w+ = )(?=React\d*\.(?:createContext|forwardRef|memo)\()/gm,
    to: '$1/* @__PURE__ */ ',
  },
];

/**
 * react-router without the parts of a framework that draws its documents on a server: a quarter of it, which the bundler cannot
 * tell to be unused. Fails when a new release of it has another form.
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

/** Stands in place of the file with the library's maker. */
const ownMaker = '\0plain-icon-maker';
const icons = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;

/**
 * lucide's icons, each made a component by `src/ui/icon-drawing.ts`: their own maker also sizes, names and merges what we never
 * ask for. Of an icon only its lines are left; the random keys of those alone are a kilobyte.
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
