/** Queries and calls of campaigns and subscribers. */
import type { Post } from '@site/proto/content/v1/posts.responses';
import type {
  Campaign,
  ImportResponse,
  MailPreview,
  Newsletter,
  Subscriber,
  FullCampaign,
} from '@site/proto/submissions/v1/newsletter.responses';
import type {
  CampaignInput,
  ImportInput,
  SubscriberState,
  TrialMailInput,
} from '@site/proto/submissions/v1/newsletter.schema';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { adminQuery, fetchData, post } from '@/api/admin.js';
import { request, requestBlob, type ApiResponse } from '@/api/api.js';
import { isUnfinished } from '@/components/newsletter/campaign-progress.js';
import { pagedQuery } from '@/dashboard-kit/list/queries.js';
import { whileSignedIn } from '@/components/session/signed-out.js';

const address = '/admin/main/newsletter';
const campaignAddress = (id: string) => `${address}/campaign/${encodeURIComponent(id)}`;
export const newsletterList = 'newsletter';
export const subscribersList = 'subscribers';

export const newsletterQuery = infiniteQueryOptions({
  queryKey: ['admin', newsletterList],
  queryFn: ({ pageParam, signal }) =>
    request<Newsletter>(pageParam ? `${address}?${new URLSearchParams({ cursor: pageParam })}` : address, { signal }),
  initialPageParam: '',
  getNextPageParam: (page: ApiResponse<Newsletter>) => page.next_cursor ?? undefined,
  select: ({ pages }): Newsletter | undefined => {
    const [first] = pages;
    if (!first) return undefined;
    const campaigns = new Map(pages.flatMap(({ data }) => data.campaigns.map((campaign) => [campaign.id, campaign])));
    return { ...first.data, campaigns: [...campaigns.values()] };
  },
});

const progressPollIntervalMs = 2_000;
/** Campaigns in these states change rarely. */
const restingStates: readonly Campaign['state'][] = ['planned', 'paused', 'held'];
const idlePollIntervalMs = 15_000;

function getPollIntervalMs(campaign: Campaign | undefined): number {
  if (!campaign || !isUnfinished(campaign)) return 0;
  return restingStates.includes(campaign.state) ? idlePollIntervalMs : progressPollIntervalMs;
}

/** Polls until done. */
export const campaignQuery = (campaign: Campaign) =>
  queryOptions({
    ...adminQuery<Campaign>(['campaign', campaign.id], campaignAddress(campaign.id)),
    initialData: campaign,
    staleTime: 0,
    refetchInterval: whileSignedIn<Campaign>(getPollIntervalMs),
  });

/** @throws ApiError with 409 if the post is already planned or being sent, or has changed since the preview */
export const startCampaign = (campaign: CampaignInput, headers: Record<string, string>) =>
  post<Campaign>(`${address}/campaign`, campaign, headers);

export type CampaignOrder = 'pause' | 'resume' | 'cancel';

/** @throws ApiError with 409 if it's too late */
export const orderCampaign = (id: string, order: CampaignOrder) =>
  request<Campaign>(`${campaignAddress(id)}/${order}`, { method: 'POST' });

/** `sendAt` is in the state's time zone. */
export const rescheduleCampaign = (id: string, sendAt: string) =>
  post<Campaign>(`${campaignAddress(id)}/time`, { send_at: sendAt });

export const linksQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'campaign', id, 'links'],
    queryFn: async ({ signal }) => (await fetchData<FullCampaign>(campaignAddress(id), { signal })).links,
  });

/** Bounces and complaints arrive for days. */
export const reportsQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'campaign', id, 'reports'],
    queryFn: ({ signal }) => fetchData<FullCampaign>(campaignAddress(id), { signal }),
    staleTime: 0,
  });

export const previewQuery = (mail: TrialMailInput) =>
  queryOptions({
    queryKey: ['admin', newsletterList, 'preview', mail],
    queryFn: ({ signal }) => fetchData<MailPreview>(`${address}/preview`, { method: 'POST', json: mail, signal }),
    staleTime: 0,
    placeholderData: (last) => last,
  });

/** Sends the mail to the signed-in user. */
export const sendTestMail = (mail: TrialMailInput) => post<null>(`${address}/test`, mail);

export const subscribersQuery = (state: SubscriberState | '', searchText: string) =>
  pagedQuery<Subscriber>(['admin', subscribersList, state, searchText], `${address}/subscribers`, {
    ...(state && { state }),
    ...(searchText && { q: searchText }),
  });

/** The address never gets mail again. */
export const recordComplaint = (subscriber: Subscriber) =>
  request<Subscriber>(`${address}/subscribers/${encodeURIComponent(subscriber.id)}/complaint`, { method: 'POST' });

export const importSubscribers = (input: ImportInput) =>
  fetchData<ImportResponse>(`${address}/subscribers/import`, { method: 'POST', json: input });

export const exportSubscribers = () => requestBlob(`${address}/subscribers.csv`);

export const publishedPostsQuery = (searchText: string) =>
  pagedQuery<Post>(['admin', 'posts', 'to send', searchText], '/admin/main/post', {
    status: 'published',
    limit: '20',
    ...(searchText && { q: searchText }),
  });

/** In display order. */
export const states: Record<SubscriberState, { name: string; className: string; explanation: string }> = {
  confirmed: { name: 'Confirmed', className: 'bg-ozark', explanation: 'Get the newsletter' },
  pending: {
    name: 'Not confirmed yet',
    className: 'bg-alert-moderate',
    explanation: 'Haven’t opened the link in the confirmation email',
  },
  unsubscribed: { name: 'Unsubscribed', className: 'bg-edge', explanation: 'No longer want it' },
  bounced: { name: 'Bounced', className: 'bg-clay', explanation: 'Their mailbox rejects our email' },
  complained: { name: 'Complained', className: 'bg-danger', explanation: 'Reported us as spam; never emailed again' },
};
export const subscriberStates = Object.keys(states) as SubscriberState[];
