/* global document -- of the page, where some of these functions run */
import { startChromium } from '../../lib/chromium.mjs';
import { until } from '../../lib/until.mjs';
import { pssMb } from '../lib/process-usage.mjs';
import { median, rounded } from '../lib/statistics.mjs';
import { kilobytesOf, newPhone, openTab, watchTransfers } from './lib/throttled-phone.mjs';

const max = { firstFrameMs: 1_500, loopBytes: 1_000_000, scriptKb: 330, proxyMb: 200 };
const loopFrames = 12;
const giveUpMs = 60_000;
/** Enough for everything on a page to arrive. */
const quietMs = 3_000;

const radarOf = async ({ url }) => (await (await fetch(`${url}/main/weather/radar`)).json()).data;

/** Returns the weather proxy's peak memory until a loop is ready. */
async function makeLoop(product) {
  let mb = 0;
  const pid = product.pids().weather;
  const radar = await until(
    'a loop of frames',
    async () => {
      mb = Math.max(mb, pssMb(pid));
      const found = await radarOf(product);
      return found?.frames.length >= loopFrames && found;
    },
    { withinMs: 180_000, intervalMs: 100 },
  );
  return { radar, mb };
}

/** Returns when the first frame was visible and the scripts loaded. */
async function openMap(browser, url) {
  const visitor = await newPhone(browser);
  try {
    const { page, devTools } = await openTab(visitor);
    await page.goto(`${url}/`, { waitUntil: 'load', timeout: giveUpMs });
    await page.waitForTimeout(quietMs);
    const transfers = watchTransfers(page, devTools);
    const clicked = await page.evaluate(() => {
      document.querySelector('a[href="/map"]').click();
      return performance.now();
    });
    const seen = await page.waitForFunction(
      () => {
        const image = document.querySelector('img[src^="/media/radar/"]');
        return image?.complete && image.naturalWidth > 0 && performance.now();
      },
      undefined,
      { polling: 'raf', timeout: giveUpMs },
    );
    const firstFrameMs = (await seen.jsonValue()) - clicked;
    await page.locator('canvas').first().waitFor({ timeout: giveUpMs });
    await page.waitForTimeout(quietMs);
    return { firstFrameMs, scriptKb: kilobytesOf(transfers.scripts()) };
  } finally {
    await visitor.close();
  }
}

export const benchmark = {
  name: 'radar',
  title:
    'The radar: first frame on a slow 4G phone that opens the map, a loop, the script, and memory while frames are rendered',
  goal: `first frame ≤ ${max.firstFrameMs / 1_000} s, loop of ${loopFrames} ≤ 1 MB, script ≤ ${max.scriptKb} kB, weather proxy ≤ ${max.proxyMb} MB`,

  async run({ product: start, quick = false, defer }) {
    const product = await start({ fresh: true, environment: { RADAR_POLL_SECONDS: '5' } });
    const { radar, mb } = await makeLoop(product);
    const loop = radar.frames.slice(0, loopFrames);
    const loopBytes = loop.reduce((sum, { size_bytes: bytes }) => sum + bytes, 0);
    const browser = await startChromium(['--disable-gpu', '--enable-unsafe-swiftshader']);
    defer(() => browser.close());
    const visits = [];
    for (let run = 0; run < (quick ? 3 : 7); run += 1) visits.push(await openMap(browser, product.url));
    const firstFrameMs = Math.round(median(visits.map((visit) => visit.firstFrameMs)));
    const scriptKb = rounded(median(visits.map((visit) => visit.scriptKb)), 1);
    const proxyMb = Math.round(mb);
    const loopKb = Math.round(loopBytes / 1_000);
    return {
      passed:
        firstFrameMs <= max.firstFrameMs &&
        loopBytes <= max.loopBytes &&
        scriptKb <= max.scriptKb &&
        proxyMb <= max.proxyMb,
      details: { firstFrameMs, loopKb, scriptKb, proxyMb, stillBytes: radar.still?.size_bytes ?? 0 },
    };
  },
};
