import { request } from '@/api/api.js';
import { storeRecord, readRecord } from './device-store.js';
import { isPermissionWithheld, setPermissionRevoked } from './lost-permission.js';
import { isEnded, vapidKey } from './push-api.js';
import { presentSubscription, unsubscribeThisDevice } from './browser-subscription.js';

/** The site ends subscriptions of silent devices. */
const renewAfterMs = 7 * 24 * 60 * 60_000;

/**
 * Sends a subscribed device's current push endpoint to the site. Browsers change and lose subscriptions silently (few
 * fire `pushsubscriptionchange`), so every visit checks; also whether the visitor still permits notifications. Never
 * prompts, and ignores failures.
 * @param now milliseconds since 1970 UTC
 */
export async function renewEndpoint(now = Date.now()): Promise<void> {
  try {
    const device = await readRecord('told');
    setPermissionRevoked(device !== undefined && isPermissionWithheld());
    if (!device || !('serviceWorker' in navigator)) return;
    const push = await presentSubscription(vapidKey);
    if (!push) return;
    const age = now - (device.renewedAt ?? 0);
    if (push.endpoint === device.endpoint && age >= 0 && age < renewAfterMs) return;
    await request('/main/notifications/endpoint', { method: 'POST', json: { token: device.token, push } });
    await storeRecord('told', { ...device, endpoint: push.endpoint, renewedAt: now });
  } catch (error) {
    if (!isEnded(error)) return;
    await storeRecord('told', undefined);
    setPermissionRevoked(false);
    await unsubscribeThisDevice().catch(() => undefined);
  }
}
