import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { stateFolder } from '../state/choice.mjs';
import { plainIcons, routerWithoutFramework } from './lighter-libraries.js';
import { stateTexts } from './state-texts.js';

/**
 * The script that draws the page goes before everything else that a document names. The font comes after it on purpose: on a
 * slow line its preload would delay the first warning by a tenth of a second, and until it is there the text stands in a font
 * of the same measures (styles.css).
 */
function scriptFirst(): Plugin {
  return {
    name: 'script-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script type="module"', '<script type="module" fetchpriority="high"'),
    },
  };
}

/** react-router's own production files: its package leads to those with the development warnings, whatever the mode. */
const routerFiles = join(
  dirname(createRequire(import.meta.url).resolve('react-router/package.json')),
  'dist/production',
);
const productionRouter = [
  { find: /^react-router$/, replacement: join(routerFiles, 'index.mjs') },
  { find: /^react-router\/dom$/, replacement: join(routerFiles, 'dom-export.mjs') },
];

/** The facts and data of the state that the pages are built for. */
const ofState = [
  { find: /^@site\/state\/chosen\/(.*)$/, replacement: `${stateFolder()}/$1.ts` },
  { find: /^@site\/state\/data\/(.*)$/, replacement: `${stateFolder()}/$1` },
];

/**
 * zod without what describes a schema as JSON Schema, and without its own English messages. No page asks for the first, but as it hangs
 * on every schema the bundler cannot see so, and every form would carry it: a tenth of zod. The gateway, which makes the API's document
 * of it, is not built here. Of the second, no page shows any: every rule that a person can break has a message in its schema.
 */
function lighterZod(): Plugin {
  const mark = '?without-json-schema';
  const noMessages = '\0zod-without-messages';
  return {
    name: 'lighter-zod',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!importer?.endsWith('/zod/v4/classic/schemas.js')) return null;
      if (source.endsWith('/locales/en.js')) return noMessages;
      if (!source.includes('json-schema')) return null;
      const file = await this.resolve(source, importer, { skipSelf: true });
      return file && `${file.id}${mark}`;
    },
    load(id) {
      if (id === noMessages) return 'export default () => ({ localeError: () => undefined });';
      if (!id.endsWith(mark)) return null;
      const file = id.slice(0, -mark.length);
      const declared = readFileSync(file, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm);
      const exported = Array.from(declared, ([, name = '']) => name);
      // What tells a schema's limits is about checks, and only stands in the same file.
      const kept = 'aggregateChecks';
      return [
        "const absent = () => { throw new Error('The pages have no JSON Schema: see vite.config.ts'); };",
        ...exported.filter((name) => name !== kept).map((name) => `export { absent as ${name} };`),
        exported.includes(kept) ? `export { ${kept} } from ${JSON.stringify(file)};` : '',
      ].join('\n');
    },
  };
}

/**
 * Writes page-files.json: for every page of `shell/public/pages.ts` the scripts that it needs besides those of the first load.
 * The gateway names them in the page's document, so that a phone fetches them together with the first ones and not after them.
 */
function pageFiles(): Plugin {
  const list = join(import.meta.dirname, 'src/shell/public/pages.ts');
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const withImports = (name: string, seen = new Set<string>()): Set<string> => {
        const chunk = chunks.find(({ fileName }) => fileName === name);
        if (!chunk || seen.has(name)) return seen;
        seen.add(name);
        for (const imported of chunk.imports) withImports(imported, seen);
        return seen;
      };
      const first = chunks.find(({ isEntry }) => isEntry);
      if (!first) throw new Error('there is no entry');
      const atFirst = withImports(first.fileName);
      const pages = readFileSync(list, 'utf8').matchAll(/page\('(\/[^']*)', '\w+', \(\) => import\('([^']+)\.js'\)\)/g);
      const files = Array.from(pages, ([, path = '', module = '']) => {
        const source = join(dirname(list), `${module}.tsx`);
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(source));
        if (!chunk) throw new Error(`${module} is in no chunk`);
        return [path, [...withImports(chunk.fileName)].filter((name) => !atFirst.has(name)).map((name) => `/${name}`)];
      });
      if (files.length === 0) throw new Error(`no pages found in ${list}`);
      this.emitFile({ type: 'asset', fileName: 'page-files.json', source: JSON.stringify(Object.fromEntries(files)) });
    },
  };
}

/** The service worker, and the script that ends it (web/src/worker): their sources, and their names, which never change. */
const workerScripts = [
  { source: 'site-worker.ts', fileName: 'sw.js' },
  { source: 'ending-worker.ts', fileName: 'sw-off.js' },
] as const;

/** Builds one of them into a file without imports. */
async function builtWorker({ source, fileName }: (typeof workerScripts)[number]): Promise<string> {
  const built = await build({
    root: import.meta.dirname,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    resolve: { conditions: ['source', 'module', 'browser'], alias: ofState },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'src/worker', source),
        output: { format: 'iife', entryFileNames: fileName },
      },
    },
  });
  const files = [built].flat().flatMap((part) => ('output' in part ? part.output : []));
  const [script] = files;
  if (files.length !== 1 || script?.type !== 'chunk') throw new Error(`${source} is not one file`);
  return script.code;
}

/**
 * Builds them apart from the pages, each as one file without imports: a browser compares this file to find out that there is a
 * new one, so it may not change with every release of a page, and Firefox takes no modules for service workers.
 */
function workers(): Plugin {
  return {
    name: 'workers',
    async generateBundle() {
      for (const script of workerScripts)
        this.emitFile({ type: 'asset', fileName: script.fileName, source: await builtWorker(script) });
    },
    /** In development the ending script: a worker that keeps pages, perhaps of `npm start` at the same address, would hide every change. */
    configureServer(server) {
      server.middlewares.use('/sw.js', (_request, response, next) => {
        builtWorker(workerScripts[1]).then(
          (code) => response.setHeader('Content-Type', 'text/javascript').end(code),
          (error: unknown) => next(error),
        );
      });
    },
  };
}

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    tailwindcss(),
    scriptFirst(),
    stateTexts(),
    lighterZod(),
    routerWithoutFramework(),
    plainIcons(),
    pageFiles(),
    workers(),
  ],
  // Workspaces are read from their sources, as tsc and jest do.
  resolve: {
    conditions: ['source', 'module', 'browser', 'development|production'],
    alias: [...ofState, ...(command === 'build' ? productionRouter : [])],
  },
  build: {
    target: 'es2022',
    // The policy allows no inline script, and every supported browser knows modulepreload.
    modulePreload: { polyfill: false },
    // Fonts and pictures as files: `font-src 'self'` has no data: URLs.
    assetsInlineLimit: 0,
    // One file for what every visit needs, and one for the rest of the home page: a dozen small ones compress 5 % worse and
    // are a dozen requests.
    rolldownOptions: {
      // Texts stand where they are used: in a file of their own, the home page would load those of the dashboard, too.
      // A schema that nobody reads is left out; the bundler can't know that making one changes nothing else.
      treeshake: { manualPureFunctions: ['z'] },
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        codeSplitting: {
          groups: [
            { name: 'site', tags: ['$initial'], priority: 4 },
            // What every form needs; the sign-in page, which would else be a dozen files; and what it and the home page share
            // with others, as none of them shall bring another one along.
            { name: 'forms', test: /\/node_modules\/(zod|react-hook-form|@hookform)\/|\/proto\/fields\./, priority: 3 },
            { name: 'form-parts', test: /\/(session|account)\/sign-in-/, priority: 1 },
            { name: 'shared', test: /\/icons\/(eye|eye-off|arrow-(left|right))\.m?js$|\/ui\/section\./, priority: 3 },
            // Small things that most other pages have: as a chunk each, they would be as many names in the first one.
            {
              name: 'page-parts',
              test: /\/ui\/(cut-text|figures|share-button|pages\/(page-head|not-available|older-note|page-problem))\.|\/public-query\.|\/print\/print\.|\/alerts\/(alert-path|wire-note)\./,
              priority: 2,
            },
            { name: 'home-sections', test: /\/features\/public\/home\/home-sections\./, priority: 2 },
          ],
        },
      },
    },
    sourcemap: false,
    reportCompressedSize: false,
  },
}));
