import { imageLimits, imageErrors } from '@site/domain/images/image-limits';
import { ImageRejectedError } from './image-rejected.js';
import { runInSandbox, type SandboxLimits, type SandboxProgram } from './sandbox.js';

/**
 * A few hundred bytes of nested <use> or blurs keep a renderer busy for minutes, and sharp's timeout doesn't stop it.
 * So SVG is drawn in the sandbox.
 */
const defaultLimits: SandboxLimits = { processorSeconds: 3, memoryBytes: 384 * 1024 * 1024, wallSeconds: 45 };

/** Serializes drawing. */
let previous: Promise<unknown> = Promise.resolve();

/**
 * Draws an SVG as a PNG whose longer side is `side` pixels.
 * @throws ImageRejectedError when it can't be drawn, ImageProcessingError when it ran out of time
 */
export function rasteriseSvg(svg: Buffer, side: number, limits: Partial<SandboxLimits> = {}): Promise<Buffer> {
  if (svg.length > imageLimits.svgBytes) return Promise.reject(new ImageRejectedError(imageErrors.svgBytes));
  const program: SandboxProgram = {
    script: 'rasterize-svg.mjs',
    args: [String(side)],
    doing: 'Drawing',
    noun: 'drawing',
  };
  const drawing = previous.then(() => runInSandbox(program, svg, { ...defaultLimits, ...limits }));
  previous = drawing.catch(() => undefined);
  return drawing;
}
