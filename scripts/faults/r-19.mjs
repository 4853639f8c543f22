import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const name = 'R-19';
export const title = 'a backup, put back';
export const rule =
  'A backup taken under writes fills an empty system with the same rows and bytes, the product runs on it, and one flipped byte is refused.';

/** scripts/backup/drill.mjs is the drill; here it is one rule among the others. */
export async function run(context) {
  const words = context.quick ? ['--rows', '5000', '--objects', '100'] : ['--rows', '100000', '--objects', '2000'];
  const child = spawn(process.execPath, [join(import.meta.dirname, '../backup/drill.mjs'), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  context.defer(() => child.kill('SIGTERM'));
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
  await new Promise((resolve) => child.once('exit', resolve));
  const { holds, results } = JSON.parse(printed.trim().split('\n').at(-1));
  return {
    holds,
    details: { results },
    rows: results.map(({ step, holds: ok, seconds, detail }) => ({
      step,
      holds: ok ? 'yes' : 'NO',
      seconds: Math.round(seconds),
      detail: (detail ?? '').slice(0, 70),
    })),
  };
}
