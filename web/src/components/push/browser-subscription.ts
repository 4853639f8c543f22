/** The browser's own push subscription (Push API): created from a click, checked on each visit. */
import type { PushFields } from '@site/proto/notifications/v1/subscriptions.schema';
import { UserFacingError } from '../session/user-facing-error.js';

const workerPath = '/sw.js';
/** The worker is one small file; if installing takes longer, there is no connection. */
const workerWaitMs = 15_000;

/** Decodes base64url. */
function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function isSame(one: ArrayBuffer | null, other: Uint8Array): boolean {
  if (!one) return false;
  const bytes = new Uint8Array(one);
  return bytes.length === other.length && bytes.every((byte, index) => byte === other[index]);
}

/** Browsers that don't tell the key of a subscription keep it. */
function canUseKey({ options }: PushSubscription, vapidKey: string): boolean {
  const used = (options as PushSubscriptionOptions | undefined)?.applicationServerKey;
  return !used || isSame(used, bytesOf(vapidKey));
}

async function activeWorker(): Promise<ServiceWorkerRegistration> {
  // A no-op if registered; on a first visit the page may not have done it yet.
  await navigator.serviceWorker.register(workerPath);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the service worker did not start in time')), workerWaitMs);
  });
  return Promise.race([navigator.serviceWorker.ready, tooLong]).finally(() => clearTimeout(timer));
}

/** Returns undefined when the browser withholds any field. */
export function pushFieldsOf(subscription: PushSubscription): PushFields | undefined {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  return endpoint && p256dh && auth ? { endpoint, p256dh, auth } : undefined;
}

/** Replaces a subscription made with another key. */
async function subscribeWith(vapidKey: string): Promise<PushFields> {
  const { pushManager } = await activeWorker();
  const applicationServerKey = bytesOf(vapidKey);
  const before = await pushManager.getSubscription();
  if (before && !isSame(before.options.applicationServerKey, applicationServerKey)) await before.unsubscribe();
  const fields = pushFieldsOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  if (!fields) throw new Error('the browser gave no push endpoint');
  return fields;
}

/**
 * Requests permission and subscribes. Call it only from a click: browsers ignore or penalize other prompts.
 * @throws UserFacingError when the visitor or the browser declines
 */
export async function subscribeThisDevice(vapidKey: string): Promise<PushFields> {
  const permission = await Notification.requestPermission();
  if (permission === 'denied')
    throw new UserFacingError(
      "Notifications from this site are blocked. You can allow them in your browser's settings.",
    );
  if (permission !== 'granted')
    throw new UserFacingError("We can't notify you without your permission. Try again, or choose email.");
  try {
    return await subscribeWith(vapidKey);
  } catch (error) {
    throw new UserFacingError("We couldn't turn on notifications in this browser. Try again, or choose email.", {
      cause: error,
    });
  }
}

/**
 * Returns the current subscription. Renews one that the browser lost, and replaces one made with another key, to which
 * the site can't send; both only while permission is granted. Never prompts.
 */
export async function presentSubscription(vapidKey: () => Promise<string>): Promise<PushFields | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  const present = subscription ? pushFieldsOf(subscription) : undefined;
  if (!('Notification' in window) || Notification.permission !== 'granted') return present;
  let key: string;
  try {
    key = await vapidKey();
  } catch (error) {
    // Compared at the next visit.
    if (present) return present;
    throw error;
  }
  if (!key || (subscription && canUseKey(subscription, key))) return present;
  return subscribeWith(key);
}

/** The push service then rejects messages for it. */
export async function unsubscribeThisDevice(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
