import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * Opens a port-forward to the site from this machine, which ends with the pod it leads to.
 * @returns {Promise<{ site: string, close(): void }>}
 */
export function openWayIn(namespace) {
  const child = spawn('kubectl', ['-n', namespace, 'port-forward', 'service/web', ':80'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const close = () => void child.kill();
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => reject(new Error(`kubectl port-forward ended: ${said.trim()}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, port] = /^Forwarding from 127\.0\.0\.1:(\d+)/.exec(line) ?? [];
      if (port) resolve({ site: `http://127.0.0.1:${port}`, close });
    });
  });
}
