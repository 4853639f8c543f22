import type { ChildProcess } from 'node:child_process';

export function launch(
  args: string[],
  environment: Record<string, string>,
  logFile?: string,
  checkout?: string,
  command?: 'start' | 'dev',
): { child: ChildProcess; output: () => string };
