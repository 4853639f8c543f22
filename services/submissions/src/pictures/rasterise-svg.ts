import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pictureLimits, pictureRefusals } from '@site/proto/pictures/v1/picture-limits';
import { limitedNode } from '../jobs/process-limits.js';
import { PictureFailed, PictureRefused } from './picture-refused.js';

/**
 * SVG is a program: a few hundred bytes of nested <use> or blurs keep a renderer busy for minutes, and sharp's own timeout
 * does not stop it. So it is drawn in a process that has no environment, little memory and three seconds of a processor. They
 * are counted by the kernel: on a busy machine a drawing takes longer, but no more of them.
 */
const drawingScript = fileURLToPath(new URL('../../sandbox/rasterise-svg.mjs', import.meta.url));
const maxPngBytes = 32 * 1024 * 1024;

/** What a drawing may cost. */
const usualLimits = {
  processorSeconds: 3,
  memoryBytes: 384 * 1024 * 1024,
  /** The last resort, for a drawing that waits instead of working. Shorter than the job may take. */
  wallSeconds: 45,
};
export type DrawingLimits = typeof usualLimits;

/** Drawings are made one at a time. */
let previous: Promise<unknown> = Promise.resolve();

/**
 * Draws an SVG as a PNG whose longer side is `side` pixels.
 * @throws PictureRefused when it cannot be drawn, PictureFailed when it used up its time
 */
export function rasteriseSvg(svg: Buffer, side: number, limits: Partial<DrawingLimits> = {}): Promise<Buffer> {
  if (svg.length > pictureLimits.svgBytes) return Promise.reject(new PictureRefused(pictureRefusals.svgBytes));
  const drawing = previous.then(() => draw(svg, side, { ...usualLimits, ...limits }));
  previous = drawing.catch(() => undefined);
  return drawing;
}

/** How the process that draws says that libvips got no memory. */
const outOfMemoryCode = 2;

function draw(svg: Buffer, side: number, limits: DrawingLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const { file, words } = limitedNode(limits, ['--max-old-space-size=64', drawingScript, String(side)]);
    const child = spawn(file, words, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
    let endedBecause: Error | undefined;
    const end = (reason: Error) => {
      endedBecause ??= reason;
      child.kill('SIGKILL');
    };
    const deadline = setTimeout(
      () => end(new Error(`drawing was not finished after ${limits.wallSeconds} s; the machine may be too busy`)),
      limits.wallSeconds * 1_000,
    );
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxPngBytes) end(new PictureRefused('The drawing is too large to be shown.'));
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
      else reject(endedBecause ?? reasonOf(code, signal, limits));
    });
    child.stdin.end(svg);
  });
}

function reasonOf(code: number | null, signal: NodeJS.Signals | null, limits: DrawingLimits): Error {
  if (signal === 'SIGXCPU')
    return new PictureFailed(`Drawing it took more than ${limits.processorSeconds} s of processor time.`);
  // Not by us: by the kernel, for instance, when the machine has no memory left.
  if (signal === 'SIGKILL') return new PictureFailed('The process that draws it was ended by the machine.');
  if (signal !== null || code === outOfMemoryCode)
    return new PictureRefused(`Drawing it takes more than ${limits.memoryBytes / 1024 / 1024} MiB of memory.`);
  return new PictureRefused('The drawing is damaged or too large to be shown.');
}
