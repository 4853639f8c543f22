import type { PushFields } from '@site/proto/notifications/v1/subscriptions.schema';
import { ShownError } from '../session/shown-error.js';

/** The browser's own subscription to notifications (Push API): made from a click, looked at on each visit. */

const workerPath = '/sw.js';
/** Installing the worker is one small file; whoever waits longer has no line. */
const workerWaitMs = 15_000;

/** base64url, as the site names its key, to bytes. */
function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function isSame(one: ArrayBuffer | null, other: Uint8Array): boolean {
  if (!one) return false;
  const bytes = new Uint8Array(one);
  return bytes.length === other.length && bytes.every((byte, index) => byte === other[index]);
}

/** The registration, once its worker can take a message. */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  // Registering what is registered changes nothing; on a first visit the page may not have come to it yet.
  await navigator.serviceWorker.register(workerPath);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the service worker did not start in time')), workerWaitMs);
  });
  return Promise.race([navigator.serviceWorker.ready, tooLong]).finally(() => clearTimeout(timer));
}

/** What the site needs to know of a browser's subscription; undefined when the browser keeps back a part of it. */
export function pushFieldsOf(subscription: PushSubscription): PushFields | undefined {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  return endpoint && p256dh && auth ? { endpoint, p256dh, auth } : undefined;
}

/** Subscribes with a key, in place of a subscription that was made with another one. */
async function subscribeWith(vapidKey: string): Promise<PushFields> {
  const { pushManager } = await activeWorker();
  const applicationServerKey = bytesOf(vapidKey);
  const before = await pushManager.getSubscription();
  if (before && !isSame(before.options.applicationServerKey, applicationServerKey)) await before.unsubscribe();
  const fields = pushFieldsOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  if (!fields) throw new Error('the browser told no address for notifications');
  return fields;
}

/**
 * Asks for the permission and subscribes. Call it only from a click: browsers ignore or punish any other question.
 * @throws ShownError when the person or the browser says no
 */
export async function subscribeThisDevice(vapidKey: string): Promise<PushFields> {
  const permission = await Notification.requestPermission();
  if (permission === 'denied')
    throw new ShownError('Notifications of this site are blocked. You can allow them in your browser’s settings.');
  if (permission !== 'granted')
    throw new ShownError('Without your permission we cannot notify you. You can try again, or choose e-mail.');
  try {
    return await subscribeWith(vapidKey);
  } catch (error) {
    throw new ShownError('This browser could not be subscribed right now. Please try again, or choose e-mail.', {
      cause: error,
    });
  }
}

/**
 * The subscription as it is now; one that the browser has lost is made anew, if the permission is still there. Never asks.
 * @returns undefined where this browser has none and may not have one
 */
export async function presentSubscription(vapidKey: () => Promise<string>): Promise<PushFields | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) return pushFieldsOf(subscription);
  if (!('Notification' in window) || Notification.permission !== 'granted') return undefined;
  const key = await vapidKey();
  return key ? subscribeWith(key) : undefined;
}

/** Has the browser forget its subscription; its push service then takes nothing more for it. */
export async function unsubscribeThisDevice(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
