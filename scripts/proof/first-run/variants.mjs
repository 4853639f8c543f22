import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../../services/platform/local/ports.mjs';

/** Each variant runs `npm start` in the built clone, on separate data. */

/** This machine can't test a variant. */
export class NotChecked extends Error {}

/** The user "nobody"; needs no entry in /etc/passwd. */
const unprivileged = { uid: 65_534, gid: 65_534 };

const asRoot = () => {
  if (process.getuid?.() !== 0) throw new NotChecked('needs root');
};

/** Runs a command that containers may forbid. */
function must(program, ...prefix) {
  const { status, stderr, error } = spawnSync(program, prefix, { encoding: 'utf8' });
  if (status !== 0) throw new NotChecked(`${program}: ${(error?.message ?? stderr).trim()}`);
}

function folderOf(parent, name, { uid, gid } = {}) {
  const path = join(parent, name);
  mkdirSync(path);
  chmodSync(path, 0o755);
  if (uid !== undefined) chownSync(path, uid, gid);
  return path;
}

/** Expects the start to fail with `sentence` as its last line, before npm's own. */
async function fails(product, sentence, check) {
  const code = await product.ended();
  check(code === 1, `npm start exited with exit code ${code}, not 1`);
  const lines = product.output().trim().split('\n');
  const last = lines.findLast((line) => !/^npm /.test(line));
  check(sentence.test(last), `the last line is: ${last}`);
}

const all = {
  async 'port-in-use'({ checkout, folder, start, check }) {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address();
    try {
      const product = start(checkout, { PORT: String(port), DATA_DIR: join(folder, 'taken') });
      await fails(product, new RegExp(`^Port ${port} is taken\\. .+PORT=\\d+ npm start`), check);
    } finally {
      server.close();
    }
  },

  async ipv6({ checkout, folder, start, stop, check }) {
    const port = await freePort();
    const product = start(checkout, { HOST: '::1', PORT: String(port), DATA_DIR: join(folder, 'ipv6') });
    await product.running();
    const { status } = await fetch(`http://[::1]:${port}/now`);
    check(status === 200, `GET /now answered ${status}`);
    await stop(product);
  },

  /** Not root, no home directory, and a checkout that the user can't write to. */
  async 'read-only'({ checkout, folder, start, stop, check }) {
    asRoot();
    const port = await freePort();
    const environment = { HOME: undefined, PORT: String(port), DATA_DIR: folderOf(folder, 'nobody', unprivileged) };
    const product = start(checkout, environment, unprivileged);
    await product.running();
    const { status } = await fetch(`http://127.0.0.1:${port}/now`);
    check(status === 200, `GET /now answered ${status}`);
    await stop(product);
  },

  async 'other-owner'({ checkout, folder, start, check }) {
    asRoot();
    const environment = { HOME: undefined, PORT: String(await freePort()), DATA_DIR: folderOf(folder, 'of-root') };
    await fails(start(checkout, environment, unprivileged), /^User 65534 can't use .+ set DATA_DIR/, check);
  },

  async 'disk-full'({ checkout, folder, start, check }) {
    asRoot();
    const small = folderOf(folder, 'small');
    must('mount', '-t', 'tmpfs', '-o', 'size=16m,mode=755', 'tmpfs', small);
    try {
      const product = start(checkout, { PORT: String(await freePort()), DATA_DIR: join(small, 'data') });
      await fails(product, /^The disk that holds .+ is full: /, check);
    } finally {
      spawnSync('umount', ['-l', small]);
    }
  },

  /** A network with only the loopback device. */
  async offline({ checkout, folder, start, stop }) {
    const prefix = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
    must(...prefix, 'true');
    const environment = { PORT: String(await freePort()), DATA_DIR: join(folder, 'offline') };
    const product = start(checkout, environment, { command: [...prefix, 'npm', 'start'] });
    await product.running();
    await stop(product);
  },
};

/**
 * Returns none without --variants, all without names.
 * @throws for an unknown name
 */
export function variants([flag, names]) {
  if (flag === undefined) return [];
  const selected = names?.split(',') ?? Object.keys(all);
  const unknown = selected.filter((name) => !(name in all));
  if (flag !== '--variants' || unknown.length > 0)
    throw new Error(`usage: first-run.mjs [--variants [${Object.keys(all).join(',')}]]`);
  return selected.map((name) => [name, all[name]]);
}
