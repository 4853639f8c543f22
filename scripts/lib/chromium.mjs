import { existsSync } from 'node:fs';
import { join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The path of a Chromium on this machine: CHROMIUM, else the first on the search path; undefined when there is none. */
export function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(':'))
      if (existsSync(join(folder, name))) return join(folder, name);
  }
  return undefined;
}

/** Headless Chromium that talks to nothing but the pages it is sent to. `words` are further switches. */
export async function startChromium(words = []) {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('This needs Chromium: install it, or set CHROMIUM to the path of one.');
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...words,
    ],
  });
}
