import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PictureRefused } from './picture-refused.js';

/**
 * SVG is a program: a few hundred bytes of nested <use> or blurs keep a renderer busy for minutes, and sharp's own timeout
 * does not stop it. So it is drawn in a process that has no environment, little memory and three seconds to live.
 */
const drawingScript = fileURLToPath(new URL('../../sandbox/rasterise-svg.mjs', import.meta.url));
const maxSvgBytes = 512 * 1024;
const maxPngBytes = 32 * 1024 * 1024;
const drawingSeconds = 3;

/** Drawings are made one at a time. */
let previous: Promise<unknown> = Promise.resolve();

/**
 * Draws an SVG as a PNG whose longer side is `side` pixels.
 * @throws PictureRefused when it cannot be drawn within the limits
 */
export function rasteriseSvg(svg: Buffer, side: number, seconds = drawingSeconds): Promise<Buffer> {
  if (svg.length > maxSvgBytes) return Promise.reject(new PictureRefused('The drawing is larger than 512 KiB.'));
  const drawing = previous.then(() => draw(svg, side, seconds));
  previous = drawing.catch(() => undefined);
  return drawing;
}

function draw(svg: Buffer, side: number, seconds: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--max-old-space-size=64', drawingScript, String(side)], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const deadline = setTimeout(() => child.kill('SIGKILL'), seconds * 1_000);
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxPngBytes) child.kill('SIGKILL');
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
      else if (signal) reject(new PictureRefused('The drawing is too complex to be shown.'));
      else reject(new PictureRefused('The drawing is damaged or too large to be shown.'));
    });
    child.stdin.end(svg);
  });
}
