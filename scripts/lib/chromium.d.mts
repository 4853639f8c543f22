import type { Browser } from 'playwright-core';

export function startChromium(words?: string[]): Promise<Browser>;
