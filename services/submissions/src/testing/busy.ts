import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Gives every processor more to do than it can; returns how to end that. */
export function allProcessorsBusy(): () => void {
  const busy = Array.from({ length: 3 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  return () => busy.forEach((child) => void child.kill('SIGKILL'));
}
