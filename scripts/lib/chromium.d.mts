import type { Browser } from 'playwright-core';

export function startChromium(args?: string[]): Promise<Browser>;
