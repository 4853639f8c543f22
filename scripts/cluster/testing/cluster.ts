import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const fake = join(import.meta.dirname, 'fake-kubectl.mjs');

/** A pattern for a call, kubectl's output, and its exit code. */
export type CannedResponse = [pattern: string, output: string | { perCall: number; line: string }, code?: number];

export const successfulResponses: CannedResponse[] = [
  ['^config current-context', 'kind-weather'],
  ['^version --output json', JSON.stringify({ serverVersion: { gitVersion: 'v1.36.0' } })],
];

/** Runs a script with the fake kubectl, or with none. */
export async function run(script: string, args: string[], responses: CannedResponse[] | undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-cluster-'));
  writeFileSync(join(folder, 'answers.json'), JSON.stringify(responses ?? []));
  writeFileSync(join(folder, 'calls'), '');
  if (responses) {
    writeFileSync(join(folder, 'kubectl'), `#!/bin/sh\nexec "${process.execPath}" "${fake}" "$@"\n`);
    chmodSync(join(folder, 'kubectl'), 0o755);
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', script), ...args], {
    // Excludes the machine's own kubectl.
    env: { PATH: responses ? `${folder}:/bin:/usr/bin` : folder, FAKE_KUBECTL: folder },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString('utf8')));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output, calls: readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') };
}
