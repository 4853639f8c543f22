import { execFileSync } from 'node:child_process';

/**
 * Limits that the kernel keeps for a process from outside, whatever happens inside. Node cannot set them for a child, so a shell
 * does it and then becomes that child. The memory limit (RLIMIT_DATA) counts all that the process may write to, native memory of
 * decoders included, which no option of Node does; the limit of processor time (RLIMIT_CPU) does not run while the machine is
 * busy with others. On Windows there are neither, nor is there any on macOS for memory: there remain the limits of the work itself.
 */
export interface ProcessLimits {
  memoryBytes?: number;
  /** Whole seconds. A process that has used them up is ended by the signal SIGXCPU. */
  processorSeconds?: number;
}

const hasShell = process.platform !== 'win32';

/**
 * How to start Node with `words` under these limits: the file to execute, and its arguments.
 * @throws when it cannot be told what memory Node itself lays claim to
 */
export function limitedNode(
  { memoryBytes, processorSeconds }: ProcessLimits,
  words: string[],
): { file: string; words: string[] } {
  const commands = [
    memoryBytes !== undefined && `ulimit -d ${Math.floor((memoryBytes + codeRangeBytes()) / 1024)}`,
    // The hard limit would end it by SIGKILL, which may mean anything.
    processorSeconds !== undefined && `ulimit -S -t ${processorSeconds} && ulimit -H -t ${processorSeconds + 1}`,
  ].filter((command) => command !== false);
  if (!hasShell || commands.length === 0) return { file: process.execPath, words };
  // Where a limit cannot be set, nothing runs without it.
  const script = [...commands, 'exec "$0" "$@"'].join(' && ');
  return { file: '/bin/sh', words: ['-c', script, process.execPath, ...words] };
}

let codeRange: number | undefined;

/**
 * What V8 reserves for compiled code. Newer versions ask for half a gibibyte that is writable and executable, of which a few
 * mebibytes are ever touched; the kernel counts all of it. Read from a process that has just begun: one that has run for long,
 * as this one may have, holds more.
 */
function codeRangeBytes(): number {
  if (process.platform !== 'linux') return 0;
  codeRange ??= execFileSync(process.execPath, ['-p', "require('node:fs').readFileSync('/proc/self/maps', 'latin1')"], {
    encoding: 'latin1',
    env: {},
  })
    .split('\n')
    .map((line) => /^([0-9a-f]+)-([0-9a-f]+) rwxp /.exec(line))
    .reduce((sum, range) => sum + (range ? Number(`0x${range[2]}`) - Number(`0x${range[1]}`) : 0), 0);
  return codeRange;
}
