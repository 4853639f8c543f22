import { useSyncExternalStore } from 'react';

/** How often what is shown is compared with the time: ages are told in minutes, so this is often enough. */
const tickMs = 10_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick() {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** A page that was in the background has an old time: it is corrected before anything old is believed. */
function onVisible() {
  if (document.visibilityState === 'visible') tick();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = Date.now();
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
  return useSyncExternalStore(subscribe, () => now);
}
