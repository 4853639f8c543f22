import { readFileSync } from 'node:fs';
import { freePort } from '../../../services/platform/local/ports.mjs';
import { startProgram } from './start-program.mjs';

/**
 * Starts another process of a role with the running one's environment, as a cluster does (Linux).
 * @param {{ environment?: Record<string, string>, file?: string, defer: (step: () => unknown) => void }} options
 *   further variables; another program
 * @returns its process ID, and an address that answers 200 once it is ready
 */
export async function startReplica(product, role, { environment = {}, file, defer }) {
  const read = (name) => readFileSync(`/proc/${product.pids()[role]}/${name}`, 'utf8').split('\0').filter(Boolean);
  const inherited = Object.fromEntries(read('environ').map((line) => /^(.*?)=(.*)$/s.exec(line).slice(1)));
  // Of its parent.
  delete inherited.NODE_CHANNEL_FD;
  const metricsPort = await freePort();
  const pid = await startProgram({
    file: file ?? read('cmdline').findLast((word) => word.endsWith('.js')),
    environment: { ...inherited, METRICS_PORT: String(metricsPort), ...environment },
    defer,
  });
  return { pid, readyUrl: `http://127.0.0.1:${metricsPort}/readyz` };
}
