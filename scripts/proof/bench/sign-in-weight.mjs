import { startChromium } from '../../lib/chromium.mjs';

const mostKb = 150;
const quietMs = 1_000;

/** Measures the page that a moderator opens on a phone during a storm. */
export const benchmark = {
  name: 'sign-in-weight',
  title: 'JavaScript transferred for /dashboard/login',
  goal: `≤ ${mostKb} kB`,

  async run({ product }) {
    const { url } = await product();
    const browser = await startChromium(['--disable-gpu']);
    try {
      const page = await browser.newPage();
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('Network.enable');
      const scripts = new Map();
      let lastAt = Date.now();
      devTools.on('Network.responseReceived', ({ requestId, response }) => {
        if (/javascript/.test(response.mimeType)) scripts.set(requestId, { url: response.url, bytes: 0 });
      });
      devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        const script = scripts.get(requestId);
        if (script) script.bytes = encodedDataLength;
        lastAt = Date.now();
      });
      // Without TLS, browsers accept brotli only from localhost.
      const address = url.replace('127.0.0.1', 'localhost');
      await page.goto(`${address}/dashboard/login`, { waitUntil: 'load' });
      await page.locator('input[type=password]').waitFor();
      while (Date.now() - lastAt < quietMs) await page.waitForTimeout(100);
      const files = [...scripts.values()].sort((left, right) => right.bytes - left.bytes);
      const kB = Number((files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000).toFixed(1));
      return {
        holds: files.length > 0 && kB <= mostKb,
        measured: `${kB} kB in ${files.length} files`,
        details: { kB, files: files.length },
        rows: files.map(({ url: file, bytes }) => ({ file: new URL(file).pathname, bytes })),
      };
    } finally {
      await browser.close();
    }
  },
};
