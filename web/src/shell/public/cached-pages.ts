import { listenForInstallation } from '@/components/install/app-install.js';
import type { CacheMessage } from '@/worker/messages.js';

/** Installs the service worker (web/src/worker) and sends it what to cache. */

// Loaded here so that it is cached while online.
export { OfflineMessage } from './offline-notice-content.js';

/** Cached for offline use even when opened by in-app navigation. */
const alwaysCached = new Set(['/', '/forecast']);
const idleWithinMs = 10_000;

const idle = () =>
  new Promise<void>((resolve) => {
    // Safari lacks it.
    if (typeof requestIdleCallback !== 'function') return resolve();
    requestIdleCallback(() => resolve(), { timeout: idleWithinMs });
  });

/** Returns full URLs from resource timing. */
const usedFiles = () =>
  [...new Set(performance.getEntriesByType('resource').map(({ name }) => name))].filter((address) =>
    address.startsWith(window.location.origin),
  );

const presentAddress = () => {
  const { origin, pathname, search } = window.location;
  return origin + pathname + search;
};

const cachedPages = new Set<string>();
let isInstalled = false;

async function requestCaching(isMore: boolean): Promise<void> {
  const message: CacheMessage = { kind: 'keep', address: presentAddress(), used: usedFiles(), isMore };
  cachedPages.add(message.address);
  (await navigator.serviceWorker.ready).active?.postMessage(message);
}

function onHidden() {
  if (document.visibilityState === 'hidden' && cachedPages.has(presentAddress())) void requestCaching(true);
}

async function install(): Promise<void> {
  isInstalled = true;
  listenForInstallation();
  document.addEventListener('visibilitychange', onHidden);
  await navigator.serviceWorker.register('/sw.js');
  await requestCaching(false);
  const { renewEndpoint } = await import('@/components/push/renew-endpoint.js');
  await renewEndpoint();
}

/** Installs the worker on the first page of a visit; has it cache that page, the home page and the forecast. */
export async function cacheCurrentPage(): Promise<void> {
  await idle();
  // Missing in insecure contexts.
  if (!('serviceWorker' in navigator) || cachedPages.has(presentAddress())) return;
  try {
    if (!isInstalled) await install();
    else if (alwaysCached.has(window.location.pathname)) await requestCaching(false);
  } catch {
    // No worker in private windows and development.
  }
}
