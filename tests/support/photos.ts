import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

// Suites in one process share sharp's blocked operations, and the upload checks block many.
sharp.unblock({ operation: ['VipsForeignLoad'] });

/**
 * Makes a JPEG like a phone's: twelve megapixels, with camera name and location in EXIF. Noise makes it realistically
 * large.
 */
export async function phonePhoto(hue = 205): Promise<Buffer> {
  const width = 4032;
  const height = 3024;
  const sky = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="hsl(${hue},60%,30%)"/><stop offset="1" stop-color="hsl(${hue + 40},70%,75%)"/></linearGradient></defs>
      <rect width="100%" height="100%" fill="url(#g)"/>
      <path d="M0 2400 L900 1900 L1700 2300 L2700 1700 L4032 2350 V3024 H0Z" fill="hsl(150,30%,20%)"/>
    </svg>`,
  );
  const grain = await sharp(randomBytes((width / 2) * (height / 2)), {
    raw: { width: width / 2, height: height / 2, channels: 1 },
  })
    .resize(width, height, { kernel: 'nearest' })
    .toColourspace('b-w')
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(sky)
    .composite([{ input: grain, blend: 'soft-light' }])
    .withExif({
      IFD0: { Make: 'Apple', Model: 'iPhone 15', Software: '18.1', Orientation: '1' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '34/1 44/1 4716/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '92/1 17/1 2244/100',
      },
    })
    .jpeg({ quality: 82 })
    .toBuffer();
}
