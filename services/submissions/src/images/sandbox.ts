import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { limitedNode } from '../jobs/process-limits.js';
import { ImageProcessingError, ImageRejectedError } from './image-rejected.js';

const maxPngBytes = 32 * 1024 * 1024;

export interface SandboxLimits {
  processorSeconds: number;
  memoryBytes: number;
  /** Last resort for work that blocks without using the processor. Shorter than the job's limit. */
  wallSeconds: number;
}

/** With its words for error messages. */
export interface SandboxProgram {
  script: 'rasterize-svg.mjs' | 'decode-heif.mjs';
  args: string[];
  /** "Drawing", "Decoding". */
  doing: string;
  /** "drawing", "photo". */
  noun: string;
}

const outOfMemoryCode = 2;

/**
 * Runs a program that turns `input` into a PNG, without an environment, with little memory and a few seconds of
 * processor time, which a busy machine doesn't use up.
 * @throws ImageRejectedError when the input can't be decoded, ImageProcessingError when it ran out of time
 */
export function runInSandbox(program: SandboxProgram, input: Buffer, limits: SandboxLimits): Promise<Buffer> {
  const { script, doing, noun } = program;
  return new Promise((resolve, reject) => {
    const path = fileURLToPath(new URL(`../../sandbox/${script}`, import.meta.url));
    const { file, args } = limitedNode(limits, ['--max-old-space-size=64', path, ...program.args]);
    const child = spawn(file, args, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
    let endedBecause: Error | undefined;
    const end = (reason: Error) => {
      endedBecause ??= reason;
      child.kill('SIGKILL');
    };
    const deadline = setTimeout(
      () => end(new Error(`${doing} was not finished after ${limits.wallSeconds} s; the machine may be too busy`)),
      limits.wallSeconds * 1_000,
    );
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxPngBytes) end(new ImageRejectedError(`The ${noun} is too large to show.`));
    });
    // A child that exits early closes its input; the exit code says why.
    child.stdin.on('error', () => undefined);
    child.once('error', (error) => {
      clearTimeout(deadline);
      reject(error);
    });
    child.once('close', (code, signal) => {
      clearTimeout(deadline);
      if (code === 0) resolve(Buffer.concat(chunks));
      else reject(endedBecause ?? reasonOf(code, signal, program, limits));
    });
    child.stdin.end(input);
  });
}

function reasonOf(
  code: number | null,
  signal: NodeJS.Signals | null,
  { doing, noun }: SandboxProgram,
  limits: SandboxLimits,
): Error {
  if (signal === 'SIGXCPU')
    return new ImageProcessingError(`${doing} it took more than ${limits.processorSeconds} s of processor time.`);
  // Killed by the kernel, for example for lack of memory; our own kills set `endedBecause`.
  if (signal === 'SIGKILL')
    return new ImageProcessingError(`The process ${doing.toLowerCase()} it was killed by the system.`);
  if (signal !== null || code === outOfMemoryCode)
    return new ImageRejectedError(`${doing} it takes more than ${limits.memoryBytes / 1024 / 1024} MiB of memory.`);
  return new ImageRejectedError(`The ${noun} is damaged or too large to show.`);
}
