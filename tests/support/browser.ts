import type { Browser } from '@playwright/test';
import { startChromium } from '../../scripts/lib/chromium.mjs';

/** Starts headless Chromium, as found or installed by `npm test`. */
export const startBrowser = (): Promise<Browser> => startChromium(['--disable-gpu']);

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };
