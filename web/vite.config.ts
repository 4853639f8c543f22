import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { stateFolder } from '../regions/choice.mjs';
import { statePlaceholders } from './state-texts.js';

/** Import paths: `@/` is `src/`, and a region's facts and data are those of the chosen state. */
const aliases = [
  { find: /^@\/(.*?)(?:\.js)?$/, replacement: `${import.meta.dirname}/src/$1` },
  { find: /^@site\/regions\/chosen\/(.*)$/, replacement: `${stateFolder()}/$1.ts` },
  { find: /^@site\/regions\/data\/(.*)$/, replacement: `${stateFolder()}/$1` },
];

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
      const pages = readFileSync(list, 'utf8').matchAll(
        /'(\/[^']*)': page\('\w+', \(\) => import\('@\/([^']+)\.js'\)\)/g,
      );
      const files = Array.from(pages, ([, path = '', module = '']) => {
        const source = join(import.meta.dirname, `src/${module}.tsx`);
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
  { source: 'unregister-worker.ts', fileName: 'sw-off.js' },
] as const;

/** Bundles one into a file without imports. */
async function builtWorker({ source, fileName }: (typeof workerScripts)[number]): Promise<string> {
  const built = await build({
    root: import.meta.dirname,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    resolve: { conditions: ['source', 'module', 'browser'], alias: aliases },
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
    plugins: [react()],
    resolve: { alias: aliases },
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

/** Emits it, and the stylesheet of every page with the fonts', of which it finds the part that a page uses. */
function server(): Plugin {
  return {
    name: 'server',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.values(bundle);
        const first = files.flatMap((file) => (file.type === 'chunk' && file.isEntry ? [file] : []));
        const ofFirst = first.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        const styles = files.flatMap((file) =>
          file.type === 'asset' && (ofFirst.includes(file.fileName) || file.names.includes('fonts.css'))
            ? [file.source]
            : [],
        );
        if (styles.length !== 2) throw new Error('expected the stylesheets of the entry and of the fonts');
        this.emitFile({ type: 'asset', fileName: `${serverFolder}/styles.css`, source: styles.join('') });
        for (const file of await builtServer())
          if (file.type === 'chunk') this.emitFile({ type: 'asset', fileName: file.fileName, source: file.code });
      },
    },
  };
}

export default defineConfig({
  plugins: [react(), tailwindcss(), hashedTheme(), statePlaceholders(), pageFiles(), workers(), server()],
  // Resolves workspaces to their sources, like tsc and jest.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'], alias: aliases },
  build: {
    target: 'es2022',
    // The policy allows no inline scripts, and every supported browser supports modulepreload.
    modulePreload: { polyfill: false },
    // Fonts and pictures as files: `font-src 'self'` excludes data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Drops unused schemas; the bundler can't know that creating one has no side effects.
      treeshake: { manualPureFunctions: ['z'] },
      // Two chunks for what every visit needs, instead of a dozen small ones: each is evaluated in a separate task.
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 1 },
            { name: 'site', tags: ['$initial'] },
          ],
        },
      },
    },
    sourcemap: false,
    reportCompressedSize: false,
  },
});
