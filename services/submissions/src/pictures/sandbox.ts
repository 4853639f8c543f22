import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { limitedNode } from '../jobs/process-limits.js';
import { PictureFailed, PictureRefused } from './picture-refused.js';

const maxPngBytes = 32 * 1024 * 1024;

/** What a program in the sandbox may cost. */
export interface SandboxLimits {
  processorSeconds: number;
  memoryBytes: number;
  /** The last resort, for work that waits instead of running. Shorter than the job may take. */
  wallSeconds: number;
}

/** A program in `sandbox/`, and its words for people. */
export interface SandboxProgram {
  script: 'rasterise-svg.mjs' | 'decode-heif.mjs';
  words: string[];
  /** "Drawing", "Decoding". */
  doing: string;
  /** "drawing", "photo". */
  noun: string;
}

/** How a program in the sandbox says that it got no memory. */
const outOfMemoryCode = 2;

/**
 * Runs a program that turns `input` into a PNG, in a process that has no environment, little memory and some seconds of a processor.
 * They are counted by the kernel: on a busy machine it takes longer, but no more of them.
 * @throws PictureRefused when it can't be done, PictureFailed when it used up its time
 */
export function runInSandbox(program: SandboxProgram, input: Buffer, limits: SandboxLimits): Promise<Buffer> {
  const { script, doing, noun } = program;
  return new Promise((resolve, reject) => {
    const path = fileURLToPath(new URL(`../../sandbox/${script}`, import.meta.url));
    const { file, words } = limitedNode(limits, ['--max-old-space-size=64', path, ...program.words]);
    const child = spawn(file, words, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
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
      if (length > maxPngBytes) end(new PictureRefused(`The ${noun} is too large to be shown.`));
    });
    // A child that died early closes its input; its exit code tells why.
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
    return new PictureFailed(`${doing} it took more than ${limits.processorSeconds} s of processor time.`);
  // Not by us: by the kernel, for instance, when the machine has no memory left.
  if (signal === 'SIGKILL')
    return new PictureFailed(`The process for ${doing.toLowerCase()} it was ended by the machine.`);
  if (signal !== null || code === outOfMemoryCode)
    return new PictureRefused(`${doing} it takes more than ${limits.memoryBytes / 1024 / 1024} MiB of memory.`);
  return new PictureRefused(`The ${noun} is damaged or too large to be shown.`);
}
