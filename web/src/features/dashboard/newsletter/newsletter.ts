import type { Post } from '@site/proto/content/v1/posts.answers';
import type {
  Campaign,
  MailPreview,
  Newsletter,
  Subscriber,
  WholeCampaign,
} from '@site/proto/submissions/v1/newsletter.answers';
import type { SubscriberState } from '@site/proto/submissions/v1/newsletter.schema';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request, requestBlob, type Answer } from '../../../api/api.js';
import { isUnfinished } from '../../../domain/newsletter/campaign-progress.js';
import { pagedQuery } from '../../../dashboard-kit/list/paged-query.js';
import { whileSignedIn } from '../../../domain/session/signed-out.js';

/** Who gets the newsletter, and what was sent. */

const address = '/admin/main/newsletter';
export const newsletterList = 'newsletter';
export const subscribersList = 'subscribers';

/** The counts, and the campaigns a page at a time, newest first. */
export const newsletterQuery = infiniteQueryOptions({
  queryKey: ['admin', newsletterList],
  queryFn: ({ pageParam, signal }) =>
    request<Newsletter>(pageParam ? `${address}?${new URLSearchParams({ cursor: pageParam })}` : address, { signal }),
  initialPageParam: '',
  getNextPageParam: (page: Answer<Newsletter>) => page.next_cursor ?? undefined,
  select: ({ pages }): Newsletter | undefined => {
    const [first] = pages;
    if (!first) return undefined;
    const campaigns = new Map(pages.flatMap(({ data }) => data.campaigns.map((campaign) => [campaign.id, campaign])));
    return { ...first.data, campaigns: [...campaigns.values()] };
  },
});

const progressEveryMs = 2_000;
/** Nothing happens to one that is planned or paused unless somebody wants it. */
const restingEveryMs = 15_000;

function everyMs(campaign: Campaign | undefined): number {
  if (!campaign || !isUnfinished(campaign)) return 0;
  return campaign.state === 'planned' || campaign.state === 'paused' ? restingEveryMs : progressEveryMs;
}

/** One campaign, asked for again and again until it is done. */
export const campaignQuery = (campaign: Campaign) =>
  queryOptions({
    queryKey: ['admin', 'campaign', campaign.id],
    queryFn: async ({ signal }) =>
      (await request<Campaign>(`${address}/campaign/${encodeURIComponent(campaign.id)}`, { signal })).data,
    initialData: campaign,
    staleTime: 0,
    refetchInterval: whileSignedIn<Campaign>(everyMs),
  });

/** What is to be sent, and the time of the state at which; without one at once. */
export interface NewCampaign {
  post_id: string;
  send_at?: string;
  /** Of the post in the preview. */
  version?: number;
}

/** Sends a post to everybody who gets each mail. Throws with 409 while that post is planned or being sent
 * already, and when it changed after its preview. */
export const startCampaign = (campaign: NewCampaign, headers: Record<string, string>) =>
  request<Campaign>(`${address}/campaign`, { method: 'POST', json: campaign, headers });

export type CampaignOrder = 'pause' | 'resume' | 'cancel';

const campaignAddress = (id: string) => `${address}/campaign/${encodeURIComponent(id)}`;

/** Holds a campaign, lets it go on, or calls it off. Throws with 409 when it is too late for that. */
export const orderCampaign = (id: string, order: CampaignOrder) =>
  request<Campaign>(`${campaignAddress(id)}/${order}`, { method: 'POST' });

/** Gives a planned campaign another time of the state. */
export const rescheduleCampaign = (id: string, sendAt: string) =>
  request<Campaign>(`${campaignAddress(id)}/time`, { method: 'POST', json: { send_at: sendAt } });

/** How often each link of a campaign was followed. */
export const linksQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'campaign', id, 'links'],
    queryFn: async ({ signal }) => (await request<WholeCampaign>(campaignAddress(id), { signal })).data.links,
  });

/** The mail of a post, as readers would get it now. */
export const previewQuery = (postId: string) =>
  queryOptions({
    queryKey: ['admin', 'newsletter', 'preview', postId],
    queryFn: async ({ signal }) =>
      (await request<MailPreview>(`${address}/preview?${new URLSearchParams({ post_id: postId })}`, { signal })).data,
    staleTime: 0,
  });

/** Sends the mail of a post to whoever is signed in. */
export const sendTestMail = (postId: string) =>
  request<null>(`${address}/test`, { method: 'POST', json: { post_id: postId } });

export const subscribersQuery = (state: SubscriberState | '', words: string) =>
  pagedQuery<Subscriber>(['admin', subscribersList, state, words], `${address}/subscribers`, {
    ...(state && { state }),
    ...(words && { q: words }),
  });

/** Writes down that somebody reported our mail as unwanted: nothing is ever sent there again. */
export const recordComplaint = (subscriber: Subscriber) =>
  request<Subscriber>(`${address}/subscribers/${encodeURIComponent(subscriber.id)}/complaint`, { method: 'POST' });

/** All subscribers as a table for other programs. */
export const exportSubscribers = () => requestBlob(`${address}/subscribers.csv`);

/** Posts to choose from. */
export const publishedPostsQuery = (words: string) =>
  pagedQuery<Post>(['admin', 'posts', 'to send', words], '/admin/main/post', {
    status: 'published',
    limit: '20',
    ...(words && { q: words }),
  });

/** What may be known of an address, in the order in which it is shown. */
export const states: Record<SubscriberState, { name: string; look: string; explanation: string }> = {
  confirmed: { name: 'Confirmed', look: 'bg-ozark', explanation: 'Get the newsletter' },
  pending: {
    name: 'Not confirmed yet',
    look: 'bg-alert-moderate',
    explanation: 'Have not opened the link in the confirmation mail',
  },
  unsubscribed: { name: 'Unsubscribed', look: 'bg-edge', explanation: 'Do not want it any more' },
  bounced: { name: 'Bounced', look: 'bg-clay', explanation: 'Their mailbox refuses our mail' },
  complained: { name: 'Complained', look: 'bg-danger', explanation: 'Reported us as spam; never written to again' },
};
export const subscriberStates = Object.keys(states) as SubscriberState[];
