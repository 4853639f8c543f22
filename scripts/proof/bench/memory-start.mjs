import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../services/platform/local/ports.mjs';
import { providersBelow } from '../../../simulator/addresses.mjs';
import { root } from '../../lib/checkout.mjs';
import { newFolder } from '../../lib/processes.mjs';
import { npmStart } from '../lib/npm-start.mjs';
import { commandOf, processTree, pssMb } from '../lib/process-usage.mjs';
import { rounded } from '../lib/statistics.mjs';

const maxMb = 700;
const maxSeconds = 10;

function roleOf(command) {
  if (/postgres/.test(command)) return 'postgres';
  const args = command.split(' ');
  const file = args.find((word, at) => /\.m?js$/.test(word) && args[at - 1] !== '--import');
  if (!file) return 'npm';
  const [, workspace] = /([\w-]+)\/dist\//.exec(file) ?? [];
  const name = [workspace, basename(file).replace(/\.m?js$/, '')].filter(Boolean).join(' ');
  return name === 'start' ? 'launcher' : name;
}

/** Returns MB by role, with all descendants. */
function memoryOf(pid) {
  const byRole = new Map();
  for (const each of processTree(pid)) {
    try {
      const role = roleOf(commandOf(each));
      byRole.set(role, (byRole.get(role) ?? 0) + pssMb(each));
    } catch (error) {
      // The process has just exited, as Postgres' helpers do.
      if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error;
    }
  }
  return [...byRole].sort(([, left], [, right]) => right - left);
}

export const benchmark = {
  name: 'memory-start',
  title: 'npm start when built: time until it responds, and idle memory of all its processes (sum of PSS)',
  goal: `≤ ${maxMb} MB, ≤ ${maxSeconds} s`,

  async run({ quick, defer, log }) {
    const { build } = await import('../../build.mjs');
    await build({ ifChanged: true });
    const dataDir = newFolder('bench');
    defer(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }));
    /** Starts as a user does, but without burdening the weather providers. */
    const start = async () => {
      const port = String(await freePort());
      const product = npmStart(root, { PORT: port, DATA_DIR: dataDir, ...providersBelow('http://127.0.0.1:9') });
      defer(() => product.interrupt());
      const stages = Object.values(await product.running());
      return {
        ...product,
        seconds: rounded(
          stages.reduce((sum, each) => sum + each, 0),
          1,
        ),
      };
    };
    const first = await start();
    log(`on an empty folder: ${first.seconds} s`);
    // Until the sample pictures are processed.
    await wait(quick ? 15_000 : 30_000);
    await first.interrupt();

    const second = await start();
    log(`after that: ${second.seconds} s`);
    await wait(quick ? 30_000 : 90_000);
    const byRole = memoryOf(second.pid);
    await second.interrupt();
    const mb = Math.round(byRole.reduce((sum, [, each]) => sum + each, 0));
    return {
      passed: mb <= maxMb && second.seconds <= maxSeconds,
      measured: `${mb} MB, ${second.seconds} s (${first.seconds} s on an empty folder)`,
      details: { mb, startSeconds: second.seconds, firstStartSeconds: first.seconds },
      rows: byRole.map(([role, each]) => ({ process: role, 'PSS in MB': Math.round(each) })),
    };
  },
};
