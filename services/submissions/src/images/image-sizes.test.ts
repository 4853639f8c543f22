import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import exifr from 'exifr';
import { allProcessorsBusy } from '../testing/processor-load.js';
import { bomb, interlacedBomb, phonePhoto, scene } from '../testing/photos.js';
import { imageErrors } from '@site/domain/images/image-limits';
import { ImageProcessingError, ImageRejectedError } from './image-rejected.js';
import { checkDecoder, makeSizes, sizeOfPdf } from './image-sizes.js';

const differingBits = (one: string, other: string) =>
  [...(BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2)].filter((bit) => bit === '1').length;

const svg = (body: string, size = 'viewBox="0 0 200 100"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${body}</svg>`);

describe('processing an upload', () => {
  it('keeps a PDF as it is, and decodes anything else', async () => {
    for (const before of ['', '\uFEFF', '\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n']) {
      const pdf = Buffer.from(`${before}%PDF-1.7\n%%EOF`);
      expect(sizeOfPdf(pdf)?.sizes).toEqual([
        { bytes: pdf, width: 1, height: 1, mediaType: 'application/pdf', extension: 'pdf' },
      ]);
    }
    expect(sizeOfPdf(await scene(1, { width: 20, height: 20 }).jpeg().toBuffer())).toBeUndefined();
  });

  it('makes each width in WebP and JPEG, narrowest first, and never enlarges', async () => {
    const created = await makeSizes(await scene(1, { width: 1_500, height: 1_000 }).jpeg().toBuffer(), 'snapshot');
    expect(created.sizes.map(({ width, height, extension }) => `${width}x${height}.${extension}`)).toEqual([
      '320x213.webp',
      '320x213.jpg',
      '640x427.webp',
      '640x427.jpg',
      '1280x853.webp',
      '1280x853.jpg',
      '1500x1000.webp',
      '1500x1000.jpg',
    ]);
    expect(created).toMatchObject({ width: 1_500, height: 1_000 });
    for (const { bytes, width, mediaType } of created.sizes) {
      const metadata = await sharp(bytes).metadata();
      expect(metadata).toMatchObject({ format: mediaType.split('/')[1], width, space: 'srgb' });
      if (mediaType === 'image/jpeg') expect(metadata.isProgressive).toBe(true);
    }
  });

  it('makes one size of a picture smaller than all widths', async () => {
    const { sizes } = await makeSizes(await scene(2, { width: 50, height: 40 }).png().toBuffer(), 'portrait');
    expect(sizes.map(({ width }) => width)).toEqual([50, 50]);
  });

  it('rotates the picture upright and removes its metadata', async () => {
    const photo = await phonePhoto(3, { width: 900, height: 600 });
    expect(await exifr.gps(photo)).toMatchObject({ latitude: expect.closeTo(34.746, 2) as number });
    const created = await makeSizes(photo, 'snapshot');
    expect(created).toMatchObject({ width: 600, height: 900 });
    for (const { bytes, mediaType } of created.sizes) {
      const { exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata();
      expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
      if (mediaType === 'image/jpeg') expect(await exifr.parse(bytes, true)).toBeUndefined();
    }
  });

  it('converts wide-gamut colors to sRGB', async () => {
    const flat = sharp({ create: { width: 400, height: 300, channels: 3, background: { r: 200, g: 60, b: 60 } } });
    const inP3 = await flat.clone().withIccProfile('p3').jpeg({ quality: 100 }).toBuffer();
    const { sizes } = await makeSizes(inP3, 'snapshot');
    const { dominant } = await sharp(sizes.at(-1)?.bytes).stats();
    const red = dominant.r;
    const green = dominant.g;
    expect(Math.abs(red - 200)).toBeLessThan(17);
    expect(Math.abs(green - 60)).toBeLessThan(17);
  });

  it("keeps a logo's transparency and gives photos a white background", async () => {
    const clear = await sharp({
      create: { width: 700, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const logo = await makeSizes(clear, 'logo');
    expect(logo.sizes.map(({ mediaType }) => mediaType).slice(0, 2)).toEqual(['image/webp', 'image/png']);
    for (const { bytes } of logo.sizes) expect((await sharp(bytes).stats()).isOpaque).toBe(false);
    const photo = await makeSizes(clear, 'snapshot');
    const { channels } = await sharp(photo.sizes.at(-1)?.bytes).stats();
    expect(channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255]);
  });

  it('makes a placeholder of less than a kilobyte', async () => {
    const { placeholder } = await makeSizes(await scene(4).jpeg().toBuffer(), 'cover');
    expect(placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(placeholder.length).toBeLessThan(1_024);
  });

  it('gives a smaller, recompressed copy the same hash and a different picture another', async () => {
    const hash = async (bytes: Buffer) => (await makeSizes(bytes, 'snapshot')).perceptualHash;
    const original = await hash(await scene(5).jpeg({ quality: 95 }).toBuffer());
    const copy = await hash(await scene(5).resize(500).jpeg({ quality: 50 }).toBuffer());
    const other = await hash(await scene(6).jpeg().toBuffer());
    expect(original).toMatch(/^[0-9a-f]{16}$/);
    expect(differingBits(original, copy)).toBeLessThanOrEqual(6);
    expect(differingBits(original, other)).toBeGreaterThan(6);
  });

  it("uses an animation's first frame", async () => {
    const frames = await scene(7, { width: 60, height: 80 }).gif({ delay: 100 }).toBuffer();
    const created = await makeSizes(frames, 'snapshot');
    expect(created).toMatchObject({ width: 60, height: 80 });
  });
});

describe('refused uploads', () => {
  const rejected = (bytes: Buffer) =>
    expect(makeSizes(bytes, 'snapshot')).rejects.toMatchObject({ name: 'ImageRejectedError' });

  it('refuses text, an empty file, and truncated or corrupt pictures', async () => {
    const photo = await scene(8, { width: 1_000, height: 800 }).jpeg().toBuffer();
    const garbled = Buffer.from(photo);
    garbled.fill(0x5a, 300, 4_000);
    await rejected(Buffer.from('this is not a picture'));
    await rejected(Buffer.alloc(0));
    await rejected(photo.subarray(0, photo.length / 2));
    await rejected(garbled);
  });

  it('refuses a decompression bomb by its header', async () => {
    await expect(makeSizes(bomb(), 'snapshot')).rejects.toEqual(new ImageRejectedError(imageErrors.pixels));
  });

  it('refuses a picture that exceeds 256 MiB decoded, before decoding it', async () => {
    expect(interlacedBomb().length).toBeLessThan(400_000);
    await expect(makeSizes(interlacedBomb(), 'snapshot')).rejects.toEqual(
      new ImageRejectedError(
        'The picture has more than 256 MiB when decoded. Please send a smaller version, or save it without interlacing.',
      ),
    );
  });

  it('accepts a progressive photo of 50 megapixels', async () => {
    const photo = await sharp({ create: { width: 8_000, height: 6_250, channels: 3, background: '#246' } })
      .jpeg({ progressive: true })
      .toBuffer();
    expect((await makeSizes(photo, 'portrait')).width).toBe(640);
  });

  it('refuses a side of more than 32,767 pixels, and scales very tall pictures to what every format supports', async () => {
    const strip = (height: number) =>
      sharp({ create: { width: 2, height, channels: 3, background: '#000' } })
        .png()
        .toBuffer();
    await expect(makeSizes(await strip(32_768), 'snapshot')).rejects.toThrow('32,767 on a side');
    expect(await makeSizes(await strip(32_767), 'snapshot')).toMatchObject({ width: 1, height: 7_680 });
  });

  it('refuses formats that visitors may not send', async () => {
    await rejected(await scene(9, { width: 100, height: 100 }).tiff().toBuffer());
    await rejected(svg('<rect width="10" height="10"/>'));
  });
});

describe('drawings', () => {
  it('draws a logo at the resolution of its largest size', async () => {
    const created = await makeSizes(svg('<circle cx="50" cy="50" r="40" fill="#083"/>'), 'logo');
    expect(created).toMatchObject({ width: 640, height: 320 });
    expect(created.sizes.map(({ width }) => width)).toEqual([160, 160, 320, 320, 640, 640]);
  });

  it('kills a drawing that exceeds its processor time, with a reason, and lets users retry it', async () => {
    // Each level uses the one below ten times: 10^9 shapes.
    const levels = Array.from({ length: 9 }, (_, level) => {
      const inner = level === 0 ? '<rect width="9" height="9"/>' : `<use href="#l${level - 1}"/>`.repeat(10);
      return `<g id="l${level}">${inner}</g>`;
    });
    await expect(makeSizes(svg(levels.join('')), 'logo')).rejects.toEqual(
      new ImageProcessingError('Drawing it took more than 3 s of processor time.'),
    );
  });

  it('draws a valid logo even on a busy machine', async () => {
    const logo = await readFile(new URL('../../seed/logos/ozark-emergency-dispatch.svg', import.meta.url));
    const release = allProcessorsBusy();
    try {
      for (let drawing = 0; drawing < 3; drawing += 1) {
        expect((await makeSizes(logo, 'logo')).width).toBe(640);
      }
    } finally {
      release();
    }
  });

  it('refuses a drawing that exceeds its memory limit, with a reason', async () => {
    // Each result takes 0.8 MiB until they are merged; Node and sharp take 120 MiB.
    const names = Array.from({ length: 160 }, (_, place) => `blur${place}`);
    const blurs = names
      .map((name) => `<feGaussianBlur in="SourceGraphic" stdDeviation="9" result="${name}"/>`)
      .join('');
    const nodes = names.map((name) => `<feMergeNode in="${name}"/>`).join('');
    const filter = `<filter id="f">${blurs}<feMerge>${nodes}</feMerge></filter>`;
    const big = svg(`${filter}<rect width="99" height="99" filter="url(#f)"/>`);
    await expect(makeSizes(big, 'logo', { memoryBytes: 200 * 1024 * 1024 })).rejects.toEqual(
      new ImageRejectedError('Drawing it takes more than 200 MiB of memory.'),
    );
  });

  it('refuses a drawing of more than 512 KiB, an infinite canvas and broken XML', async () => {
    await expect(makeSizes(svg(' '.repeat(520 * 1024)), 'logo')).rejects.toThrow('512 KiB');
    await expect(makeSizes(svg('', 'width="30000" height="30000"'), 'logo')).rejects.toThrow(ImageRejectedError);
    await expect(makeSizes(Buffer.from('<svg'), 'logo')).rejects.toThrow(ImageRejectedError);
    await expect(makeSizes(svg('<g>'), 'logo')).rejects.toThrow(ImageRejectedError);
  });
});

describe('the decoder', () => {
  it('is found working by the readiness check', async () => {
    await checkDecoder();
  });

  it("is killed when the job's limit has passed", async () => {
    const photo = await scene(10, { width: 1_500, height: 1_000 }).jpeg().toBuffer();
    await expect(makeSizes(photo, 'snapshot', { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('refuses a photo that exceeds its memory limit, with a reason', async () => {
    const photo = await sharp({ create: { width: 8_000, height: 6_250, channels: 3, background: '#246' } })
      .jpeg({ progressive: true })
      .toBuffer();
    await expect(makeSizes(photo, 'portrait', { memoryBytes: 200 * 1024 * 1024 })).rejects.toEqual(
      new ImageRejectedError('Decoding it takes more than 200 MiB of memory.'),
    );
  });
});
