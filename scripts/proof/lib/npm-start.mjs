import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../lib/checkout.mjs';
import { hasEnded } from '../../lib/processes.mjs';
import { until } from '../../lib/until.mjs';

/** Runs `npm start` in a process group that Ctrl-C reaches as a whole. */

/** Installation may take long on a slow connection. */
const startWithinMs = 25 * 60_000;
const stopWithinMs = 60_000;

/** A first-time user has none of them. */
const settings = new Set(
  [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z0-9_]+)=/gm)].map(([, name]) => name),
);
/** Set by npm for its scripts, such as this one. */
const isOfNpm = (name) => /^npm_(lifecycle|package|execpath|command|node)/.test(name) || name === 'INIT_CWD';
const isOfUser = ([name]) => !settings.has(name) && !isOfNpm(name) && name !== 'NODE_ENV' && name !== 'DATA_DIR';

/** Each with the output that ends it. */
const stages = [
  ['install', 'building what changed'],
  ['build', 'starting the embedded Postgres'],
  ['start', 'Ctrl-C stops everything'],
];

/**
 * Starts `npm start` in `checkout`.
 * @param {Record<string, string | undefined>} environment on top of the user's own; undefined removes a variable
 * @param {{ command?: string[], uid?: number, gid?: number }} options what to run instead of npm, and as which user
 */
export function npmStart(checkout, environment, { command = ['npm', 'start'], ...user } = {}) {
  const ofUser = Object.fromEntries(Object.entries(process.env).filter(isOfUser));
  const env = { ...ofUser, npm_config_update_notifier: 'false', ...environment };
  for (const name of Object.keys(env)) if (env[name] === undefined) delete env[name];
  const [program, ...args] = command;
  const child = spawn(program, args, {
    ...user,
    cwd: checkout,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  const startedAt = Date.now();
  const seenAt = new Map();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
      for (const [name, line] of stages) if (!seenAt.has(name) && output.includes(line)) seenAt.set(name, Date.now());
    });
  const signal = (name) => {
    try {
      process.kill(-child.pid, name);
    } catch {
      // The group has already exited.
    }
  };
  return {
    pid: child.pid,
    output: () => output,
    async ended() {
      if (!hasEnded(child)) await once(child, 'exit');
      return child.exitCode;
    },
    /** @returns {Promise<Record<string, number>>} seconds by stage, once the product runs */
    async running() {
      await until('npm start', () => hasEnded(child) || seenAt.has('start'), { withinMs: startWithinMs });
      if (!seenAt.has('start')) throw new Error(`npm start exited with exit code ${child.exitCode}`);
      let from = startedAt;
      return Object.fromEntries(
        stages.map(([name]) => {
          const seconds = (seenAt.get(name) - from) / 1_000;
          from = seenAt.get(name);
          return [name, seconds];
        }),
      );
    },
    /** Returns the exit code or signal after Ctrl-C. */
    async interrupt() {
      signal('SIGINT');
      await until('npm start to end', () => hasEnded(child), { withinMs: stopWithinMs });
      return child.exitCode ?? child.signalCode;
    },
    kill: () => signal('SIGKILL'),
  };
}

/** Finds processes by command line or environment; only on Linux. */
export function processesOf(folders) {
  if (process.platform !== 'linux') return [];
  const read = (pid, file) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8');
    } catch {
      return '';
    }
  };
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid)
    .map((pid) => ({ pid: Number(pid), command: read(pid, 'cmdline').replaceAll('\0', ' ').trim() }))
    .filter(
      ({ pid, command }) => command && folders.some((folder) => `${command}\0${read(pid, 'environ')}`.includes(folder)),
    );
}
