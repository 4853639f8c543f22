/**
 * Runs the product from its sources, without a build: saving a page updates it in the browser, saving a service
 * restarts it, and saving a contract regenerates its types and restarts what uses them.
 *
 *     npm run dev                              everything from its sources
 *     npm run dev -- --simulated               recorded weather instead of the internet
 *     npm run dev -- --only content,gateway    these from their sources, the others from the last build
 *     npm run dev -- --no-types                without the type checker
 */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../services/platform/local/ports.mjs';
import { root } from './lib/checkout.mjs';
import { log } from './lib/log.mjs';
import { workspaces as builds } from './lib/workspaces.mjs';
import { flagsOf, processes, thrifty } from './local-mode/environment.mjs';
import { runProduct } from './local-mode/run-product.mjs';
import { CannotStart } from './local-mode/startup-errors.mjs';

/** @typedef {import('./local-mode/run-product.mjs').Context} Context */
/** @typedef {import('./local-mode/environment.mjs').ProcessName} ProcessName */

const workspaces = [...new Set(Object.values(processes).map(({ workspace }) => workspace))].map((folder) => {
  const { sources = '', programs = [] } = builds.find((each) => each.folder === folder) ?? {};
  const workspaceProcesses = Object.entries(processes).filter(([, { workspace }]) => workspace === folder);
  return {
    folder,
    sources,
    setup: programs.filter((name) => name === 'migrate' || name === 'seed'),
    processes: Object.fromEntries(workspaceProcesses.map(([name, { program = 'main' }]) => [name, [program]])),
  };
});
/** Imported by workspaces, but not by pages. */
const watched = ['services', 'gateway/src', 'domain', 'proto', 'regions', 'simulator'].map((folder) =>
  join(root, folder),
);

const { values: options } = parseArgs({
  options: { simulated: { type: 'boolean' }, only: { type: 'string' }, 'no-types': { type: 'boolean' } },
});
const simulated = options.simulated === true;

function selectWorkspaces() {
  const names = options.only?.split(',').map((name) => name.trim());
  if (!names) return workspaces;
  /** @param {{ folder: string, processes: Record<string, string[]> }} workspace */
  const isNamed =
    ({ folder, processes: workspaceProcesses }) =>
    (/** @type {string} */ name) =>
      name === basename(folder) || Object.hasOwn(workspaceProcesses, name);
  const unknown = names.filter((name) => !workspaces.some((workspace) => isNamed(workspace)(name)));
  if (unknown.length > 0)
    throw new CannotStart(`--only ${unknown.join(',')}: unknown; choose from ${Object.keys(processes).join(', ')}.`);
  return workspaces.filter((workspace) => names.some(isNamed(workspace)));
}

/** @type {import('./dev/reloader.mjs').Workspace[]} */
let fromSources = [];
/** @type {Awaited<ReturnType<typeof import('./dev/dev-server.mjs').openFront>> | undefined} */
let front;

/** @param {Context} context */
async function code({ dataDir }) {
  if (process.env.NODE_ENV === 'production') throw new CannotStart('npm run dev is not for production: use npm start.');
  const { generateStaleContracts } = await import('./dev/contracts.mjs');
  const { Programs } = await import('./dev/programs.mjs');
  await generateStaleContracts();
  const selected = selectWorkspaces().filter(({ folder }) => folder !== 'simulator' || simulated);
  if (selected.length < workspaces.filter(({ folder }) => folder !== 'simulator' || simulated).length) {
    const { build } = await import('./build.mjs');
    await build({ ifChanged: true });
  }
  log('dev', 'compiling');
  const out = join(root, 'node_modules/.cache/dev', createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
  rmSync(out, { recursive: true, force: true });
  fromSources = selected.map(({ folder, sources, processes: workspaceProcesses, setup }) => ({
    processes: workspaceProcesses,
    programs: new Programs({ folder, sources, names: [...Object.values(workspaceProcesses).flat(), ...setup], out }),
  }));
  const hashes = await Programs.build(fromSources.map(({ programs }) => programs));
  const isSetup = (/** @type {string} */ file) => /(migrate|seed)\.js$/.test(file);
  const setup = Object.entries(hashes).filter(([file]) => isSetup(file));
  /** @param {string} workspace */
  const sourceOf = (workspace) => fromSources.find(({ programs }) => programs.folder === workspace)?.programs;
  const fileOf = (/** @type {string} */ workspace, /** @type {string} */ program) =>
    sourceOf(workspace)?.fileOf(program) ?? join(root, workspace, 'dist', `${program}.js`);
  return {
    stamp: `dev ${createHash('sha256').update(JSON.stringify(setup)).digest('hex').slice(0, 16)}`,
    fileOf,
    flags: (/** @type {ProcessName} */ name) => (sourceOf(processes[name].workspace) ? thrifty : flagsOf(name)),
  };
}

/** @param {Context} context */
async function web({ port, host, dataDir, launcher }) {
  const { openFront } = await import('./dev/dev-server.mjs');
  const webRoot = join(dataDir, 'dev-web');
  const gatewayPort = await freePort();
  front = await openFront({ port, host, gatewayPort, webRoot });
  launcher.onEnd(front.close);
  // Takes seconds of CPU time that the starting services need.
  front.vite.watcher.add(watched);
  return { PORT: String(gatewayPort), HOST: '127.0.0.1', WEB_ROOT: webRoot };
}

/** @param {Context & { children: import('./lib/children.mjs').Children }} context */
async function running({ children, launcher }) {
  const { Reloader } = await import('./dev/reloader.mjs');
  const reloader = new Reloader(fromSources, children);
  for (const event of ['add', 'change', 'unlink']) front?.vite.watcher.on(event, (path) => reloader.saved(path));
  if (options['no-types']) return;
  const { watchTypes } = await import('./dev/watch-types.mjs');
  launcher.onEnd(watchTypes());
}

await runProduct({ command: 'dev', simulated, waitsAfterCrash: true, code, web, running });
