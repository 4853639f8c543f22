import { within } from '../kept.js';
import { keepSmallPage } from '../keep-page.js';
import { scope, type NotificationEvent, type PushEvent } from '../worker-scope.js';
import { confirmed, confirmNotice } from './confirm.js';
import { ownPlace } from './device-store.js';
import { stepOf } from './lateness.js';
import { atPlace, noticeOf, optionsOf, shownDataOf, type Notice } from './notice.js';

/**
 * Pushes and taps. A push always shows something, before anything else is tried: browsers end the subscription of a site that
 * shows nothing, iOS after the third time and without a word. Only a device's first push waits for what it is to say.
 */

/** The place is on the device: what takes longer than this is broken, and a warning does not wait for it. */
const placePatienceMs = 1_000;
/** One device in so many tells when it had shown a notification. */
const toldByOneIn = 10;

/**
 * Begins to hear them; to be called while the worker's script runs for the first time.
 * @param keepsPages whether the page of a warned county is kept for the time without a line
 */
export function hearPushes({ keepsPages }: { keepsPages: boolean }): void {
  scope.addEventListener('push', (event) => event.waitUntil(onPush(event, keepsPages)));
  scope.addEventListener('notificationclick', (event) => event.waitUntil(onTap(event)));
}

async function onPush(event: PushEvent, keepsPages: boolean): Promise<void> {
  const notice = noticeOf(textOf(event), scope.location.origin);
  if (notice.data.confirm) return show(await confirmNotice(notice, notice.data.confirm));
  const place = notice.data.area.length > 0 ? await within(placePatienceMs, ownPlace()) : undefined;
  await show(await newest(atPlace(notice, typeof place === 'object' ? place : undefined)));
  await Promise.all([tellShown(notice), keepsPages && keepCounty(notice)]);
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
    // An option that this browser refuses must not cost the warning.
    await scope.registration.showNotification(notice.title, { body: notice.body, data: { navigate: notice.navigate } });
  }
}

/** The notice, or the newer one of the same event that is shown already: pushes may overtake each other. */
async function newest(notice: Notice): Promise<Notice> {
  if (!notice.tag) return notice;
  try {
    const shown = await scope.registration.getNotifications({ tag: notice.tag });
    const newer = shown.find(({ data }) => shownDataOf(data, scope.location.origin).revision > notice.data.revision);
    if (!newer) return notice;
    const { navigate, revision } = shownDataOf(newer.data, scope.location.origin);
    const { title, body } = newer;
    return { ...notice, title, body, navigate, silent: true, data: { ...notice.data, revision } };
  } catch {
    return notice;
  }
}

/** Tells when it was shown, without saying by whom. Nobody waits for it, and it is not tried again. */
async function tellShown({ data: { run, at } }: Notice): Promise<void> {
  const bucket = stepOf({ run, at }, Date.now());
  if (bucket === undefined || Math.random() * toldByOneIn >= 1) return;
  await fetch('/main/notifications/shown', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ run, bucket }),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined);
}

/** Fetches the county's small page: the line that brought the push may be gone a minute later. */
async function keepCounty({ data: { county } }: Notice): Promise<void> {
  if (!county) return;
  const address = `${scope.location.origin}/now/${county}`;
  try {
    const answer = await fetch(address, { headers: { Accept: 'text/html' }, credentials: 'omit' });
    await keepSmallPage(address, { answer, html: await answer.text() });
  } catch {
    // The page that was kept before stays.
  }
}

async function onTap({ notification }: NotificationEvent): Promise<void> {
  notification.close();
  const { origin } = scope.location;
  const { navigate, confirm } = shownDataOf(notification.data, origin);
  // The page first: a browser opens one only shortly after the tap.
  await open(navigate);
  if (confirm) await confirmed(confirm);
}

/** Shows the page: in the window that has it open already, never in place of another, in which somebody may be typing. */
async function open(address: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => url === address);
  try {
    await (there ? there.focus() : scope.clients.openWindow(address));
  } catch {
    await scope.clients.openWindow(address);
  }
}
