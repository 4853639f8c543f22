import { execFileSync } from 'node:child_process';

/**
 * Resource limits that the kernel enforces. Node can't set them for a child, so a shell does and execs Node.
 *
 * RLIMIT_DATA counts all writable memory, including decoders' native memory, which no Node option limits. RLIMIT_CPU
 * counts only the processor time used, so a busy machine doesn't exhaust it. Windows supports neither, macOS no memory
 * limit.
 */
export interface ProcessLimits {
  memoryBytes: number;
  /** Whole seconds. The kernel sends SIGXCPU when they are exceeded. */
  processorSeconds: number;
}

const hasShell = process.platform !== 'win32';

/**
 * Returns the file and arguments that start Node with `args` under these limits.
 * @throws when Node's own memory reservation can't be determined
 */
export function limitedNode(
  { memoryBytes, processorSeconds }: ProcessLimits,
  args: string[],
): { file: string; args: string[] } {
  const commands = [
    `ulimit -d ${Math.floor((memoryBytes + codeRangeBytes()) / 1024)}`,
    // The hard limit's SIGKILL can have other causes; the soft limit comes first.
    `ulimit -S -t ${processorSeconds} && ulimit -H -t ${processorSeconds + 1}`,
    'exec "$0" "$@"',
  ];
  if (!hasShell) return { file: process.execPath, args };
  // If a limit can't be set, Node doesn't start.
  return { file: '/bin/sh', args: ['-c', commands.join(' && '), process.execPath, ...args] };
}

let codeRange: number | undefined;

/**
 * Returns how many bytes V8 reserves for compiled code. Newer versions reserve half a gibibyte and touch a few
 * mebibytes; the kernel counts all. Measured in a fresh process: a long-running one has reserved more.
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
