/** The programs that back up: restic, and Postgres's own of the database's major version. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Refusal } from './command.mjs';

const debianFolder = '/usr/lib/postgresql';

/**
 * Returns the path of one of Postgres's programs. Debian's own folders come before PATH, where it has wrappers.
 * @param {'initdb' | 'postgres' | 'pg_dump' | 'pg_restore'} name
 */
export function findPostgresProgram(name) {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debianFolder, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  const path = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (!path)
    throw new Refusal(
      `${name} isn't installed: use the image "backup", or install Postgres of the database's version.`,
    );
  return path;
}

/**
 * Runs a program and returns its output.
 * @param {string} path
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, cwd?: string }} [options]
 * @returns {Promise<string>}
 * @throws Refusal with its last error, and with its first complaint
 */
export function run(path, args, { env = {}, cwd } = {}) {
  const name = path.split('/').at(-1);
  return new Promise((resolve, reject) => {
    const child = spawn(path, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
    child.on('error', (/** @type {NodeJS.ErrnoException} */ { code, message }) => {
      const hint = code === 'ENOENT' ? ': use the image "backup", or install it' : ` (${message})`;
      reject(new Refusal(`${name} can't be run${hint}.`));
    });
    child.on('close', (code) => {
      if (code === 0) return resolve(output);
      const lines = errors.split('\n').filter((line) => line.trim());
      const reason = lines.findLast((line) => /error|fatal|unable to/i.test(line)) ?? lines.at(-1);
      const [first] = lines;
      const details = first && first !== reason ? `; first: ${first.trim()}` : '';
      reject(new Refusal(`${name} ${args[0]} failed: ${reason?.trim() ?? `it exited with ${code}`}${details}`));
    });
  });
}

/** Returns libpq's variables for an address, which keep its password out of the process list. @param {string} databaseUrl */
export function connectionVariables(databaseUrl) {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  const authority = process.env.DATABASE_CA_FILE;
  const mode = authority ? 'verify-full' : searchParams.get('sslmode');
  return {
    PGHOST: decodeURIComponent(hostname),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(mode && { PGSSLMODE: mode }),
    ...(authority && { PGSSLROOTCERT: authority }),
  };
}
