import { chromium, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';

const withWebGl = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
];
const withoutWebGl = ['--disable-gpu', '--disable-3d-apis'];

const start = (text: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--no-first-run', '--disable-background-networking', '--disable-component-update', ...text],
  });
/** Starts a browser that renders WebGL in software. */
export const startDrawingBrowser = () => start(withWebGl);
export const startBrowserWithoutWebGl = () => start(withoutWebGl);

/** Counts colors; a blank map has a handful. */
export async function colorsOf(page: Page): Promise<number> {
  const { data, info } = await sharp(await page.locator('canvas').screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colors = new Set<number>();
  for (let at = 0; at + 2 < data.length; at += info.channels) colors.add(data.readUIntBE(at, 3));
  return colors.size;
}
