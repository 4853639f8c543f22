import { rmSync } from 'node:fs';
import { log } from '../lib/log.mjs';

/**
 * Creates the certificates for internal calls: a new authority at each start, whose key never leaves this process, and
 * a leaf per process, renewed every day.
 * @param {import('./launcher.mjs').Launcher} launcher
 * @param {string} folder
 * @returns a process's variables
 */
export async function certify(launcher, folder) {
  const { makeAuthority, peers, writeLeaves } = await import('../../services/platform/local/certificates.mjs');
  rmSync(folder, { recursive: true, force: true });
  const authority = await makeAuthority();
  const write = () => writeLeaves(folder, authority, peers, { days: 7 });
  const renewal = setInterval(
    () => write().catch((error) => log('start', `the certificates couldn't be renewed: ${error.message}`, 'warn')),
    24 * 3_600_000,
  );
  launcher.onEnd(async () => {
    clearInterval(renewal);
    rmSync(folder, { recursive: true, force: true });
  });
  return write();
}
