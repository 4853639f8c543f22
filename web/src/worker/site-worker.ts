import { answerData } from './answer-data.js';
import { answerFile, answerPage, takeArrived } from './answer-page.js';
import { removeCaches } from './kept.js';
import { keepPage } from './keep-page.js';
import { keepMessageOf } from './messages.js';
import { hearPushes } from './push/hear-pushes.js';
import { treatmentOf } from './treatment.js';
import { scope } from './worker-scope.js';

/**
 * The source of /sw.js: warnings that are pushed, and pages without a line. It has no pages of its own and keeps nothing that
 * was not visited, so it cannot show an old site to somebody who could have the new one.
 */

// At once, whatever is open: a document is shown with the files that it names, so no release of this file can spoil one. And
// whoever has a worker that is broken is rid of it with the second page.
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));

scope.addEventListener('activate', (event) => {
  // The document is asked for while the worker starts, which takes a phone half a second. Missing in older browsers.
  const preload = scope.registration.navigationPreload as NavigationPreloadManager | undefined;
  event.waitUntil(Promise.all([removeCaches(), preload?.enable().catch(() => undefined)]));
});

scope.addEventListener('fetch', (event) => {
  const treatment = treatmentOf(event.request, scope.location.origin);
  if (treatment?.kind === 'page') event.respondWith(answerPage(event));
  if (treatment?.kind === 'file') event.respondWith(answerFile(event));
  if (treatment?.kind === 'data') event.respondWith(answerData(event, treatment.patienceMs));
});

scope.addEventListener('message', (event) => {
  const message = keepMessageOf(event.data);
  if (message) event.waitUntil(keepPage(message, message.isMore ? undefined : takeArrived(message.address)));
});

hearPushes({ keepsPages: true });
