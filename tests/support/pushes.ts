import type { BrowserContext, Page } from '@playwright/test';

/** Notifications of a page's service worker, as Chromium shows them while the page is closed. */

export interface DisplayFields {
  title: string;
  body: string;
  tag: string;
  revision: number;
}

/**
 * Delivers a push like the browser's push service.
 * @param origin of the worker
 * @param data the decrypted text
 */
export async function deliverPush(page: Page, origin: string, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const serverVersion = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (serverVersion) resolve(serverVersion.registrationId);
    }),
  );
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await devtools.detach();
}

export const visibleNotifications = (page: Page): Promise<DisplayFields[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({
      title,
      body,
      tag,
      revision: (data as { revision: number }).revision,
    }));
  });

/**
 * Taps the first notification and returns the address that it opens. Records the call, because browsers open windows
 * only for user clicks.
 */
export async function tapNotification(context: BrowserContext): Promise<string> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('there is no worker');
  return worker.evaluate(async () => {
    interface Inside {
      registration: ServiceWorkerRegistration;
      clients: { openWindow: (address: string) => Promise<null> };
      NotificationEvent: new (type: string, init: { notification: Notification | undefined }) => Event;
      dispatchEvent(event: Event): boolean;
    }
    const inside = globalThis as unknown as Inside;
    const [notification] = await inside.registration.getNotifications();
    return new Promise<string>((resolve) => {
      inside.clients.openWindow = (address) => {
        resolve(address);
        return Promise.resolve(null);
      };
      inside.dispatchEvent(new inside.NotificationEvent('notificationclick', { notification }));
    });
  });
}
