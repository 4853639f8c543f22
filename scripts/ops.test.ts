import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ops = (...args: string[]) => {
  const program = join(import.meta.dirname, 'ops.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
};

describe('npm run ops', () => {
  it('lists the commands', () => {
    const help = ops('--help');
    expect(help).toEqual({
      status: 0,
      stdout: expect.stringContaining('  restore [--snapshot ID] ') as string,
      stderr: '',
    });
    expect(ops()).toEqual(help);
  });

  it('prints the usage of a command without running it', () => {
    expect(ops('restore', '--help')).toEqual({
      status: 0,
      stdout: 'npm run ops -- restore [--snapshot ID]\n  restores a backup into empty stores\n',
      stderr: '',
    });
  });

  it('exits with 64 for a command that does not exist', () => {
    expect(ops('restor')).toMatchObject({
      status: 64,
      stderr: expect.stringMatching(/^There is no command "restor"/) as string,
    });
  });
});
