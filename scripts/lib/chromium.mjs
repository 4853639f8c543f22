import { existsSync } from 'node:fs';
import { join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Returns CHROMIUM, or the first on PATH, if any. */
export function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(':'))
      if (existsSync(join(folder, name))) return join(folder, name);
  }
  return undefined;
}

/** Disables background requests. @param {string[]} [args] further switches */
export async function startChromium(args = []) {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('This needs Chromium: install it, or set CHROMIUM to the path of one.');
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
  });
  const open = browser.newContext.bind(browser);
  // A service worker's requests bypass the responses that a test mocks.
  browser.newContext = (options) => open({ serviceWorkers: 'block', ...options });
  return browser;
}
