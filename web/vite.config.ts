import { createHash } from 'node:crypto';
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
 * Puts the entry script before all other files in the document. The font deliberately follows: on a slow connection its
 * preload would delay the first warning by a tenth of a second, and until then the text uses a font of the same metrics
 * (styles.css).
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

/** react-router's production files: its package resolves to those with development warnings in every mode. */
const routerFiles = join(
  dirname(createRequire(import.meta.url).resolve('react-router/package.json')),
  'dist/production',
);
const productionRouter = [
  { find: /^react-router$/, replacement: join(routerFiles, 'index.mjs') },
  { find: /^react-router\/dom$/, replacement: join(routerFiles, 'dom-export.mjs') },
];

/** The state's facts and data. */
const ofState = [
  { find: /^@site\/state\/chosen\/(.*)$/, replacement: `${stateFolder()}/$1.ts` },
  { find: /^@site\/state\/data\/(.*)$/, replacement: `${stateFolder()}/$1` },
];

/**
 * Removes zod's JSON Schema conversion and its own English messages. No page uses the former, but every schema
 * references it, so the bundler would put it into every form: a tenth of zod. The gateway, which generates the API
 * document with it, isn't built here. The messages are never shown: every rule that a user can break has a message in
 * its schema.
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
      // Reads a schema's limits for checks; it is only in the same file.
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
 * Writes page-files.json: for every page of `shell/public/pages.ts`, the scripts that it needs beyond the first load.
 * The gateway references them in the page's document, so that a phone loads them in parallel with the first ones.
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
      const pages = readFileSync(list, 'utf8').matchAll(/'(\/[^']*)': page\('\w+', \(\) => import\('([^']+)\.js'\)\)/g);
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

/** The service worker and the script that ends it (web/src/worker): their sources and fixed names. */
const workerScripts = [
  { source: 'site-worker.ts', fileName: 'sw.js' },
  { source: 'ending-worker.ts', fileName: 'sw-off.js' },
] as const;

/** Bundles one into a file without imports. */
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
 * Builds them separately from the pages, each as one file without imports: browsers detect a new worker by comparing
 * this file, so it mustn't change with every release of a page, and Firefox doesn't support modules in service workers.
 */
function workers(): Plugin {
  return {
    name: 'workers',
    async generateBundle() {
      for (const script of workerScripts)
        this.emitFile({ type: 'asset', fileName: script.fileName, source: await builtWorker(script) });
    },
    /**
     * In development, serves the ending script: a caching worker, perhaps from `npm start` at the same address, would
     * hide every change.
     */
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

/**
 * Gives theme.js an address with a content hash: cached under a fixed one, the last release's could run on the first
 * visit after a release, and what it should hide would flash.
 */
function hashedTheme(): Plugin {
  const source = readFileSync(join(import.meta.dirname, 'public/theme.js'));
  const fileName = `assets/theme-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;
  return {
    name: 'hashed-theme',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('src="/theme.js"', `src="/${fileName}"`),
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** Where the server's build of the pages is, below the pages' own. Nothing serves files in hidden folders. */
const serverFolder = '.server';

/** Builds the gateway's rendering thread with all its packages: the gateway has none of them. */
async function builtServer() {
  const built = await build({
    root: import.meta.dirname,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [react(), lighterZod(), routerWithoutFramework(), plainIcons()],
    resolve: { alias: [...ofState, ...productionRouter] },
    ssr: { noExternal: true, resolve: { conditions: ['source', 'module', 'node', 'production'] } },
    build: {
      write: false,
      target: 'node20',
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      ssr: join(import.meta.dirname, 'src/server/entry.ts'),
      rolldownOptions: {
        output: { entryFileNames: `${serverFolder}/[name].js`, chunkFileNames: `${serverFolder}/[name]-[hash].js` },
      },
    },
  });
  return [built].flat().flatMap((part) => ('output' in part ? part.output : []));
}

function server(): Plugin {
  return {
    name: 'server',
    apply: 'build',
    async generateBundle() {
      for (const file of await builtServer())
        if (file.type === 'chunk') this.emitFile({ type: 'asset', fileName: file.fileName, source: file.code });
    },
  };
}

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    tailwindcss(),
    scriptFirst(),
    hashedTheme(),
    stateTexts(),
    lighterZod(),
    routerWithoutFramework(),
    plainIcons(),
    pageFiles(),
    workers(),
    server(),
  ],
  // Resolves workspaces to their sources, like tsc and jest.
  resolve: {
    conditions: ['source', 'module', 'browser', 'development|production'],
    alias: [...ofState, ...(command === 'build' ? productionRouter : [])],
  },
  build: {
    target: 'es2022',
    // The policy allows no inline scripts, and every supported browser supports modulepreload.
    modulePreload: { polyfill: false },
    // Fonts and pictures as files: `font-src 'self'` excludes data: URLs.
    assetsInlineLimit: 0,
    // One chunk for what every visit needs: a dozen small ones compress 5% worse and need a dozen requests.
    rolldownOptions: {
      // Inlines texts: in a separate chunk, the home page would load the dashboard's too. Drops unused schemas; the
      // bundler can't know that creating one has no side effects.
      treeshake: { manualPureFunctions: ['z'] },
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        codeSplitting: {
          groups: [
            { name: 'site', tags: ['$initial'], priority: 4 },
            // Code of all forms; of the sign-in page, which would otherwise be a dozen chunks; and code that it and the
            // home page share with others, so that none pulls in another.
            { name: 'forms', test: /\/node_modules\/(zod|react-hook-form|@hookform)\/|\/proto\/fields\./, priority: 3 },
            { name: 'form-parts', test: /\/(session|account)\/sign-in-/, priority: 1 },
            { name: 'shared', test: /\/icons\/(eye|eye-off|arrow-(left|right))\.m?js$|\/ui\/section\./, priority: 3 },
            // Small modules that most other pages use: separate chunks would add as many names to the first one.
            {
              name: 'page-parts',
              test: /\/ui\/(cut-text|figures|share-button|pages\/(page-head|not-available|older-note|page-problem))\.|\/public-query\.|\/print\/print\.|\/alerts\/(alert-path|wire-note)\./,
              priority: 2,
            },
          ],
        },
      },
    },
    sourcemap: false,
    reportCompressedSize: false,
  },
}));
