import { crc32, deflateSync } from 'node:zlib';
import type { Heif } from '@site/domain/images/formats/heif';
import { imageLimits } from '@site/domain/images/image-limits';
import sharp from 'sharp';
import { runInSandbox, type SandboxLimits } from './sandbox.js';

/** The decoder may use `imageLimits.decodedHeifBytes`; Node, sharp and libheif take about 100 MiB. */
const defaultLimits: SandboxLimits = { processorSeconds: 30, memoryBytes: 512 * 1024 * 1024, wallSeconds: 50 };

/** H.273: SMPTE EG 432-1, the primaries of Display P3. */
const displayP3 = 12;

/**
 * Decodes a HEIC or AVIF picture in the sandbox.
 * @param heif its parsed header
 * @param box pixels to scale it down to
 * @returns an upright PNG with the color profile embedded
 * @throws ImageRejectedError when it's damaged or needs too much memory, ImageProcessingError when it ran out of time
 */
export async function decodeHeif(
  bytes: Buffer,
  { layout, color }: Heif,
  box: { width: number; height: number },
  limits: Partial<SandboxLimits> = {},
): Promise<Buffer> {
  const args = [layout.codec, box.width, box.height, imageLimits.pixels.heif].map(String);
  const program = { script: 'decode-heif.mjs', args, doing: 'Decoding', noun: 'photo' } as const;
  const png = await runInSandbox(program, bytes, { ...defaultLimits, ...limits });
  const { icc, primaries } = color;
  if (icc) return withProfile(png, bytes.subarray(icc.position, icc.position + icc.length));
  return primaries === displayP3 ? withProfile(png, await p3Profile()) : png;
}

let p3: Promise<Buffer> | undefined;

/** Reads the Display P3 profile of sharp. */
function p3Profile(): Promise<Buffer> {
  p3 ??= (async () => {
    const create = { width: 1, height: 1, channels: 3, background: '#000' } as const;
    const { icc } = await sharp(await sharp({ create }).withIccProfile('p3').png().toBuffer()).metadata();
    if (!icc) throw new Error('sharp wrote no profile');
    return icc;
  })();
  return p3;
}

/** Inserts an iCCP chunk (PNG 11.3.2.3) after the header. */
function withProfile(png: Buffer, profile: Buffer): Buffer {
  const headerEnd = 8 + 25;
  const body = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(profile)]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return Buffer.concat([png.subarray(0, headerEnd), chunk, png.subarray(headerEnd)]);
}
