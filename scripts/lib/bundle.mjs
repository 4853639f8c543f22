import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './checkout.mjs';

/**
 * Puts each program of a workspace and everything that it imports into a few files. Node takes a second of a processor to find, read
 * and link the two thousand modules of a service, and a third of that for the same code in ten files; eight services start at once.
 */

/** What loads files of its own by their place (native libraries, a worker thread), or is loaded by Nest under a name of its own. */
export const packagesBeside = [
  ...['sharp', '@node-rs/argon2', 'msgpackr-extract', 'pino-pretty', 'thread-stream'],
  ...['@grpc/grpc-js', '@grpc/proto-loader'],
];

/** Whether an import stays one that Node resolves. */
export const isBeside = (id) =>
  packagesBeside.some((name) => id === name || id.startsWith(`${name}/`)) || id.startsWith('node:');

/**
 * What is as it should be: an optional part of Nest that is not installed stays an import, and fails where it is used; and the types
 * that decorators name are looked for where there are none.
 */
const expected = ['UNRESOLVED_IMPORT', 'IMPORT_IS_UNDEFINED'];
export const onLog = (level, log, report) => {
  if (!expected.includes(log.code)) report(level, log);
};

const below = (from, to) => relative(from, to).split(sep).join('/');
const marks = /__(url|path|folder)Of\("([^"]+)"\)/g;
/** What a module knows of its own place, and the mark that stands for it until the bundle's place is known. */
const places = [
  [/\bimport\.meta\.url\b/g, (id) => `__urlOf("${below(root, id)}")`],
  [/(?<![.\w])__filename\b(?!\s*=[^=])/g, (id) => `__pathOf("${below(root, id)}")`],
  [/(?<![.\w])__dirname\b(?!\s*=[^=])/g, (id) => `__folderOf("${below(root, dirname(id))}")`],
];

/** Puts those marks into a module's code. */
export const markPlaces = (code, id) =>
  places.reduce((kept, [place, marked]) => kept.replace(place, () => marked(id)), code);

/**
 * Modules find their data beside themselves (`import.meta.url`, `__dirname`): in the bundle each keeps the address that it had, and
 * ours the map that leads to its source.
 */
export const keepAddresses = {
  name: 'keep-addresses',
  load(id) {
    if (!id.startsWith(root) || !/\.[cm]?js$/.test(id)) return null;
    const ours = !id.split(sep).includes('node_modules');
    const text = readFileSync(id, 'utf8');
    if (!ours && !/import\.meta\.url|__dirname|__filename/.test(text)) return null;
    const code = markPlaces(text, id);
    let map;
    try {
      if (ours) map = JSON.parse(readFileSync(`${id}.map`, 'utf8'));
    } catch {
      // Without a map, a trace names the bundle.
    }
    return { code, map };
  },
};

/** Replaces the marks by addresses, as seen from the chunk that they are in. @param {string} folder where the chunks are written */
export const putAddresses = (folder) => ({
  name: 'put-addresses',
  renderChunk(code, chunk) {
    if (!/__(url|path|folder)Of\(/.test(code)) return null;
    const here = dirname(join(folder, chunk.fileName));
    const placed = code.replace(marks, (_, kind, path) => {
      const address = `new URL(${JSON.stringify(below(here, join(root, path)))}, import.meta.url)`;
      return kind === 'url' ? `${address}.href` : `process.getBuiltinModule('node:url').fileURLToPath(${address})`;
    });
    // Lines stay where they are, and a trace needs no more.
    return { code: placed, map: null };
  },
});

/**
 * One character beyond Latin-1, such as a dash in a comment, makes V8 keep the whole text of a file at two bytes a character for as
 * long as the process runs: seven megabytes in each. Escaped, it means the same wherever it may stand.
 */
const escapeWide = (code) =>
  // A backslash before such a character has no meaning, but would take that of the escape away.
  code.replace(/(\\*)([\u0100-\uffff])/g, (_, backslashes, wide) => {
    const kept = backslashes.slice(backslashes.length % 2);
    return `${kept}\\u${wide.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

/**
 * @param {string} folder the workspace, below the root, already compiled
 * @param {string[]} programs the files below its dist/ that are run, without `.js`; each is replaced by its bundle
 */
export async function bundle(folder, programs) {
  const dist = join(root, folder, 'dist');
  const build = await rolldown({
    input: Object.fromEntries(programs.map((name) => [name, join(dist, `${name}.js`)])),
    cwd: root,
    platform: 'node',
    external: isBeside,
    plugins: [keepAddresses],
    onLog,
  });
  await build.write({
    dir: dist,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'bundle/[name]-[hash].js',
    // Nest and TypeORM name things by their classes.
    keepNames: true,
    sourcemap: true,
    // V8 keeps a file's text as long as the process runs, and every sixth byte of it was a comment. The packages have their licences.
    comments: false,
    plugins: [
      putAddresses(dist),
      {
        name: 'escape-wide',
        // Not earlier: what prints the chunks would write the characters out again.
        generateBundle(_, files) {
          for (const file of Object.values(files)) if (file.type === 'chunk') file.code = escapeWide(file.code);
        },
      },
    ],
  });
  await build.close();
}
