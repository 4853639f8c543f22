/**
 * Source of /sw-off.js, which is served as /sw.js while SW_OFF is set. It deletes the caches, unregisters itself and
 * reloads open pages. With a push subscription it stays, for notifications alone: unregistering would silently end the
 * subscription. The dashboard's kill switch can pause those.
 */
import { removeCaches } from './caches.js';
import { hearPushes } from './push/handle-pushes.js';
import { scope } from './worker-scope.js';

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(end()));
hearPushes({ keepsPages: false });

async function end(): Promise<void> {
  const { registration, clients } = scope;
  await removeCaches({ all: true });
  const preload = registration.navigationPreload as NavigationPreloadManager | undefined;
  await preload?.disable().catch(() => undefined);
  const pages = await clients.matchAll({ type: 'window' });
  if (!(await isSubscribed(registration))) await registration.unregister();
  await Promise.all(pages.map((page) => page.navigate(page.url).catch(() => undefined)));
}

async function isSubscribed({ pushManager }: ServiceWorkerRegistration): Promise<boolean> {
  try {
    return Boolean(await (pushManager as PushManager | undefined)?.getSubscription());
  } catch {
    // Unknown: an idle worker is better than a missed warning.
    return true;
  }
}
