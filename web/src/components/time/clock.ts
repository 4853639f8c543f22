import { renderedFrom } from '@/api/page-document.js';
import { useDeviceValue } from '@/ui/hydration.js';

/** Ages are shown in minutes, so this update interval is enough. */
const tickMs = 10_000;

/** A time by both of the device's clocks. */
export interface ClockReading {
  /** Milliseconds since 1970 UTC by the wall clock, which may be wrong or change at any time. */
  wall: number;
  /** Milliseconds since the page loaded: never adjusted, but may pause while the device sleeps. */
  steady: number;
  /** The time of a server-rendered document. While the page takes over, no time has passed since. */
  isDocument?: true;
}

export const readClocks = (): ClockReading => ({ wall: Date.now(), steady: performance.now() });

let documentReading: ClockReading | undefined;

/** Returns the time that the server rendered the page at, which the page takes over with. */
function readDocumentClock(): ClockReading {
  const wall = renderedFrom()?.time ?? now.wall;
  if (documentReading?.wall !== wall) documentReading = { wall, steady: 0, isDocument: true };
  return documentReading;
}

let now = readClocks();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick() {
  now = readClocks();
  for (const listener of listeners) listener();
}

/** A page in the background has an outdated time: corrects it before stale data counts as current. */
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

/** Returns the time in milliseconds, the same for the whole page, updated every ten seconds. */
export function useNow(): number {
  return useDeviceValue(
    subscribe,
    () => now.wall,
    () => readDocumentClock().wall,
  );
}

/** Like `useNow`, by both clocks: for results that mustn't depend on a wrong wall clock. */
export function useClockReading(): ClockReading {
  return useDeviceValue(subscribe, () => now, readDocumentClock);
}
