import { listenForInstallation } from '../../domain/install/installation.js';
import type { KeepMessage } from '../../worker/messages.js';

/** Installs the service worker (web/src/worker) and sends it what to cache. */

// Loaded here so that it is cached while online.
export { OfflineWords } from './offline-words.js';

/** Cached for offline use even when opened by in-app navigation. */
const alwaysKept = new Set(['/', '/forecast']);
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

const kept = new Set<string>();
let isInstalled = false;

async function tellToKeep(isMore: boolean): Promise<void> {
  const message: KeepMessage = { kind: 'keep', address: presentAddress(), used: usedFiles(), isMore };
  kept.add(message.address);
  (await navigator.serviceWorker.ready).active?.postMessage(message);
}

function onHidden() {
  if (document.visibilityState === 'hidden' && kept.has(presentAddress())) void tellToKeep(true);
}

async function install(): Promise<void> {
  isInstalled = true;
  listenForInstallation();
  document.addEventListener('visibilitychange', onHidden);
  await navigator.serviceWorker.register('/sw.js');
  await tellToKeep(false);
  const { renewEndpoint } = await import('../../domain/push/renew-endpoint.js');
  await renewEndpoint();
}

/** Installs the worker on the first page of a visit; has it cache that page, the home page and the forecast. */
export async function keepThisPage(): Promise<void> {
  await idle();
  // Missing in insecure contexts.
  if (!('serviceWorker' in navigator) || kept.has(presentAddress())) return;
  try {
    if (!isInstalled) await install();
    else if (alwaysKept.has(window.location.pathname)) await tellToKeep(false);
  } catch {
    // No worker in private windows and development.
  }
}
