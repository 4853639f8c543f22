import { listenForInstallation } from '../../domain/install/installation.js';
import type { KeepMessage } from '../../worker/messages.js';

// Here, so that they are fetched, and kept, while there is a line.
export { OfflineWords } from './offline-words.js';

/** The page's side of the service worker (web/src/worker): it is installed, and told what to keep. */

/** Pages that are kept for the time without a line also when they were opened from within the site. */
const alwaysKept = new Set(['/', '/forecast']);
const idleWithinMs = 10_000;

/** When nothing else is to be done. */
const idle = () =>
  new Promise<void>((resolve) => {
    // Safari has none; there the time that has passed has to do.
    if (typeof requestIdleCallback !== 'function') return resolve();
    requestIdleCallback(() => resolve(), { timeout: idleWithinMs });
  });

/** The files that this page has used, as the browser counted them: whole addresses. */
const usedFiles = () =>
  [...new Set(performance.getEntriesByType('resource').map(({ name }) => name))].filter((address) =>
    address.startsWith(window.location.origin),
  );

/** Without what stands behind "#". */
const presentAddress = () => {
  const { origin, pathname, search } = window.location;
  return origin + pathname + search;
};

/** Addresses that the worker was told to keep. */
const kept = new Set<string>();
let isInstalled = false;

async function tellToKeep(isMore: boolean): Promise<void> {
  const message: KeepMessage = { kind: 'keep', address: presentAddress(), used: usedFiles(), isMore };
  kept.add(message.address);
  (await navigator.serviceWorker.ready).active?.postMessage(message);
}

/** What the page has used by the time somebody looks away. */
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

/** Installs the worker with the first page of a visit, and has it keep that one, the home page and the week. */
export async function keepThisPage(): Promise<void> {
  await idle();
  // None where the site is no secure context.
  if (!('serviceWorker' in navigator) || kept.has(presentAddress())) return;
  try {
    if (!isInstalled) await install();
    else if (alwaysKept.has(window.location.pathname)) await tellToKeep(false);
  } catch {
    // Without a worker, as in private windows and while the site is built, everything else works.
  }
}
