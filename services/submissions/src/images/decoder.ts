import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ImageProcessingError, ImageRejectedError } from './image-rejected.js';
import { limitedNode } from './process-limits.js';

const encodedFormats = ['webp', 'jpeg', 'png'] as const;
export type EncodedFormat = (typeof encodedFormats)[number];

/** What the decoder makes of a picture. */
export interface DecodingPlan {
  /** The only one that it decodes; `bitmap` is JPEG, PNG, GIF or WebP. */
  format: 'svg' | 'hevc' | 'av1' | 'bitmap';
  maxPixels: number;
  /** Of HEIC and AVIF: where the color profile is in the file. */
  color?: { icc: { position: number; length: number } | undefined; isDisplayP3: boolean };
  /** Pixels. Never enlarges: a small picture gets fewer sizes, an SVG's longer side becomes the largest. */
  widths: number[];
  /** Of each size, with sharp's options. */
  encodings: { format: EncodedFormat; options: object }[];
  /** Keeps transparency; otherwise the background becomes white. */
  alpha: boolean;
}

export interface DecoderOptions {
  processorSeconds?: number;
  memoryBytes?: number;
  /** Ends the decoder when aborted. */
  signal?: AbortSignal;
}

/** Enough for a picture's maximum (`imageLimits`). */
export const maxDecoderBytes = 576 * 1024 * 1024;
/** An SVG of a few hundred bytes with nested <use> or blurs keeps a renderer busy for minutes. */
const processorSecondsOf = { svg: 3, hevc: 45, av1: 45, bitmap: 45 };
const maxOutputBytes = 64 * 1024 * 1024;
const outOfMemoryCode = 2;
export const unreadable = "The picture is damaged or in a format we can't open.";

/** Checked, because the decoder may have been compromised. */
const headerSchema = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  sizes: z.array(
    z.object({
      width: z.int().positive(),
      height: z.int().positive(),
      format: z.enum(encodedFormats),
      byteLength: z.int().positive(),
    }),
  ),
  placeholder: z.string().regex(/^data:image\/webp;base64,[\w+/=]{1,2000}$/),
  perceptualHash: z.string().regex(/^[0-9a-f]{16}$/),
});

/**
 * Decodes an untrusted picture in a process of its own, without an environment, with limited memory and seconds of
 * processor time, which a busy machine doesn't use up.
 * @throws ImageRejectedError when it can't be decoded, ImageProcessingError when it ran out of time, Error when the
 *   process was killed
 */
export async function decodeImage(bytes: Buffer, plan: DecodingPlan, options: DecoderOptions = {}) {
  const output = await runDecoder(bytes, plan, options);
  const headerEnd = output.indexOf('\n');
  const { sizes, ...image } = headerSchema.parse(JSON.parse(output.toString('utf8', 0, headerEnd)));
  let position = headerEnd + 1;
  return {
    ...image,
    sizes: sizes.map(({ byteLength, ...size }) => {
      const start = position;
      position += byteLength;
      return { ...size, bytes: output.subarray(start, position) };
    }),
  };
}

function runDecoder(bytes: Buffer, plan: DecodingPlan, options: DecoderOptions): Promise<Buffer> {
  const limits = { processorSeconds: processorSecondsOf[plan.format], memoryBytes: maxDecoderBytes, ...options };
  return new Promise((resolve, reject) => {
    const path = fileURLToPath(new URL('../../sandbox/decoder.mjs', import.meta.url));
    const { file, args } = limitedNode(limits, ['--max-old-space-size=64', path, JSON.stringify(plan)]);
    const child = spawn(file, args, {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      killSignal: 'SIGKILL',
      ...(options.signal && { signal: options.signal }),
    });
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length <= maxOutputBytes) return;
      reject(new ImageRejectedError('The picture is too large to show.'));
      child.kill('SIGKILL');
    });
    // A child that exits early closes its input; the exit code says why.
    child.stdin.on('error', () => undefined);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(chunks));
      else reject(errorOf(code, signal, plan, limits));
    });
    child.stdin.end(bytes);
  });
}

function errorOf(
  code: number | null,
  signal: NodeJS.Signals | null,
  { format }: DecodingPlan,
  { processorSeconds, memoryBytes }: { processorSeconds: number; memoryBytes: number },
): Error {
  const doing = format === 'svg' ? 'Drawing' : 'Decoding';
  if (signal === 'SIGXCPU')
    return new ImageProcessingError(`${doing} it took more than ${processorSeconds} s of processor time.`);
  // By the system, for example when the machine's memory is used up.
  if (signal === 'SIGKILL') return new Error('its decoder was killed');
  if (signal !== null || code === outOfMemoryCode)
    return new ImageRejectedError(`${doing} it takes more than ${memoryBytes / 1024 / 1024} MiB of memory.`);
  return new ImageRejectedError(unreadable);
}
