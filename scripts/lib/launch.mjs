import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { root } from './checkout.mjs';

/** Of the launcher's output in memory; `logFile` gets all of it. */
const maxOutputLength = 200_000;

/**
 * Runs the launcher without waiting for it. Ignores the operator's `.env`, and REDIS_URL, whose queues belong to
 * another product.
 * @param {Record<string, string | undefined>} environment
 * @param {string[]} args the launcher's arguments
 * @param {string} [logFile] for its output
 * @param {string} [checkout] whose launcher to run
 * @param {'start' | 'dev'} [command] 'start' or 'dev'
 */
export function launch(args, environment, logFile, checkout = root, command = 'start') {
  const child = spawn(process.execPath, [join(checkout, `scripts/${command}.mjs`), ...args], {
    cwd: checkout,
    env: { ...process.env, REDIS_URL: '', ENV_FILE: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = logFile ? createWriteStream(logFile) : undefined;
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      log?.write(text);
      printed = (printed + text).slice(-maxOutputLength);
    });
  return { child, output: () => printed };
}
