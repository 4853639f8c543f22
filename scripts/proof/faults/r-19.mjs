import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../lib/checkout.mjs';

export const name = 'R-19';
export const title = 'a backup, restored';
export const rule =
  'A backup taken during writes fills an empty system with the same rows and bytes, the product runs on it, and one flipped byte is rejected.';

/** Runs the restore test of scripts/backup as one of the rules. */
export async function run(context) {
  const words = context.quick ? ['--rows', '5000', '--objects', '100'] : ['--rows', '100000', '--objects', '2000'];
  const child = spawn(process.execPath, [join(root, 'scripts/backup/restore-test.mjs'), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  context.defer(() => child.kill('SIGTERM'));
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
  await new Promise((resolve) => child.once('close', resolve));
  const { results } = JSON.parse(printed.trim().split('\n').at(-1));
  for (const { step, holds, seconds, detail } of results) {
    context.checks.that(holds, `${step}: ${detail}`);
    context.rows.push({
      step,
      holds: holds ? 'yes' : 'NO',
      seconds: Math.round(seconds),
      detail: (detail ?? '').slice(0, 70),
    });
  }
  return { results };
}
