import {
  hasMetadata,
  type HeicPhone,
  heicPhoto,
  phonePhotos,
  photoFaults,
} from '../../../../tests/support/phone-photos.mjs';
import { ImageRejectedError } from './image-rejected.js';
import { makeSizes } from './image-sizes.js';

describe('photos of common phones', () => {
  it.each(phonePhotos)(
    'makes upright sRGB sizes of $name, without metadata',
    async ({ width, height, make }) => {
      const created = await makeSizes(await make(), 'snapshot');
      const scale = Math.min(1, 1920 / width, 7680 / height);
      expect(Math.abs(created.width - width * scale)).toBeLessThanOrEqual(1);
      expect(Math.abs(created.height - height * scale)).toBeLessThanOrEqual(1);
      for (const { bytes } of created.sizes) {
        expect(await photoFaults(bytes)).toEqual([]);
        expect(await hasMetadata(bytes)).toBe(false);
      }
    },
    240_000,
  );
});

describe("HEIC that can't be displayed", () => {
  it('refuses damaged tiles', async () => {
    const heic = await heicPhoto({ width: 2_560, height: 1_536 });
    const tiles = heic.indexOf('mdat') + 4;
    heic.fill(0x5a, tiles + 4, tiles + 1_200);
    await expect(makeSizes(heic, 'portrait')).rejects.toThrow('The picture is damaged');
  });

  it('refuses a grid of 4 gigapixels behind a header that claims 4 megapixels', async () => {
    const heic = await heicPhoto({ width: 2_560, height: 1_536 });
    const grid = heic.indexOf('idat') + 8;
    heic.writeUInt32BE(0xffffffff, grid);
    await expect(makeSizes(heic, 'portrait')).rejects.toThrow(ImageRejectedError);
  });

  it('kills a decoder that exceeds its memory limit', async () => {
    const heic = await heicPhoto({ width: 8_064, height: 6_048, orientation: 6 });
    await expect(makeSizes(heic, 'portrait', { memoryBytes: 200 * 1024 * 1024 })).rejects.toEqual(
      new ImageRejectedError('Decoding it takes more than 200 MiB of memory.'),
    );
  });

  it('decodes 48 megapixels, rotated, within its memory limit', async () => {
    const created = await makeSizes(await heicPhoto({ width: 8_064, height: 6_048, orientation: 6 }), 'portrait');
    expect(await photoFaults(created.sizes.at(-1)!.bytes)).toEqual([]);
  });
});

describe('HEIC', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('applies orientation %d once', async (orientation) => {
    const created = await makeSizes(await heicPhoto({ width: 2560, height: 1536, orientation }), 'portrait');
    expect(await photoFaults(created.sizes.at(-1)!.bytes)).toEqual([]);
    expect(created.width > created.height).toBe(orientation < 5);
  });

  it.each<[string, Partial<HeicPhone>]>([
    ['an nclx box for Display P3', { color: 'p3', colorBox: 'nclx' }],
    ['sRGB', { color: 'srgb' }],
    ['ten bits', { color: 'srgb10' }],
    ['the major brand mif1', { majorBrand: 'mif1', brands: ['heic'] }],
    ['the major brand msf1', { majorBrand: 'msf1', brands: ['hevc', 'heic'] }],
    ['the major brand heix', { majorBrand: 'heix', brands: ['mif1', 'heix'] }],
  ])('decodes %s', async (_what, options) => {
    const created = await makeSizes(await heicPhoto({ width: 2560, height: 1536, ...options }), 'portrait');
    expect(await photoFaults(created.sizes.at(-1)!.bytes)).toEqual([]);
  });
});
