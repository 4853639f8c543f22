import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { log } from '../lib/log.mjs';

/** @typedef {import('../../services/platform/local/certificates.mjs').Certificates} Certificates */

const renewalIntervalMs = 60_000;

/**
 * Creates the certificates for internal calls: a new authority at each start, whose key never leaves this process, and
 * a leaf per process for a week, renewed in time.
 * @param {import('./launcher.mjs').Launcher} launcher
 * @param {string} folder
 * @returns a process's variables
 */
export async function certify(launcher, folder) {
  const { completeCertificates, leafVariables, writeLeaf } =
    await import('../../services/platform/local/certificates.mjs');
  rmSync(folder, { recursive: true, force: true });
  /** @type {Certificates | undefined} */
  let current;
  const renew = async () => {
    const { certificates } = await completeCertificates(current, { days: 7 });
    for (const [peer, leaf] of Object.entries(certificates.leaves))
      if (leaf !== current?.leaves[peer]) writeLeaf(join(folder, peer), leaf);
    current = certificates;
  };
  await renew();
  const renewal = setInterval(
    () => renew().catch((error) => log('start', `the certificates couldn't be renewed: ${error.message}`, 'warn')),
    renewalIntervalMs,
  );
  launcher.onEnd(async () => {
    clearInterval(renewal);
    rmSync(folder, { recursive: true, force: true });
  });
  return (/** @type {string} */ peer) => leafVariables(join(folder, peer));
}
