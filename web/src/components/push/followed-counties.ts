/** The counties this device gets notifications for, so that pages can show their warnings without asking the site. */
import { useMemo } from 'react';
import { storedText } from '@/ui/stored-text.js';

const stored = storedText('followed counties');

/** Stores FIPS codes; an empty list when the notifications end. */
export const storeFollowedCounties = (fips: readonly string[]) => stored.set(fips.length > 0 ? fips.join(' ') : null);

/** Returns the counties' FIPS codes; empty without notifications. */
export function useFollowedCounties(): readonly string[] {
  const text = stored.useText();
  return useMemo(() => text?.match(/\b\d{5}\b/g) ?? [], [text]);
}
