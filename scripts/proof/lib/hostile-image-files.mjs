import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { extname } from 'node:path';
import sharp from 'sharp';
import { heicPhoto } from '../../../tests/support/phone-photos.mjs';

function chunk(type, data) {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4, 'latin1');
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])));
  return Buffer.concat([head, data, tail]);
}

const pngHead = Buffer.from('89504e470d0a1a0a', 'hex');
/** @param format bits, color type, compression, filter, interlacing */
function png(width, height, format, data) {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const header = chunk('IHDR', Buffer.concat([size, Buffer.from(format)]));
  return Buffer.concat([pngHead, header, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** One bit per pixel: 196 megapixels in a few dozen kilobytes. */
const bombPng = (width, height) =>
  png(width, height, [1, 0, 0, 0, 0], deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 }));

/** Avoids allocating the zeros (RFC 1950: their checksum is known). */
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

/** 16 bits in four channels, interlaced: a decoder must hold eight bytes per pixel. */
export const interlacedPng = (side) => png(side, side, [16, 6, 0, 0, 1], deflatedZeros(8 * side * side + 2 * side));

/** Progressive, with full or subsampled chroma: six or three bytes of coefficients per pixel. */
export const progressivePhoto = (width, height, chromaSubsampling) =>
  sharp({ create: { width, height, channels: 3, background: '#246' } })
    .jpeg({ progressive: true, chromaSubsampling })
    .toBuffer();

const gifFrame = Buffer.from('2c0000000001000100000202440100', 'hex');
/** Claims a width and height of `side`. */
function gif(frames, side = 1) {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(side, 6);
  head.writeUInt16LE(side, 8);
  return Buffer.concat([head, ...Array(frames).fill(gifFrame), Buffer.from([0x3b])]);
}

const svg = (inside, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="80" height="80" ${attributes}>${inside}</svg>`;
/** 2^24 shapes: each group uses the previous one twice. */
const doubling = Array.from({ length: 25 }, (_, n) => {
  const shape = n === 0 ? '<rect width="1" height="1"/>' : `<use href="#g${n - 1}"/>`.repeat(2);
  return `<g id="g${n}">${shape}</g>`;
});
const entities = ['b', 'c', 'd', 'e'].map((name, n) => `<!ENTITY ${name} "${`&${'abcd'[n]};`.repeat(50)}">`);

/** Rejected, or drawn without what is dangerous. */
const drawings = {
  'script.svg': svg('<script>alert(1)</script>'),
  'onload.svg': svg('', 'onload="alert(1)"'),
  'foreign.svg': svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"/></foreignObject>'),
  'href.svg': svg('<image xlink:href="http://169.254.169.254/latest/meta-data/" width="80" height="80"/>'),
  'file.svg': svg('<image href="file:///etc/passwd" width="80" height="80"/>'),
  'import.svg': svg('<style>@import url(https://evil.example/x.css);</style>'),
  'xxe.svg': `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`,
  'lol.svg': `<!DOCTYPE svg [<!ENTITY a "ha">${entities.join('')}]>${svg('<text>&e;</text>')}`,
  'use.svg': svg(`<defs>${doubling.join('')}</defs><use href="#g24"/>`),
  'blur.svg': svg(
    '<filter id="f"><feGaussianBlur stdDeviation="100000"/></filter><rect width="80" height="80" filter="url(#f)"/>',
    'viewBox="0 0 100000 100000"',
  ),
  'huge.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1000000" height="1000000"/>',
  'utf16.svg': Buffer.from(`\ufeff${svg('<script>alert(1)</script>')}`, 'utf16le'),
};

const mediaTypes = {
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.heic': 'image/heic',
  '.tiff': 'image/tiff',
  '.bmp': 'image/bmp',
  '.svg': 'image/svg+xml',
  '.svgz': 'image/svg+xml',
  '.html': 'text/html',
};

/**
 * `type` is what a browser would send; `expect` is what the site must do.
 * @returns {Promise<{ name: string, bytes: Buffer, type: string, expect: 'taken' | 'rejected' | 'either' }[]>}
 */
export async function corpus() {
  const base = sharp({ create: { width: 400, height: 300, channels: 3, background: '#4a6' } });
  const as = (format) => base.clone().toFormat(format).toBuffer();
  const [jpeg, pngImage, gifImage, webp, avif, tiff] = await Promise.all(
    ['jpeg', 'png', 'gif', 'webp', 'avif', 'tiff'].map(as),
  );
  const heic = await heicPhoto({ width: 2_560, height: 1_536 });
  const joined = (...parts) => Buffer.concat(parts.map((part) => Buffer.from(part, 'latin1')));
  const padded = (head) => joined(head, Buffer.alloc(500));
  const half = (bytes) => bytes.subarray(0, bytes.length / 2);
  const flipped = (bytes, at = Math.floor(bytes.length / 2)) => {
    const copy = Buffer.from(bytes);
    copy[at] ^= 0xff;
    return copy;
  };
  const html = '<html><script>alert(1)</script></html>';
  const comment = joined('\xff\xfe\0\x1e', '<?php system($_GET["c"]); ?>');
  const files = {
    taken: {
      'photo.jpg': jpeg,
      'photo.png': pngImage,
      'photo.gif': gifImage,
      'photo.webp': webp,
      'photo.avif': avif,
      'photo.heic': heic,
      'plain.svg': svg('<rect width="80" height="80" fill="#4a6"/>'),
      'cmyk.jpg': await base.clone().toColourspace('cmyk').jpeg().toBuffer(),
      'said-to-be-png.png': jpeg,
      'double.php.jpg': jpeg,
      '../../etc/cron.d/evil.jpg': jpeg,
      'php-in-comment.jpg': joined(jpeg.subarray(0, 2), comment, jpeg.subarray(2)),
    },
    either: {
      'said-to-be-html.html': jpeg,
      'nul\u0000.php': jpeg,
      [`${'…very long…'.repeat(40)}.jpg`]: jpeg,
      'gif-with-script.gif': joined(gifImage, '*/=alert(1);/*'),
      'jpeg-with-html.jpg': joined(jpeg, html),
      'png-with-html.png': joined(pngImage, html),
      'jpeg-with-zip.jpg': joined(jpeg, 'PK\x03\x04', Buffer.alloc(200)),
      'damaged.jpg': flipped(jpeg),
      'damaged.png': flipped(pngImage),
      'damaged-head.png': flipped(pngImage, 20),
      'damaged.heic': flipped(heic, heic.length - 900),
      'bomb-49-megapixels.png': bombPng(7_000, 7_000),
      ...drawings,
    },
    rejected: {
      'gif-js.gif': joined('GIF89a=1;alert(1)//', gifImage.subarray(19)),
      'html-as.jpg': html,
      'pdf-as.png': '%PDF-1.7\n1 0 obj\n<< >>\nendobj\n',
      'exe-as.jpg': padded('MZ'),
      'zip-as.jpg': padded('PK\x03\x04'),
      'elf-as.png': padded('\x7fELF'),
      'wasm-as.png': '\0asm\x01\0\0\0',
      'heic-as.jpg': padded('\0\0\0\x1cftypheic'),
      'mvg.jpg':
        'push graphic-context\nviewbox 0 0 640 480\nimage over 0,0 0,0 "https://evil.example/x"\npop graphic-context',
      'eps.jpg': '%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file',
      'tiff.tiff': tiff,
      'bmp.bmp': padded('BM'),
      'empty.jpg': '',
      'two-bytes.jpg': jpeg.subarray(0, 2),
      'head-only.jpg': jpeg.subarray(0, 200),
      'half.jpg': half(jpeg),
      'half.png': half(pngImage),
      'half.gif': half(gifImage),
      'half.webp': half(webp),
      'half.avif': half(avif),
      'half.heic': heic.subarray(0, heic.length - 1_000),
      'spaces.png': joined('   ', pngImage),
      'no-width.png': bombPng(0, 100),
      'bomb-196-megapixels.png': bombPng(14_000, 14_000),
      'bomb-wide.png': bombPng(60_000, 1_000),
      'bomb-interlaced-16-bit.png': interlacedPng(7_000),
      'bomb-63-megapixels.heic': await heicPhoto({
        width: 512,
        height: 512,
        claims: { width: 9_000, height: 7_000 },
      }),
      'claims-4-gigapixels.gif': gif(1, 65_535),
      '10000-frames.gif': gif(10_000),
      'too-large.jpg': joined(jpeg.subarray(0, -2), Buffer.alloc(10 * 1024 * 1024), jpeg.subarray(-2)),
      'half-megabyte.svg': svg(`<!--${'x'.repeat(600 * 1024)}-->`),
      'gzip.svgz': joined('\x1f\x8b', Buffer.alloc(100)),
    },
  };
  return Object.entries(files).flatMap(([expect, named]) =>
    Object.entries(named).map(([name, bytes]) => ({
      name,
      expect,
      bytes: Buffer.from(bytes),
      type: mediaTypes[extname(name)] ?? 'image/jpeg',
    })),
  );
}
