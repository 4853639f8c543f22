/**
 * Source of /sw.js. It only caches visited pages, so it can't show an old site to someone who could have the new one.
 */
import { respondWithData } from './data-responses.js';
import { respondWithFile, respondWithPage, takeArrived } from './page-responses.js';
import { removeCaches } from './caches.js';
import { cachePage } from './cache-page.js';
import { parseCacheMessage } from './messages.js';
import { hearPushes } from './push/handle-pushes.js';
import { treatmentOf } from './fetch-strategy.js';
import { scope } from './worker-scope.js';

// Activates even with open pages: documents are served with the files they reference, so no release of this file can
// break one. A broken worker is replaced by the second page load.
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));

scope.addEventListener('activate', (event) => {
  // Requests the document while the worker starts, which takes a phone half a second. Missing in older browsers.
  const preload = scope.registration.navigationPreload as NavigationPreloadManager | undefined;
  event.waitUntil(Promise.all([removeCaches(), preload?.enable().catch(() => undefined)]));
});

scope.addEventListener('fetch', (event) => {
  const treatment = treatmentOf(event.request, scope.location.origin);
  if (treatment?.kind === 'page') event.respondWith(respondWithPage(event));
  if (treatment?.kind === 'file') event.respondWith(respondWithFile(event));
  if (treatment?.kind === 'data') event.respondWith(respondWithData(event, treatment.timeoutMs));
});

scope.addEventListener('message', (event) => {
  const message = parseCacheMessage(event.data);
  if (message) event.waitUntil(cachePage(message, message.isMore ? undefined : takeArrived(message.address)));
});

hearPushes({ keepsPages: true });
