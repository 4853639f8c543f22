import type { AlertSubscription, PushKey } from '@site/proto/notifications/v1/subscriptions.answers';
import type { SubscribeInput } from '@site/proto/notifications/v1/subscriptions.schema';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, request } from '../../api/api.js';
import { publicQuery } from '../../api/public-query.js';
import { keepRecord, readRecord } from './device-store.js';
import { keepFollowedCounties } from './followed-counties.js';
import { unsubscribeThisDevice } from './push-subscription.js';

/** What a page asks the site about being told of warnings. */

const address = '/main/notifications';

/** The ways in which this site can tell people. */
export const waysQuery = publicQuery<PushKey>(['ways to be told'], `${address}/key`, 'loading the ways to be told');

/** The site's key for notifications, now; empty where it has none. */
export const vapidKey = async (): Promise<string> => (await request<PushKey>(`${address}/key`)).data.vapid_key;

/** Asks to be told. The answer is the same whatever the site knows of the address. */
export const askToBeTold = (wish: SubscribeInput, headers: Record<string, string>) =>
  request<{ action: string }>(`${address}/subscribe`, { method: 'POST', json: wish, headers });

/** A token that the site does not know any more, or whose subscription has ended. */
export const isEnded = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 409);

/** What this device is told; null when it is told nothing. */
export interface Told extends AlertSubscription {
  token: string;
}

export const toldKey = ['what this device is told'] as const;

/** What this device is told, as the site keeps it. What has ended elsewhere is forgotten here, too. */
export const toldQuery = queryOptions({
  queryKey: toldKey,
  queryFn: async ({ signal }): Promise<Told | null> => {
    const device = await readRecord('told');
    if (!device) return null;
    const { token } = device;
    try {
      const { data } = await request<AlertSubscription>(`${address}/wishes`, {
        method: 'POST',
        json: { token },
        signal,
      });
      keepFollowedCounties(data.wishes.counties);
      return { token, ...data };
    } catch (error) {
      if (!isEnded(error)) throw error;
      await keepRecord('told', undefined);
      keepFollowedCounties([]);
      return null;
    }
  },
  // Another page, or the worker, may have changed it.
  staleTime: 0,
});

/** Ends all notifications of this device, at the site first: what it does not know any more, it cannot send. */
export async function endOnThisDevice(token: string): Promise<void> {
  await request(`${address}/end`, { method: 'POST', json: { token } }).catch((error: unknown) => {
    if (!isEnded(error)) throw error;
  });
  await keepRecord('told', undefined);
  keepFollowedCounties([]);
  // Whatever becomes of this, nothing is sent any more.
  await unsubscribeThisDevice().catch(() => undefined);
}

/** The page on which a subscription is changed and ended, of the server, without script. */
export const subscriptionPath = (token: string): string => `/subscription?${new URLSearchParams({ token })}`;
