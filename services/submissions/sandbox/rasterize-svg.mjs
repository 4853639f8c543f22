import sharp from 'sharp';

/**
 * Draws the SVG on standard input as a PNG on standard output; the argument is the longer side in pixels. Started by
 * `src/images/rasterize-svg.ts` with limits. Plain JavaScript, so that both sources and builds can run it.
 */
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadSvg'] });

const side = Number(process.argv[2]);
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);

try {
  const png = await sharp(Buffer.concat(chunks), { failOn: 'error', limitInputPixels: 4_000_000 })
    .resize({ width: side, height: side, fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  await new Promise((resolve, reject) => process.stdout.write(png, (error) => (error ? reject(error) : resolve())));
} catch (error) {
  // librsvg reports a rendering error without a cause when it can't allocate a canvas.
  process.exitCode = /out of memory|rendering error: *$/m.test(error.message) ? 2 : 1;
}
