import { hasMetadata, heicPhoto, phonePhotos, photoFaults } from '../../../../scripts/lib/phone-photos.mjs';
import { makeSizes } from './sizes.js';

describe('photos of common phones', () => {
  it.each(phonePhotos)(
    'makes upright sRGB sizes of $name, without metadata',
    async ({ width, height, make }) => {
      const made = await makeSizes(await make(), 'snapshot');
      const scale = Math.min(1, 1920 / width, 7680 / height);
      expect(Math.abs(made.width - width * scale)).toBeLessThanOrEqual(1);
      expect(Math.abs(made.height - height * scale)).toBeLessThanOrEqual(1);
      for (const { bytes } of made.sizes) {
        expect(await photoFaults(bytes)).toEqual([]);
        expect(await hasMetadata(bytes)).toBe(false);
      }
    },
    240_000,
  );
});

describe('HEIC', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('applies orientation %d once', async (orientation) => {
    const made = await makeSizes(await heicPhoto({ width: 2560, height: 1536, orientation }), 'portrait');
    expect(await photoFaults(made.sizes.at(-1)!.bytes)).toEqual([]);
    expect(made.width > made.height).toBe(orientation < 5);
  });

  it.each([
    ['an nclx box for Display P3', { color: 'p3', colorBox: 'nclx' }],
    ['sRGB', { color: 'srgb' }],
    ['ten bits', { color: 'srgb10' }],
    ['the major brand mif1', { majorBrand: 'mif1', brands: ['heic'] }],
    ['the major brand msf1', { majorBrand: 'msf1', brands: ['hevc', 'heic'] }],
    ['the major brand heix', { majorBrand: 'heix', brands: ['mif1', 'heix'] }],
  ] as const)('decodes %s', async (_what, options) => {
    const made = await makeSizes(
      await heicPhoto({ width: 2560, height: 1536, ...options, ...('brands' in options && { brands: [...options.brands] }) }),
      'portrait',
    );
    expect(await photoFaults(made.sizes.at(-1)!.bytes)).toEqual([]);
  });
});
