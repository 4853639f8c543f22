import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const parent = mkdtempSync(join(tmpdir(), 'plain-backups-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** A forged backup: complete by its own checksums, readable without a key. */
function forge(manifest: object): { all: string; backup: string } {
  const all = mkdtempSync(join(parent, 'all-'));
  const backup = join(all, 'backup-2026-11-29T00-00-00Z');
  mkdirSync(join(backup, 'objects'), { recursive: true });
  writeFileSync(join(backup, 'objects/logo.png'), 'logo');
  const objects = [{ key: 'logo.png', sha256: sha256('logo'), sizeBytes: 4 }];
  const takenAt = new Date().toISOString();
  const text = `${JSON.stringify({ takenAt, tables: [], objects, missing: [], logEnds: {}, ...manifest }, null, 1)}\n`;
  writeFileSync(join(backup, 'manifest.json'), text);
  writeFileSync(join(backup, 'manifest.sha256'), `${sha256(text)}  manifest.json\n`);
  return { all, backup };
}

const run = (program: string, ...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, program), ...words], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATA_DIR: join(parent, 'none') },
  });
  return { status, stdout, stderr };
};

const refusal = 'This backup is not encrypted; if you made it yourself and trust it, add --plain.\n';

describe.each([
  ['format 1', { format: 1 }],
  ['format 2 without a recipient', { format: 2 }],
  ['format 2 with an empty recipient', { format: 2, recipient: '' }],
])('a backup of %s', (_name, manifest) => {
  const { all, backup } = forge(manifest);

  it.each([
    ['restoring', ['restore.mjs', '--from', backup]],
    ['verifying', ['restore.mjs', '--from', backup, '--verify']],
    ['rehearsing', ['rehearse.mjs', '--in', all]],
  ] as [string, [string, ...string[]]][])('is refused in one sentence when %s', (_what, [program, ...words]) => {
    expect(run(program, ...words)).toMatchObject({ status: 1, stderr: refusal });
  });

  it('is verified with --plain', () => {
    const { status, stdout } = run('restore.mjs', '--from', backup, '--verify', '--plain');
    expect([status, stdout]).toEqual([0, expect.stringContaining('0 tables and 1 objects match their checksums')]);
  });
});
