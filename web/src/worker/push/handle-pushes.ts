/**
 * Handles pushes and clicks on notifications. Every push first shows a notification: browsers end the subscription of a
 * site that shows none, iOS silently after the third time. Only a device's first push waits for its text.
 */
import { within } from '../caches.js';
import { cacheSmallPage } from '../cache-page.js';
import { scope, type NotificationEvent, type PushEvent } from '../worker-scope.js';
import { confirmed, confirmNotice } from './confirm.js';
import { readStoredPlace } from './device-store.js';
import { stepOf } from './delivery-delay.js';
import { atPlace, noticeOf, optionsOf, parseNotificationData, type Notice } from './notification.js';
import { pagePrefix } from './push-texts.js';

/** The place is on the device: a slower lookup is broken, and a warning doesn't wait for it. */
const placeTimeoutMs = 1_000;
/** One in this many devices reports when it showed a notification. */
const reportSampleRate = 10;

/**
 * Registers the event listeners; call it during the first run of the worker's script.
 * @param keepsPages whether to cache a warned county's page for offline use
 */
export function hearPushes({ keepsPages }: { keepsPages: boolean }): void {
  scope.addEventListener('push', (event) => event.waitUntil(onPush(event, keepsPages)));
  scope.addEventListener('notificationclick', (event) => event.waitUntil(onTap(event)));
}

async function onPush(event: PushEvent, keepsPages: boolean): Promise<void> {
  const notice = noticeOf(textOf(event), scope.location.origin);
  if (notice.data.confirm) return show(await confirmNotice(notice, notice.data.confirm));
  const place = notice.data.area.length > 0 ? await within(placeTimeoutMs, readStoredPlace()) : undefined;
  await show(await newest(atPlace(notice, typeof place === 'object' ? place : undefined)));
  await Promise.all([reportDisplay(notice), keepsPages && cacheCountyPage(notice)]);
}

function textOf({ data }: PushEvent): string | undefined {
  try {
    return data?.text();
  } catch {
    return undefined;
  }
}

async function show(notice: Notice): Promise<void> {
  try {
    await scope.registration.showNotification(notice.title, optionsOf(notice));
  } catch {
    // An option that this browser rejects must not prevent the warning.
    await scope.registration.showNotification(notice.title, { body: notice.body, data: { navigate: notice.navigate } });
  }
}

/** Returns the notice, or a newer one for the same event that is already shown: pushes may arrive out of order. */
async function newest(notice: Notice): Promise<Notice> {
  if (!notice.tag) return notice;
  try {
    const displayed = await scope.registration.getNotifications({ tag: notice.tag });
    const newer = displayed.find(
      ({ data }) => parseNotificationData(data, scope.location.origin).revision > notice.data.revision,
    );
    if (!newer) return notice;
    const { navigate, revision } = parseNotificationData(newer.data, scope.location.origin);
    const { title, body } = newer;
    return { ...notice, title, body, navigate, silent: true, data: { ...notice.data, revision } };
  } catch {
    return notice;
  }
}

/** Reports when it was shown, anonymously and without a retry. */
async function reportDisplay({ data: { dispatch, at } }: Notice): Promise<void> {
  const bucket = stepOf({ dispatch, at }, Date.now());
  if (bucket === undefined || Math.random() * reportSampleRate >= 1) return;
  await fetch('/main/notifications/displayed', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ dispatch, bucket }),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined);
}

/** Caches the county's text-only page: the connection may be gone a minute after the push. */
async function cacheCountyPage({ lang, data: { county } }: Notice): Promise<void> {
  if (!county) return;
  const address = `${scope.location.origin}${pagePrefix(lang)}/now/${county}`;
  try {
    const response = await fetch(address, { headers: { Accept: 'text/html' }, credentials: 'omit' });
    await cacheSmallPage(address, { response, html: await response.text() });
  } catch {
    // The previously cached page stays.
  }
}

async function onTap({ notification }: NotificationEvent): Promise<void> {
  notification.close();
  const { origin } = scope.location;
  const { navigate, confirm } = parseNotificationData(notification.data, origin);
  // Opens the page first: browsers allow it only shortly after the click.
  await open(navigate);
  if (confirm) await confirmed(confirm);
}

/** Uses a window that already shows the page; never replaces another page, where the visitor may be typing. */
async function open(address: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => url === address);
  try {
    await (there ? there.focus() : scope.clients.openWindow(address));
  } catch {
    await scope.clients.openWindow(address);
  }
}
