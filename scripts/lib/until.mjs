import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits until `condition` returns something truthy and returns it. A condition that throws counts as not met yet.
 * @template T
 * @param {string} what
 * @param {() => T | Promise<T>} condition
 * @param {{ withinMs?: number, intervalMs?: number }} [options]
 * @throws after `withinMs`, naming the condition
 */
export async function until(what, condition, { withinMs = 30_000, intervalMs = 100 } = {}) {
  const deadline = Date.now() + withinMs;
  let lastError;
  for (;;) {
    try {
      const met = await condition();
      if (met) return /** @type {Exclude<typeof met, false | '' | 0 | null | undefined>} */ (met);
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    if (Date.now() > deadline)
      throw new Error(
        `waited ${withinMs} ms for ${what}${lastError instanceof Error ? `; last: ${lastError.message}` : ''}`,
      );
    await wait(intervalMs);
  }
}
