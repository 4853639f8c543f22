import { removeCaches } from './kept.js';
import { hearPushes } from './push/hear-pushes.js';
import { scope } from './worker-scope.js';

/**
 * The source of /sw-off.js, which is served as /sw.js while SW_OFF is set. It removes what was kept, and itself, and loads the
 * open pages anew, without any worker between them and the site. One thing keeps it: a subscription to warnings is lost with
 * its worker, and nobody would notice. There it stays for the warnings alone; those are held by the dashboard's brake.
 */

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
    // Nobody knows: rather a worker that does nothing than a warning that does not come.
    return true;
  }
}
