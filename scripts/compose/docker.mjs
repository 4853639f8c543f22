import { spawn } from 'node:child_process';
import { root } from '../lib/checkout.mjs';

/**
 * Runs `docker …args` in the checkout.
 * @returns its standard output, and with `withErrors` also its standard error
 * @throws Error with its last lines when it fails or takes longer than `timeoutMs`
 */
export function docker(args, { environment = {}, timeoutMs = 120_000, lastLines = 5, withErrors = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn('docker', args, {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
    });
    let output = '';
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      said += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) return resolve((withErrors ? said : output).trim());
      const words = said.trim().split('\n').slice(-lastLines).join('\n');
      const error = new Error(`docker ${args.join(' ')} exited with ${signal ?? code}\n${words}`);
      reject(Object.assign(error, { exitCode: code }));
    });
  });
}
