import { request } from '../../api/api.js';
import { keepRecord, readRecord } from './device-store.js';
import { isEnded, vapidKey } from './push-calls.js';
import { presentSubscription, unsubscribeThisDevice } from './push-subscription.js';

/** After this long the site hears of a device again even when nothing has changed: it ends those of which it hears nothing. */
const renewAfterMs = 7 * 24 * 60 * 60_000;

/**
 * Tells the site the present address of a device that is told of warnings. Browsers change and lose their subscriptions
 * without a word (`pushsubscriptionchange` comes from few of them), so every visit looks. Asks the person nothing, and fails
 * silently: the next visit looks again.
 * @param now milliseconds since 1970 UTC
 */
export async function renewEndpoint(now = Date.now()): Promise<void> {
  try {
    const told = await readRecord('told');
    if (!told || !('serviceWorker' in navigator)) return;
    const push = await presentSubscription(vapidKey);
    if (!push) return;
    const age = now - (told.renewedAt ?? 0);
    if (push.endpoint === told.endpoint && age >= 0 && age < renewAfterMs) return;
    await request('/main/notifications/endpoint', { method: 'POST', json: { token: told.token, push } });
    await keepRecord('told', { ...told, endpoint: push.endpoint, renewedAt: now });
  } catch (error) {
    if (!isEnded(error)) return;
    await keepRecord('told', undefined);
    await unsubscribeThisDevice().catch(() => undefined);
  }
}
