/** Queries and calls for subscribing to warning notifications. */
import type { MessageLanguage } from '@site/domain/notifications/kinds';
import type { AlertSubscription, PushKey } from '@site/proto/notifications/v1/subscriptions.responses';
import type { SubscribeInput } from '@site/proto/notifications/v1/subscriptions.schema';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, request } from '@/api/api.js';
import { publicQuery } from '@/api/public-query.js';
import { storeRecord, readRecord } from './device-store.js';
import { storeFollowedCounties } from './followed-counties.js';
import { setPermissionRevoked } from './lost-permission.js';
import { unsubscribeThisDevice } from './browser-subscription.js';

const address = '/main/notifications';

export const waysQuery = publicQuery<PushKey>(
  ['ways to be told'],
  `${address}/key`,
  'loading the notification channels',
);

/** Returns '' when the site has no VAPID key. */
export const vapidKey = async (): Promise<string> => (await request<PushKey>(`${address}/key`)).data.vapid_key;

/** The response doesn't reveal whether the site knows the address. */
export const subscribeToAlerts = (input: SubscribeInput, headers: Record<string, string>) =>
  request<{ action: string }>(`${address}/subscribe`, { method: 'POST', json: input, headers });

/** Whether the token is unknown to the site or its subscription has ended. */
export const isEnded = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 409);

export interface DeviceSubscription extends AlertSubscription {
  token: string;
}

export const subscriptionQueryKey = ['what this device is told'] as const;

/** This device's subscription as the site has it. Also deletes the local record of one that ended elsewhere. */
export const subscriptionQuery = queryOptions({
  queryKey: subscriptionQueryKey,
  queryFn: async ({ signal }): Promise<DeviceSubscription | null> => {
    const device = await readRecord('told');
    if (!device) return null;
    const { token } = device;
    try {
      const { data } = await request<AlertSubscription>(`${address}/preferences`, {
        method: 'POST',
        json: { token },
        signal,
      });
      storeFollowedCounties(data.preferences.counties);
      return { token, ...data };
    } catch (error) {
      if (!isEnded(error)) throw error;
      await storeRecord('told', undefined);
      storeFollowedCounties([]);
      setPermissionRevoked(false);
      return null;
    }
  },
  // Another tab or the worker may have changed it.
  staleTime: 0,
});

/** Ends notifications at the site first, so that it has nothing left to send to. */
export async function endOnThisDevice(token: string): Promise<void> {
  await request(`${address}/end`, { method: 'POST', json: { token } }).catch((error: unknown) => {
    if (!isEnded(error)) throw error;
  });
  await storeRecord('told', undefined);
  storeFollowedCounties([]);
  setPermissionRevoked(false);
  // Even if this fails, nothing is sent any more.
  await unsubscribeThisDevice().catch(() => undefined);
}

/** Changes the language of this device's messages. */
export async function updateLanguage(
  { token, preferences }: DeviceSubscription,
  language: MessageLanguage,
): Promise<void> {
  const { quiet_from: from, quiet_until: until, ...others } = preferences;
  const quiet = from !== null && until !== null && { quiet_from: from, quiet_until: until };
  await request(`${address}/preferences`, {
    method: 'POST',
    json: { token, preferences: { ...others, ...quiet, language } },
  });
}

/** Returns the address of the subscription's page in the language of its messages. */
export const subscriptionPath = ({ token, preferences: { language } }: DeviceSubscription): string =>
  `${language === 'es' ? '/es' : ''}/subscription?${new URLSearchParams({ token })}`;
