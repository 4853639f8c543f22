/** Checks this machine, or this container within its limits. */
import { existsSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { availableParallelism, freemem, totalmem } from 'node:os';

const gib = 1024 ** 3;
const scarceDisk = 0.2;
const noDisk = 0.1;
const scarceMemory = 0.15;
const noMemory = 0.05;

const percent = (/** @type {number} */ share) => `${Math.round(share * 100)} %`;
/** @param {number} share @param {number} scarce @param {number} none */
const resultOf = (share, scarce, none) => (share < none ? 'FAILED' : share < scarce ? 'warning' : 'ok');

/** Linux counts caches as used in `freemem`. */
function memory() {
  const read = (/** @type {string} */ file) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
  const limit = Number(read('/sys/fs/cgroup/memory.max'));
  const used = Number(read('/sys/fs/cgroup/memory.current'));
  const cached = Number(/^inactive_file (\d+)$/m.exec(read('/sys/fs/cgroup/memory.stat'))?.[1] ?? 0);
  if (limit > 0 && limit < totalmem()) return { all: limit, free: limit - used + cached, isContainer: true };
  const available = Number(/^MemAvailable:\s+(\d+) kB$/m.exec(read('/proc/meminfo'))?.[1] ?? 0) * 1024;
  return { all: totalmem(), free: available || freemem(), isContainer: false };
}

/** When the versions that we support get no more patches (nodejs.org/about/previous-releases). @type {Record<string, string>} */
const nodeEnds = { 20: '2026-04-30', 22: '2027-04-30', 24: '2028-04-30', 26: '2029-04-30' };

/** @param {import('./report.mjs').Report} report */
function checkNode(report) {
  const [major = ''] = process.versions.node.split('.');
  const end = nodeEnds[major];
  if (end && Date.parse(end) < Date.now())
    report.add('Node', 'warning', `${process.version} has had no patches since ${end}`, 'Install Node 24 or newer.');
  else report.add('Node', 'ok', process.version);
}

/** @param {import('./report.mjs').Report} report @param {string} folder whose disk is examined */
export async function checkMachine(report, folder) {
  await report.run('disk', 'Check the folder.', async () => {
    const { blocks, bavail, bsize } = await statfs(folder);
    const share = bavail / blocks;
    const detail = `${((bavail * bsize) / gib).toFixed(1)} GiB free (${percent(share)})`;
    const result = resultOf(share, scarceDisk, noDisk);
    report.add('disk', result, detail, result === 'ok' ? '' : 'Free space; Postgres stops when there is none.');
  });
  const { all, free, isContainer } = memory();
  const result = resultOf(free / all, scarceMemory, noMemory);
  const detail = `${(free / gib).toFixed(1)} of ${(all / gib).toFixed(1)} GiB free, ${availableParallelism()} processors`;
  const todo = isContainer ? 'Raise the container’s limit.' : 'Stop other programs, or use a larger machine.';
  report.add('memory', result, detail, result === 'ok' ? '' : todo);
  checkNode(report);
  // With compose, containers have this machine's version.
  if (
    (!isContainer || process.env.KUBERNETES_SERVICE_HOST) &&
    existsSync('/sys/fs/cgroup') &&
    !existsSync('/sys/fs/cgroup/cgroup.controllers')
  )
    report.add('cgroup', 'warning', 'version 1', 'Docker and Kubernetes end its support: use a newer system.');
}
