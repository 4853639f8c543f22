/**
 * Bundles a workspace's programs into a few files each. Node takes a second of CPU time to load a service's two
 * thousand modules, and a third of that with ten files.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './checkout.mjs';

/** Packages that load files relative to themselves (native libraries, a worker thread), or that Nest loads by name. */
const externalPackages = [
  'sharp',
  '@node-rs/argon2',
  'msgpackr-extract',
  'pino-pretty',
  'thread-stream',
  '@grpc/grpc-js',
  '@grpc/proto-loader',
];

/**
 * Whether an import stays outside the bundle: Node's modules, and packages that can't be bundled.
 * @param {string} id
 */
export const isExternal = (id) =>
  externalPackages.some((name) => id === name || id.startsWith(`${name}/`)) || id.startsWith('node:');

/**
 * Expected warnings: optional parts of Nest that aren't installed, and types in decorators, which have no run-time
 * export.
 */
const expected = ['UNRESOLVED_IMPORT', 'IMPORT_IS_UNDEFINED'];
/** @type {NonNullable<import('rolldown').InputOptions['onLog']>} */
export const onLog = (level, log, report) => {
  if (!expected.includes(log.code ?? '')) report(level, log);
};

/** @param {string} from @param {string} to */
const below = (from, to) => relative(from, to).split(sep).join('/');
const marks = /__(url|path|folder)Of\("([^"]+)"\)/g;
/**
 * A module's references to its location, with a placeholder for the bundle's location.
 * @type {[RegExp, (id: string) => string][]}
 */
const places = [
  [/\bimport\.meta\.url\b/g, (id) => `__urlOf("${below(root, id)}")`],
  [/(?<![.\w])__filename\b(?!\s*=[^=])/g, (id) => `__pathOf("${below(root, id)}")`],
  [/(?<![.\w])__dirname\b(?!\s*=[^=])/g, (id) => `__folderOf("${below(root, dirname(id))}")`],
];

/** @param {string} code @param {string} id */
export const markPlaces = (code, id) =>
  places.reduce((output, [place, marked]) => output.replace(place, () => marked(id)), code);

/**
 * Modules find their data next to themselves (`import.meta.url`, `__dirname`), so each keeps its original address in
 * the bundle, and ours also the map to their source.
 */
export const preserveAddresses = {
  name: 'keep-addresses',
  /** @param {string} id */
  load(id) {
    if (!id.startsWith(root) || !/\.[cm]?js$/.test(id)) return null;
    const isProjectCode = !id.split(sep).includes('node_modules');
    const text = readFileSync(id, 'utf8');
    if (!isProjectCode && !/import\.meta\.url|__dirname|__filename/.test(text)) return null;
    const code = markPlaces(text, id);
    let map;
    try {
      if (isProjectCode) map = JSON.parse(readFileSync(`${id}.map`, 'utf8'));
    } catch {
      // Without a map, a stack trace names the bundle.
    }
    return { code, map };
  },
};

/** @param {string} folder of the chunks */
export const putAddresses = (folder) => ({
  name: 'put-addresses',
  /** @param {string} code @param {{ fileName: string }} chunk */
  renderChunk(code, chunk) {
    if (!/__(url|path|folder)Of\(/.test(code)) return null;
    const here = dirname(join(folder, chunk.fileName));
    const placed = code.replace(marks, (_, kind, path) => {
      const address = `new URL(${JSON.stringify(below(here, join(root, path)))}, import.meta.url)`;
      return kind === 'url' ? `${address}.href` : `process.getBuiltinModule('node:url').fileURLToPath(${address})`;
    });
    // Line numbers don't change, which is all a stack trace needs.
    return { code: placed, map: null };
  },
});

/**
 * Escapes characters beyond Latin-1. A single one makes V8 keep the whole file at two bytes per character: seven
 * megabytes per process.
 * @param {string} code
 */
const escapeWide = (code) =>
  // A backslash before such a character has no meaning, but would escape that of the escape sequence.
  code.replace(/(\\*)([\u0100-\uffff])/g, (_, backslashes, wide) => {
    const remaining = backslashes.slice(backslashes.length % 2);
    return `${remaining}\\u${wide.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

/**
 * @param {string} folder the workspace, below the root, already compiled
 * @param {string[]} programs files below its dist/, without `.js`; each is replaced by its bundle
 */
export async function bundle(folder, programs) {
  const dist = join(root, folder, 'dist');
  const build = await rolldown({
    input: Object.fromEntries(programs.map((name) => [name, join(dist, `${name}.js`)])),
    cwd: root,
    platform: 'node',
    external: isExternal,
    plugins: [preserveAddresses],
    onLog,
  });
  await build.write({
    dir: dist,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'bundle/[name]-[hash].js',
    // Nest and TypeORM derive names from class names.
    keepNames: true,
    sourcemap: true,
    // Stack traces need only positions; the texts of packages were most of a map.
    sourcemapExcludeSources: true,
    // V8 keeps a file's text in memory, and a sixth of it was comments. The packages include their licenses.
    comments: false,
    plugins: [
      putAddresses(dist),
      {
        name: 'escape-wide',
        // Not earlier: printing the chunks would unescape the characters.
        generateBundle(_, files) {
          for (const file of Object.values(files)) if (file.type === 'chunk') file.code = escapeWide(file.code);
        },
      },
    ],
  });
  await build.close();
}
