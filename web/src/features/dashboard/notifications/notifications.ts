/** Queries and calls of warning notifications in the dashboard. */
import { notificationLevels } from '@site/domain/notifications/kinds';
import type { AlertDispatch, KillSwitch, Notifications } from '@site/proto/notifications/v1/deliveries.responses';
import type { ChannelKind, ChannelState, Segments } from '@site/proto/notifications/v1/subscriptions.responses';
import type { CreatedWebhook, Webhook, Webhooks } from '@site/proto/notifications/v1/webhooks.responses';
import type { WebhookInput } from '@site/proto/notifications/v1/webhooks.schema';
import { counties } from '@site/regions/counties';
import { stateName } from '@site/regions/state';
import { queryOptions } from '@tanstack/react-query';
import { adminQuery, fetchData, post } from '@/api/admin.js';
import { request } from '@/api/api.js';
import { pagedQuery } from '@/dashboard-kit/list/queries.js';
import { whileSignedIn } from '@/components/session/signed-out.js';

const address = '/admin/main/notifications';
export const overviewKey = 'notifications';
const dispatchesKey = 'notification dispatches';

const overviewPollIntervalMs = 10_000;
/** As often as new warnings can arrive. */
const runsPollIntervalMs = 10_000;
const progressPollIntervalMs = 2_000;

export const overviewQuery = queryOptions({
  ...adminQuery<Notifications>([overviewKey], `${address}/overview`),
  refetchInterval: whileSignedIn<Notifications>(() => overviewPollIntervalMs),
  staleTime: 0,
});

export const segmentsQuery = adminQuery<Segments>([overviewKey, 'segments'], `${address}/segments`);

export const dispatchesQuery = {
  ...pagedQuery<AlertDispatch>(['admin', dispatchesKey], `${address}/dispatches`, { limit: '20' }),
  refetchInterval: whileSignedIn<unknown>(() => runsPollIntervalMs),
  staleTime: 0,
};

export const isUnfinished = ({ state }: AlertDispatch) => state !== 'finished';

/** Polls until done. */
export const dispatchQuery = (dispatch: AlertDispatch) =>
  queryOptions({
    ...adminQuery<AlertDispatch>(
      ['notification dispatch', dispatch.id],
      `${address}/dispatches/${encodeURIComponent(dispatch.id)}`,
    ),
    initialData: dispatch,
    staleTime: 0,
    refetchInterval: whileSignedIn<AlertDispatch>((now) => (now && isUnfinished(now) ? progressPollIntervalMs : 0)),
  });

export const setKillSwitch = (json: { paused: boolean; reason: string }) =>
  post<KillSwitch>(`${address}/kill-switch`, json);

/** The gateway's limit. */
export const maxReasonLength = 300;

export const channelNames: Record<ChannelKind, string> = {
  push: 'Push notifications',
  mail: 'Email',
  sms: 'Text messages',
  webhook: 'Webhooks',
};
export const stateNames: Record<ChannelState, string> = {
  confirmed: 'Confirmed',
  pending: 'Not confirmed',
  ended: 'Ended',
  bounced: 'Bounced',
};

/** The change to the warning that caused the dispatch. */
export const dispatchKindLabels: Record<AlertDispatch['kind'], string> = {
  new: 'New',
  grown: 'Larger area',
  raised: 'More dangerous',
  quiet: 'Changed, sent silently',
  ended: 'Ended early',
};

/** Returns "Faulkner, Pulaski and 4 more" or similar. */
export function placesOf({ counties: fips }: Pick<AlertDispatch, 'counties'>): string {
  if (fips.length === counties.length) return `All of ${stateName}`;
  const names = counties.filter((county) => fips.includes(county.fips)).map(({ name }) => name.replace(/ County$/, ''));
  const more = names.length - 4;
  return more > 0 ? `${names.slice(0, 4).join(', ')} and ${more} more` : names.join(', ');
}

/** Emergency managers' systems, notified by signed webhooks. */
const webhooksAddress = '/admin/main/notifications/webhooks';
export const webhooksKey = 'webhooks';

export const webhooksQuery = queryOptions({
  queryKey: ['admin', webhooksKey],
  queryFn: async ({ signal }) => (await fetchData<Webhooks>(webhooksAddress, { signal })).webhooks,
  staleTime: 0,
});

/** Only this response contains the secret. */
export const createWebhook = (input: WebhookInput, headers: Record<string, string>) =>
  post<CreatedWebhook>(webhooksAddress, input, headers);

export const deleteWebhook = ({ id }: Webhook) =>
  request(`${webhooksAddress}/${encodeURIComponent(id)}`, { method: 'DELETE' });

export const formatLevel = ({ min_level: level }: Webhook): string =>
  notificationLevels.find((option) => option.level === level)?.label ?? `Level ${level} and above`;
