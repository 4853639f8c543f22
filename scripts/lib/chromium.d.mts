import type { Browser } from 'playwright-core';

export function findChromium(): string | undefined;
export function startChromium(words?: string[]): Promise<Browser>;
