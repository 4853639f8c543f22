import { useSyncExternalStore } from 'react';

/** How often what is shown is compared with the time: ages are told in minutes, so this is often enough. */
const tickMs = 10_000;

/** A moment by both clocks of the device. */
export interface Moment {
  /** Milliseconds since 1970 UTC by the wall clock, which may be wrong, or set anew at any time. */
  wall: number;
  /** Milliseconds since the page began: never set, but it may stand still while the device sleeps. */
  steady: number;
}

export const readClocks = (): Moment => ({ wall: Date.now(), steady: performance.now() });

let now = readClocks();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick() {
  now = readClocks();
  for (const listener of listeners) listener();
}

/** A page that was in the background has an old time: it is corrected before anything old is believed. */
function onVisible() {
  if (document.visibilityState === 'visible') tick();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = readClocks();
    timer = setInterval(tick, tickMs);
    document.addEventListener('visibilitychange', onVisible);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** The time in milliseconds, the same for everything on the page, moving on every ten seconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now.wall);
}

/** As `useNow`, by both clocks: for what must not depend on a clock that is set wrong. */
export function useMoment(): Moment {
  return useSyncExternalStore(subscribe, () => now);
}
