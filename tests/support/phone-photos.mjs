import { readFileSync } from 'node:fs';
import sharp from 'sharp';

/** @typedef {'gray' | 'red' | 'green' | 'blue' | 'yellow' | 'magenta'} PhotoColor */
/** @typedef {[red: number, green: number, blue: number]} Rgb */
/** @typedef {1 | 2 | 3 | 4 | 5 | 6 | 7 | 8} Orientation of Exif */
/** @typedef {Parameters<typeof heicPhoto>[0]} HeicPhone */
/** @typedef {{ type: string, hidden?: boolean, media?: number, properties: number[] }} Item of a HEIC file */
/** @typedef {{ name: string, type: string, width: number, height: number, make: () => Promise<Buffer> }} PhonePhoto */

/**
 * Photos as phones store them, with a GPS position: gray with a magenta center and colored corners (clockwise from the
 * top left: red, green, yellow, blue), which show whether an uploaded photo is upright and keeps its colors.
 */

/** Of the upright picture, in sRGB. @type {Record<PhotoColor, Rgb>} */
export const photoColors = {
  gray: [128, 128, 128],
  red: [208, 32, 32],
  green: [32, 160, 32],
  blue: [32, 32, 208],
  yellow: [208, 208, 32],
  magenta: [208, 32, 208],
};

/** @param {number} u @param {number} v shares of the upright picture's width and height @returns {PhotoColor} */
function colorAt(u, v) {
  if (Math.abs(u - 0.5) < 0.1 && Math.abs(v - 0.5) < 0.1) return 'magenta';
  const left = u < 0.3;
  const right = u > 0.7;
  if (v < 0.3) return left ? 'red' : right ? 'green' : 'gray';
  if (v > 0.7) return left ? 'blue' : right ? 'yellow' : 'gray';
  return 'gray';
}

/**
 * Maps a point of the stored pixels to the upright picture, by Exif orientation.
 * @type {Record<Orientation, (s: number, t: number) => [u: number, v: number]>}
 */
const uprightPoint = {
  1: (s, t) => [s, t],
  2: (s, t) => [1 - s, t],
  3: (s, t) => [1 - s, 1 - t],
  4: (s, t) => [s, 1 - t],
  5: (s, t) => [t, s],
  6: (s, t) => [1 - t, s],
  7: (s, t) => [1 - t, 1 - s],
  8: (s, t) => [t, 1 - s],
};

/** Points of the upright picture, as shares of width and height. @type {Record<PhotoColor, [x: number, y: number]>} */
export const probes = {
  red: [0.08, 0.08],
  green: [0.92, 0.08],
  blue: [0.08, 0.92],
  yellow: [0.92, 0.92],
  magenta: [0.5, 0.5],
  gray: [0.5, 0.15],
};

/** Per channel: allows two lossy codecs and a color space conversion, but not a missing conversion. */
const tolerance = 9;

/** Returns a sentence for each difference. @param {Buffer} picture */
export async function photoFaults(picture) {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return Object.entries(probes).flatMap(([name, [x, y]]) => {
    const expected = photoColors[/** @type {PhotoColor} */ (name)];
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    const seen = [...data.subarray(at, at + 3)];
    const isClose = seen.every((value, channel) => Math.abs(value - (expected[channel] ?? NaN)) <= tolerance);
    return isClose ? [] : [`${name} is ${seen.join(', ')} instead of ${expected.join(', ')}`];
  });
}

/** @param {Buffer} picture */
export async function hasMetadata(picture) {
  const { exif, xmp, iptc, icc, orientation } = await sharp(picture).metadata();
  const text = picture.toString('latin1');
  return (
    [exif, xmp, iptc, icc, orientation].some(Boolean) || /Exif\0|GPSLatitude|xmpmeta|iPhone|Galaxy|Pixel/.test(text)
  );
}

/** @param {string} make @param {string} model @param {number} orientation */
const exifOf = (make, model, orientation) => ({
  IFD0: { Make: make, Model: model, Orientation: `${orientation}` },
  IFD2: { DateTimeOriginal: '2026:05:01 18:30:00' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '34/1 44/1 4623/100',
    GPSLongitudeRef: 'W',
    GPSLongitude: '92/1 17/1 2328/100',
  },
});

const xmp = Buffer.from(
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="34,44.77N" exif:GPSLongitude="92,17.39W"/></rdf:RDF></x:xmpmeta>',
);

/**
 * Returns the pixels as stored, in sRGB: 20 × 20, enlarged without smoothing.
 * @param {number} width
 * @param {number} height
 * @param {number} orientation
 */
function pixels(width, height, orientation) {
  const small = Buffer.alloc(20 * 20 * 3);
  for (let y = 0; y < 20; y += 1)
    for (let x = 0; x < 20; x += 1) {
      const [u, v] = uprightPoint[/** @type {Orientation} */ (orientation)]((x + 0.5) / 20, (y + 0.5) / 20);
      small.set(photoColors[colorAt(u, v)], (y * 20 + x) * 3);
    }
  return sharp(small, { raw: { width: 20, height: 20, channels: 3 }, limitInputPixels: false }).resize(width, height, {
    fit: 'fill',
    kernel: 'nearest',
  });
}

/** @param {number} code @param {...Uint8Array} parts */
function segment(code, ...parts) {
  const content = Buffer.concat(parts);
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/**
 * Builds a JPEG with the camera name and position in Exif and XMP.
 * @param {{ make: string, model: string, width: number, height: number, orientation?: number, p3?: boolean,
 *   progressive?: boolean, gainMap?: boolean, trailer?: Buffer }} phone
 */
export async function jpegPhoto({
  make,
  model,
  width,
  height,
  orientation = 1,
  p3 = false,
  progressive = false,
  gainMap = false,
  trailer = Buffer.alloc(0),
}) {
  let created = pixels(width, height, orientation)
    .withMetadata({ orientation })
    .withExifMerge(exifOf(make, model, orientation));
  if (p3) created = created.withIccProfile('p3');
  const jpeg = await created.jpeg({ quality: 80, progressive }).toBuffer();
  const segments = [segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0'), xmp)];
  // CIPA DC-007: a second JPEG after the first, listed in an MPF segment.
  if (gainMap) segments.push(segment(0xe2, Buffer.from('MPF\0'), Buffer.from('4d4d002a0000000800000000', 'hex')));
  const map = gainMap
    ? await sharp({ create: { width: 64, height: 48, channels: 3, background: '#444' } })
        .jpeg()
        .toBuffer()
    : Buffer.alloc(0);
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2), map, trailer]);
}

/** @param {{ make: string, model: string, width: number, height: number, p3?: boolean }} options */
export const avifPhoto = ({ make, model, width, height, p3 = false }) => {
  const created = pixels(width, height, 1).withExif(exifOf(make, model, 1));
  return (p3 ? created.withIccProfile('p3') : created)
    .avif({ effort: 0, quality: 60, chromaSubsampling: '4:2:0' })
    .toBuffer();
};

const p3Profile = async () => {
  const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
    .withIccProfile('p3')
    .png()
    .toBuffer();
  return (await sharp(png).metadata()).icc ?? Buffer.alloc(0);
};

/**
 * HEVC pictures of 512 × 512 pixels in one color each: in sRGB, in Display P3 and with ten bits (made with x265).
 * @type {Record<'srgb' | 'p3' | 'srgb10', { hvcC: string, data: Record<string, string> }>}
 */
const tiles = JSON.parse(readFileSync(new URL('hevc-tiles.json', import.meta.url), 'utf8'));
const tileSide = 512;

/** @param {number} bytes @param {number} value */
const uint = (bytes, value) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};
/** @param {string} type @param {...(string | Uint8Array)} parts */
const box = (type, ...parts) => {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  return Buffer.concat([uint(4, content.length + 8), Buffer.from(type, 'latin1'), content]);
};
/** @param {string} type @param {number} version @param {number} flags @param {...(string | Uint8Array)} parts */
const fullBox = (type, version, flags, ...parts) => box(type, uint(1, version), uint(3, flags), ...parts);

/**
 * Counterclockwise quarter turns (irot) and mirror axis (imir) that make the stored pixels upright, by Exif
 * orientation.
 * @type {Record<Orientation, { turns?: number, mirror?: number }>}
 */
const transforms = {
  1: {},
  2: { mirror: 1 },
  3: { turns: 2 },
  4: { mirror: 0 },
  5: { turns: 1, mirror: 0 },
  6: { turns: 3 },
  7: { turns: 3, mirror: 0 },
  8: { turns: 1 },
};

/**
 * Builds a HEIC like an iPhone's: a grid of tiles with a gain map, a depth map, Exif and XMP. The rotation is in `irot`
 * and again in the Exif, where it must be ignored.
 * @param {{ make?: string, model?: string, width: number, height: number, orientation?: number, color?: 'srgb' | 'p3' |
 *   'srgb10', colorBox?: 'icc' | 'nclx', majorBrand?: string, brands?: string[], claims?: { width: number, height:
 *   number } }} phone
 */
export async function heicPhoto({
  make = 'Apple',
  model = 'iPhone 15 Pro',
  width,
  height,
  orientation = 1,
  color = 'p3',
  colorBox = 'icc',
  majorBrand = 'heic',
  brands = ['mif1', 'MiHE', 'MiPr', 'miaf', 'MiHB', 'heic', 'tmap'],
  claims = { width, height },
}) {
  const { hvcC, data } = tiles[color];
  const columns = Math.ceil(width / tileSide);
  const rows = Math.ceil(height / tileSide);
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
    .withExif(exifOf(make, model, orientation))
    .jpeg()
    .toBuffer();
  const { exif } = await sharp(jpeg).metadata();

  // Tiles of one color share their bytes.
  const names = Object.keys(data);
  const tileBytes = names.map((name) => Buffer.from(data[name] ?? '', 'base64'));
  const media = [...tileBytes, Buffer.concat([uint(4, 6), exif ?? Buffer.alloc(0)]), xmp];
  const offsets = media.map((_, index) => media.slice(0, index).reduce((sum, { length }) => sum + length, 0));
  const mediaOf = (/** @type {string} */ name) => names.indexOf(name);

  /** @type {Item[]} */
  const items = [];
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const s = ((column + 0.5) * tileSide) / width;
      const t = ((row + 0.5) * tileSide) / height;
      const [u, v] = uprightPoint[/** @type {Orientation} */ (orientation)](Math.min(s, 0.99), Math.min(t, 0.99));
      items.push({ type: 'hvc1', hidden: true, media: mediaOf(colorAt(u, v)), properties: [1, 2] });
    }
  const tileIds = items.map((_, index) => index + 1);
  const gridItem = { type: 'grid', properties: [3, 6] };
  const grid = items.push(gridItem);
  const gainMap = items.push({ type: 'hvc1', hidden: true, media: mediaOf('gray'), properties: [1, 2, 4] });
  const depth = items.push({ type: 'hvc1', hidden: true, media: mediaOf('gray'), properties: [1, 2, 5] });
  const exifItem = items.push({ type: 'Exif', hidden: true, media: names.length, properties: [] });
  const xmpItem = items.push({ type: 'mime', hidden: true, media: names.length + 1, properties: [] });

  const { turns, mirror } = transforms[/** @type {Orientation} */ (orientation)];
  const ispe = (/** @type {number} */ w, /** @type {number} */ h) => fullBox('ispe', 0, 0, uint(4, w), uint(4, h));
  const colr =
    colorBox === 'icc' && color === 'p3'
      ? box('colr', 'prof', await p3Profile())
      : box('colr', 'nclx', uint(2, color === 'p3' ? 12 : 1), uint(2, 13), uint(2, 6), uint(1, 0x80));
  const properties = [
    box('hvcC', Buffer.from(hvcC, 'base64')),
    ispe(tileSide, tileSide),
    ispe(claims.width, claims.height),
    fullBox('auxC', 0, 0, 'urn:com:apple:photo:2020:aux:hdrgainmap\0'),
    fullBox('auxC', 0, 0, 'urn:mpeg:hevc:2015:auxid:2\0'),
    colr,
  ];
  if (turns !== undefined) gridItem.properties.push(properties.push(box('irot', uint(1, turns))));
  if (mirror !== undefined) gridItem.properties.push(properties.push(box('imir', uint(1, mirror))));

  /** @param {Item} item @param {number} index */
  const infe = ({ type, hidden }, index) =>
    fullBox(
      'infe',
      2,
      Number(hidden ?? false),
      uint(2, index + 1),
      uint(2, 0),
      type,
      '\0',
      ...(type === 'mime' ? ['application/rdf+xml\0'] : []),
    );
  /** @param {string} type @param {number} from @param {...number} to */
  const reference = (type, from, ...to) => box(type, uint(2, from), uint(2, to.length), ...to.map((id) => uint(2, id)));
  const associations = items
    .map((item, index) => ({ id: index + 1, own: item.properties }))
    .filter(({ own }) => own.length > 0)
    .map(({ id, own }) => Buffer.concat([uint(2, id), uint(1, own.length), ...own.map((index) => uint(1, index))]));
  /** @param {number} mediaStart @returns {Buffer} */
  const metaAt = (mediaStart) =>
    fullBox(
      'meta',
      0,
      0,
      fullBox('hdlr', 0, 0, uint(4, 0), 'pict', Buffer.alloc(12), '\0'),
      fullBox('pitm', 0, 0, uint(2, grid)),
      fullBox('iinf', 0, 0, uint(2, items.length), ...items.map(infe)),
      fullBox(
        'iref',
        0,
        0,
        reference('dimg', grid, ...tileIds),
        reference('auxl', gainMap, grid),
        reference('auxl', depth, grid),
        reference('cdsc', exifItem, grid),
        reference('cdsc', xmpItem, grid),
      ),
      box('iprp', box('ipco', ...properties), fullBox('ipma', 0, 0, uint(4, associations.length), ...associations)),
      fullBox(
        'iloc',
        1,
        0,
        uint(2, 0x4400),
        uint(2, items.length),
        ...items.map(({ media: index }, at) =>
          Buffer.concat([
            uint(2, at + 1),
            uint(2, index === undefined ? 1 : 0),
            uint(2, 0),
            uint(2, 1),
            uint(4, index === undefined ? 0 : mediaStart + (offsets[index] ?? 0)),
            uint(4, index === undefined ? 8 : (media[index]?.length ?? 0)),
          ]),
        ),
      ),
      // The grid: rows and columns minus one, width and height in 16 bits each.
      box('idat', uint(2, 0), uint(1, rows - 1), uint(1, columns - 1), uint(2, width), uint(2, height)),
    );
  const ftyp = box('ftyp', majorBrand, uint(4, 0), ...brands);
  return Buffer.concat([ftyp, metaAt(ftyp.length + metaAt(0).length + 8), box('mdat', ...media)]);
}

/** Samsung's trailer: blocks of proprietary data and their directory. */
const seft = Buffer.concat([
  Buffer.from('Image_UTC_Data1714588200000', 'latin1'),
  Buffer.from('SEFHk\0\0\0\x01\0\0\0', 'latin1'),
  Buffer.from('\x18\0\0\0SEFT', 'latin1'),
]);
/** A motion photo's trailer: a video. */
const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), Buffer.alloc(100_000, 0x11)]);

/**
 * @type {{ name: string, type: string, width: number, height: number, make: () => Promise<Buffer> }[]} `width` and
 * `height` are those of the upright picture
 */
export const phonePhotos = [
  phone('iphone-15-pro-12mp.heic', 'image/heic', 3024, 4032, () =>
    heicPhoto({ width: 4032, height: 3024, orientation: 6 }),
  ),
  phone('iphone-15-pro-24mp.heic', 'image/heic', 5712, 4284, () => heicPhoto({ width: 5712, height: 4284 })),
  phone('iphone-15-most-compatible.jpg', 'image/jpeg', 3024, 4032, () =>
    jpegPhoto({ make: 'Apple', model: 'iPhone 15', width: 4032, height: 3024, orientation: 6, p3: true }),
  ),
  phone('galaxy-s24-12mp.jpg', 'image/jpeg', 4000, 3000, () =>
    jpegPhoto({ make: 'samsung', model: 'Galaxy S24', width: 4000, height: 3000, trailer: seft }),
  ),
  phone('galaxy-s24-50mp.jpg', 'image/jpeg', 6120, 8160, () =>
    jpegPhoto({ make: 'samsung', model: 'Galaxy S24', width: 8160, height: 6120, orientation: 6, trailer: seft }),
  ),
  phone('galaxy-s21-ultra-108mp.jpg', 'image/jpeg', 12_000, 9_000, () =>
    jpegPhoto({ make: 'samsung', model: 'SM-G998U', width: 12_000, height: 9_000, trailer: seft }),
  ),
  phone('galaxy-s24-ultra-200mp.jpg', 'image/jpeg', 12_240, 16_320, () =>
    jpegPhoto({ make: 'samsung', model: 'SM-S928U', width: 16_320, height: 12_240, orientation: 6, trailer: seft }),
  ),
  phone('pixel-8-ultra-hdr.jpg', 'image/jpeg', 4080, 3072, () =>
    jpegPhoto({ make: 'Google', model: 'Pixel 8', width: 4080, height: 3072, p3: true, gainMap: true }),
  ),
  phone('pixel-8-motion-photo.jpg', 'image/jpeg', 4080, 3072, () =>
    jpegPhoto({ make: 'Google', model: 'Pixel 8', width: 4080, height: 3072, orientation: 3, trailer: film }),
  ),
  phone('moto-edge-50mp.jpg', 'image/jpeg', 6144, 8160, () =>
    jpegPhoto({ make: 'motorola', model: 'edge 40', width: 8160, height: 6144, orientation: 8 }),
  ),
  phone('xiaomi-13-50mp.jpg', 'image/jpeg', 8192, 6144, () =>
    jpegPhoto({ make: 'Xiaomi', model: '13', width: 8192, height: 6144, progressive: true }),
  ),
  phone('iphone-panorama.jpg', 'image/jpeg', 16_382, 3_628, () =>
    jpegPhoto({ make: 'Apple', model: 'iPhone 14', width: 16_382, height: 3_628, p3: true }),
  ),
  phone('galaxy-panorama.jpg', 'image/jpeg', 14_000, 2_600, () =>
    jpegPhoto({ make: 'samsung', model: 'Galaxy S22', width: 14_000, height: 2_600 }),
  ),
  phone('front-camera-mirrored.jpg', 'image/jpeg', 2448, 3264, () =>
    jpegPhoto({ make: 'OnePlus', model: '12', width: 3264, height: 2448, orientation: 5 }),
  ),
  phone('android.avif', 'image/avif', 4000, 3000, () =>
    avifPhoto({ make: 'Google', model: 'Pixel 9', width: 4000, height: 3000, p3: true }),
  ),
];

/**
 * @param {string} name
 * @param {string} type
 * @param {number} width
 * @param {number} height
 * @param {() => Promise<Buffer>} make
 * @returns {PhonePhoto}
 */
function phone(name, type, width, height, make) {
  return { name, type, width, height, make };
}
