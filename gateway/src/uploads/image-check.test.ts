import { createHook } from 'node:async_hooks';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpException } from '@nestjs/common';
import {
  animatedGif,
  animatedWebp,
  asApng,
  asMotionPhoto,
  baselineJpeg,
  claimingSize,
  deepPng,
  gifOfBlocks,
  losslessWebp,
  phonePhoto,
  png,
  pngBomb,
  webp,
  withEmptyChunks,
  withGainMap,
  withScans,
  withThumbnail,
} from '../testing/image-files.js';
import { avifPhoto, heicPhoto } from '../../../tests/support/phone-photos.mjs';
import { pdfType } from '@site/domain/images/image-limits';
import { checkImage, logoTypes, photoTypes, type ImageType } from './image-check.js';

const folder = mkdtempSync(join(tmpdir(), 'picture-check-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let result = '';

/** Returns the detected type, or the status of the refusal. */
async function check(bytes: Buffer | string, types: readonly ImageType[] = photoTypes): Promise<string | number> {
  const path = join(folder, 'upload');
  const content = Buffer.from(bytes);
  writeFileSync(path, content);
  try {
    return await checkImage(path, content.length, { field: 'photo', types });
  } catch (error) {
    if (!(error instanceof HttpException)) throw error;
    expect(error.getResponse()).toMatchObject({
      fields: [{ field: 'photo', message: expect.stringMatching(/^[A-Z].+\.$/) }],
    });
    result = (error.getResponse() as { fields: { message: string }[] }).fields[0]?.message ?? '';
    return error.getStatus();
  }
}

describe('Accepted pictures', () => {
  it('accepts JPEG, PNG, GIF and WebP by content', async () => {
    expect(await check(await phonePhoto())).toBe('image/jpeg');
    expect(await check(await baselineJpeg())).toBe('image/jpeg');
    expect(await check(await png())).toBe('image/png');
    expect(await check(await animatedGif())).toBe('image/gif');
    expect(await check(await webp())).toBe('image/webp');
    expect(await check(await losslessWebp())).toBe('image/webp');
    expect(await check(await animatedWebp())).toBe('image/webp');
  });

  it.each<[string, Partial<Parameters<typeof heicPhoto>[0]>]>([
    ['an iPhone', {}],
    ['an iPhone held upright', { orientation: 6 }],
    ['the major brand mif1', { majorBrand: 'mif1', brands: ['heic'] }],
    ['the major brand msf1', { majorBrand: 'msf1', brands: ['hevc', 'heic'] }],
    ['ten bits', { majorBrand: 'heix', brands: ['mif1'], color: 'srgb10' }],
    ['48 megapixels', { width: 8064, height: 6048, orientation: 6 }],
  ])('accepts HEIC of %s', async (_what, options) => {
    expect(await check(await heicPhoto({ width: 4032, height: 3024, ...options }))).toBe('image/heic');
  });

  it('accepts AVIF', async () => {
    expect(await check(await avifPhoto({ make: 'Google', model: 'Pixel 9', width: 640, height: 480 }))).toBe(
      'image/avif',
    );
  });

  it("accepts data that phones append: a motion photo's video, a gain map", async () => {
    expect(await check(asMotionPhoto(await phonePhoto()))).toBe('image/jpeg');
    expect(await check(asMotionPhoto(await baselineJpeg()))).toBe('image/jpeg');
    expect(await check(await withGainMap(await phonePhoto()))).toBe('image/jpeg');
  });

  it('accepts filler bytes between the segments of a JPEG', async () => {
    const photo = await baselineJpeg();
    const filled = Buffer.concat([photo.subarray(0, 2), Buffer.from([0xff, 0xff, 0xff]), photo.subarray(2)]);
    expect(await check(filled)).toBe('image/jpeg');
  });

  it('accepts SVG only where the route allows it', async () => {
    const plain = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/></svg>';
    const rendered = `\uFEFF<?xml version="1.0"?>\n<!-- made by > hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x" [ <!ENTITY ns "http://x"> ]>\n${plain}\n<!-- end -->\n`;
    expect(await check(plain, logoTypes)).toBe('image/svg+xml');
    expect(await check(rendered, logoTypes)).toBe('image/svg+xml');
    expect(await check(plain)).toBe(415);
    expect(await check(rendered)).toBe(415);
  });
});

describe('PDFs', () => {
  const types: readonly ImageType[] = [...photoTypes, pdfType];
  const body = `%PDF-1.7\n${'1 0 obj\nendobj\n'.repeat(1_000)}`;
  const pdf = (before: string, after = '') => Buffer.from(`${before}${body}%%EOF\n${after}`, 'latin1');

  it.each([
    ['nothing', ''],
    ['a byte order mark', '\xef\xbb\xbf'],
    ['a byte order mark and empty lines', '\xef\xbb\xbf\r\n\r\n'],
    ['UTF-16’s byte order mark', '\xff\xfe'],
    [
      'PJL lines',
      '\x1b%-12345X@PJL JOB NAME="Informe del a\xc3\xb1o"\r\n@PJL SET DUPLEX=ON\r\n@PJL ENTER LANGUAGE=PDF\r\n',
    ],
    ['a PostScript line', '%!PS-Adobe-3.0 PDF-1.4\n'],
    ['a PostScript line after Ctrl-D', '\x04%!PS-Adobe-3.0\r\n'],
    ['lines of a mail', 'Content-Type: application/pdf\r\nContent-Transfer-Encoding: binary\r\n\r\n'],
    ['NULs', '\0'.repeat(512)],
    ['1,000 bytes', `${'junk '.repeat(199)}junk\n`],
    ['1,024 bytes', ' '.repeat(1_024)],
  ])('accepts %s before the header', async (_what, before) => expect(await check(pdf(before), types)).toBe(pdfType));

  it.each([
    ['HTML', '<html><script>alert(1)</script>'],
    ['HTML after a byte order mark', '\xef\xbb\xbf  <!doctype html>'],
    ['HTML after words', 'Storm report\n<iframe src=x>'],
    ['HTML in UTF-16', '\xff\xfe<\0h\0t\0m\0l\0>\0'],
    ['XML', '<?xml version="1.0"?>\n'],
    ['an archive', 'PK\x03\x04\x14\0\0\0'],
    ['a Windows program', 'MZ\x90\0\x03\0\0\0'],
    ['a Linux program', '\x7fELF\x02\x01\x01\0'],
    ['a Java class', '\xca\xfe\xba\xbe\0\0\0\x34\0\x1d'],
    ['a script', '#!/bin/sh\n'],
    ['rich text', '{\\rtf1\n'],
    ['a song', 'ID3\x03\0\0\0'],
    ['a document of Word 97', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
    ['a gzip archive', '\x1f\x8b\x08\0'],
    ['1,100 bytes', ' '.repeat(1_100)],
  ])('refuses %s before the header with 415', async (_what, before) =>
    expect(await check(pdf(before), types)).toBe(415),
  );

  it('reads a picture with the header of a PDF in it as a picture', async () => {
    const photo = await baselineJpeg();
    const comment = Buffer.from('\xff\xfe\0\x12%PDF-1.7\n%%EOF\n', 'latin1');
    expect(await check(Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2)]), types)).toBe('image/jpeg');
    expect(await check(Buffer.concat([photo.subarray(0, 2), comment]), types)).toBe(422);
  });

  it.each([
    ['8 kB of NULs', '\0'.repeat(8_192)],
    ['8 kB of spaces', ' '.repeat(8_192)],
    ['8 kB of empty lines', '\r\n'.repeat(4_096)],
    ['200 kB of filler', '\xff'.repeat(200_000)],
    ['the end of a printer job, and padding', `\x1b%-12345X@PJL EOJ\r\n\x1b%-12345X${'\0'.repeat(8_192)}`],
    ['Ctrl-Z and padding', `\x1a${'\0'.repeat(8_192)}`],
  ])('accepts %s after the end', async (_what, after) => expect(await check(pdf('', after), types)).toBe(pdfType));

  it('refuses with 422 one that is cut, with padding or without', async () => {
    for (const cut of [9, 100, 5_000, body.length]) {
      const part = Buffer.from(body.slice(0, cut));
      expect(await check(part, types)).toBe(422);
      expect(await check(Buffer.concat([part, Buffer.alloc(200_000)]), types)).toBe(422);
    }
  });

  it('refuses one where the form takes only pictures', async () => expect(await check(pdf(''))).toBe(415));
});

describe("Files that aren't pictures", () => {
  it.each([
    ['a text', 'Dear sirs, this is a photo.'],
    ['HTML', '<!doctype html><svg></svg>'],
    ['a PDF', '%PDF-1.7\n'],
    ['a program', '\x7fELF\x02\x01\x01'],
    ['a single byte', 'x'],
    ['a signature cut short', '\x89PNG'],
  ])('refuses %s with 415, whatever its name', async (_name, content) => {
    expect(await check(Buffer.from(content, 'latin1'), logoTypes)).toBe(415);
  });

  it('refuses other files in the same container: a video, and an image format without a decoder', async () => {
    expect(await check(Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'))).toBe(415);
    expect(await check(Buffer.from('\0\0\0\x18ftypqt  \0\0\0\0qt  mif3', 'latin1'))).toBe(415);
  });
});

describe('Damaged or truncated pictures', () => {
  const formats: [string, () => Promise<Buffer>][] = [
    ['a progressive JPEG', () => phonePhoto()],
    ['a baseline JPEG', baselineJpeg],
    ['a JPEG with a thumbnail inside', async () => withThumbnail(await phonePhoto())],
    ['a PNG', () => png()],
    ['an animated GIF', () => animatedGif(5, 32)],
    ['a WebP', webp],
    ['a lossless WebP', losslessWebp],
    ['an animated WebP', () => animatedWebp(5, 32)],
    ['a HEIC', () => heicPhoto({ width: 4032, height: 3024 })],
    ['an AVIF', () => avifPhoto({ make: 'Google', model: 'Pixel 9', width: 640, height: 480 })],
  ];

  it.each(formats)('refuses %s with 422 wherever it is cut', async (_name, make) => {
    const full = await make();
    expect(await check(full)).toMatch(/^image\//);
    const cuts = Array.from({ length: 20 }, (_, index) => Math.floor(64 + ((full.length - 65) * index) / 19));
    const outcomes = new Map<number, string | number>();
    for (const cut of cuts) outcomes.set(cut, await check(full.subarray(0, cut)));
    expect([...outcomes].filter(([, outcome]) => outcome !== 422)).toEqual([]);
  });

  it('refuses an SVG without its end', async () => {
    expect(await check('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/>', logoTypes)).toBe(422);
  });

  it('refuses a signature without valid content', async () => {
    const rubbish = Buffer.alloc(2_000, 'rubbish ');
    for (const signature of ['\xff\xd8\xff\xe0', '\x89PNG\r\n\x1a\n', 'GIF89a', 'RIFF\0\x01\0\0WEBP']) {
      expect(await check(Buffer.concat([Buffer.from(signature, 'latin1'), rubbish]))).toBe(422);
    }
  });

  it('refuses a JPEG that starts again before its end', async () => {
    const photo = await baselineJpeg();
    expect(await check(Buffer.concat([photo.subarray(0, photo.length / 2), photo]))).toBe(422);
  });

  it('refuses a JPEG with more scans than any encoder makes', async () => {
    expect(await check(withScans(await phonePhoto(), 500))).toBe(422);
  });
});

describe('Pictures too large to decode', () => {
  it('refuses a decompression bomb with 413', async () => {
    const bomb = pngBomb(14_000, 14_000);
    expect(bomb.length).toBeLessThan(100_000);
    expect(await check(bomb)).toBe(413);
  });

  it('refuses more pixels than a decoder may process, or a side longer than 32,767', async () => {
    expect(await check(pngBomb(12_000, 10_000))).toBe('image/png');
    expect(await check(pngBomb(12_000, 10_001))).toBe(413);
    expect(await check(pngBomb(32_767, 10))).toBe('image/png');
    expect(await check(pngBomb(10, 32_768))).toBe(413);
    expect(await check(claimingSize(await baselineJpeg(), 65_500, 65_500))).toBe(413);
  });

  it.each([
    [8_160, 6_144],
    [8_192, 6_144],
    [12_000, 9_000],
    [16_320, 12_240],
    [16_382, 3_628],
    [14_000, 2_600],
  ])('accepts a JPEG of %d × %d pixels', async (width, height) => {
    expect(await check(claimingSize(await baselineJpeg(), width, height))).toBe('image/jpeg');
  });

  it('refuses a HEIC that needs more than 320 MiB to decode, and says how to send it', async () => {
    expect(await check(await heicPhoto({ width: 512, height: 512, claims: { width: 9_000, height: 7_000 } }))).toBe(
      413,
    );
    expect(result).toContain('Settings > Camera > Formats > Most Compatible');
  });

  it('refuses animations of more than 300 frames or 100 megapixels', async () => {
    expect(await check(await animatedGif(300, 2))).toBe('image/gif');
    expect(await check(await animatedGif(301, 2))).toBe(413);
    expect(await check(await animatedWebp(301, 2))).toBe(413);
    // A 4,000 × 4,000 canvas with seven small frames: 112 megapixels once decoded.
    const wide = await animatedGif(7, 2);
    wide.writeUInt16LE(4_000, 6);
    wide.writeUInt16LE(4_000, 8);
    expect(await check(wide)).toBe(413);
  });

  it('refuses a picture that needs more than 256 MiB at a time to decode, and says so', async () => {
    const tooMuch = /256 MiB when decoded/;
    // 392 MB in memory when interlaced; row by row otherwise.
    expect([await check(deepPng(7_000, 7_000)), result]).toEqual([413, expect.stringMatching(tooMuch)]);
    expect(await check(deepPng(7_000, 7_000, { interlaced: false }))).toBe('image/png');
    expect(await check(deepPng(5_000, 5_000))).toBe('image/png');
    expect(await check(deepPng(8_000, 6_000, { colour: 0 }))).toBe('image/png');

    // 50 megapixels: 300 MB of coefficients with full chroma, 150 MB with half.
    const fullColour = claimingSize(await phonePhoto(640, 480, '4:4:4'), 8_000, 6_250);
    expect([await check(fullColour), result]).toEqual([413, expect.stringMatching(tooMuch)]);
    expect(await check(claimingSize(await phonePhoto(), 8_000, 6_250))).toBe('image/jpeg');

    const gif = await animatedGif(1, 16);
    gif.writeUInt16LE(6_000, 6);
    gif.writeUInt16LE(6_000, 8);
    expect([await check(gif), result]).toEqual([413, expect.stringMatching(tooMuch)]);
  });

  it('counts the frames of an APNG', async () => {
    expect(await check(asApng(await png(), 300))).toBe('image/png');
    expect(await check(asApng(await png(), 301))).toBe(413);
  });

  it('refuses a picture with more parts than any encoder makes', async () => {
    expect(await check(withEmptyChunks(await png(), 1_000))).toBe('image/png');
    expect([await check(withEmptyChunks(await png(), 60_000)), result]).toEqual([
      413,
      'The picture has too many parts to be read.',
    ]);
  });

  it('reads 10 MiB of one-byte blocks in a few large steps', async () => {
    const bytes = await gifOfBlocks(10_000_000, 1);
    let steps = 0;
    const counting = createHook({ init: (_id, type) => void (type === 'PROMISE' && (steps += 1)) }).enable();
    try {
      expect(await check(bytes)).toBe('image/gif');
    } finally {
      counting.disable();
    }
    expect(steps).toBeLessThan(20_000);
  });

  it('refuses an SVG of more than 512 KiB', async () => {
    expect(await check(`<svg>${' '.repeat(512 * 1024)}</svg>`, logoTypes)).toBe(413);
  });
});
