import { chromium, type Browser } from 'playwright-core';

/** Headless Chromium: the one that `npm test` found or installed. Talks to nothing but the pages it is sent to. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };
