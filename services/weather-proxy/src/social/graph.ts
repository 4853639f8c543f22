/** Client of the Facebook Graph API, for the page's latest posts. */
import { firstCharacters } from '@site/domain/truncate';
import { z } from 'zod';
import { usableItems } from '../readings/skipped-parts.js';
import type { Breaker } from '../upstream/breaker.js';
import type { Upstream } from '../upstream/upstream.js';

export const maxPosts = 10;
const responseTimeoutMs = 4_000;
const maxMessageLength = 2_000;

export interface GraphPage {
  name: string;
  /** Address; only `ImageDownloader` may follow it. */
  picture: string | undefined;
}

export interface GraphPost {
  /** Like the page's `picture`. */
  picture: string | undefined;
  message: string;
  /** RFC 3339 UTC. */
  createdTime: string;
  url: string;
  likesCount: number;
  commentsCount: number;
  sharesCount: number;
}

const plain = (text: string, maxCharacters: number) => firstCharacters(text, maxCharacters).trim();

const address = z.string().max(4_096).optional().catch(undefined);
/** `shares` is absent until the first share. */
const count = z.number().int().min(0).max(2_147_483_647).catch(0);
const summary = z
  .object({ summary: z.object({ total_count: count }) })
  .transform((value) => value.summary.total_count)
  .catch(0);

/** "2026-11-20T20:15:30+0000" lacks ISO 8601's colon in the offset. */
const time = z.string().transform((text, context) => {
  const timestamp = Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  if (Number.isFinite(timestamp)) return new Date(timestamp).toISOString();
  context.addIssue('is not a time');
  return z.NEVER;
});

/** Ignores links outside the network: the id always works. */
function postAddress(link: string | undefined, id: string): string {
  const base = 'https://www.facebook.com';
  if (link && URL.canParse(link, base)) {
    const url = new URL(link, base);
    if (url.protocol === 'https:' && /(^|\.)facebook\.com$/.test(url.hostname) && !url.username) return url.href;
  }
  return `${base}/${id}`;
}

const pageSchema = z
  .object({
    name: z.string().trim().min(1),
    picture: z
      .object({ data: z.object({ url: address }) })
      .optional()
      .catch(undefined),
  })
  .transform(({ name, picture }): GraphPage => ({ name: plain(name, 200), picture: picture?.data.url }));

export const post = z
  .object({
    id: z.string().regex(/^\d+(_\d+)?$/),
    message: z.string().catch(''),
    full_picture: address,
    created_time: time,
    permalink_url: address,
    likes: summary,
    comments: summary,
    shares: z
      .object({ count })
      .transform((shares) => shares.count)
      .catch(0),
  })
  .transform(({ id, message, full_picture, created_time, permalink_url, likes, comments, shares }): GraphPost => ({
    picture: full_picture,
    message: plain(message, maxMessageLength),
    createdTime: created_time,
    url: postAddress(permalink_url, id),
    likesCount: likes,
    commentsCount: comments,
    sharesCount: shares,
  }));

/** Newest first. Drops unreadable posts; rejects a response without a readable one. */
export const postsSchema = z.object({ data: z.array(z.unknown()) }).transform(({ data }, context): GraphPost[] => {
  const posts = usableItems(post, { name: 'data', max: 1_000 }).parse(data);
  if (data.length > 0 && posts.length === 0) context.addIssue('no readable post');
  return posts.sort((left, right) => right.createdTime.localeCompare(left.createdTime)).slice(0, maxPosts);
});

/** Calls the Graph API with the page's token. */
export class GraphClient {
  constructor(
    private readonly upstream: Upstream,
    private readonly breaker: Breaker,
    private readonly pageId: string,
    /** An expired one behaves like the oldest that is available. */
    private readonly version: string,
  ) {}

  /** @throws UpstreamError */
  page(): Promise<GraphPage> {
    return this.ask('page', '?fields=name,picture', pageSchema);
  }

  /** @throws UpstreamError */
  posts(): Promise<GraphPost[]> {
    // Summaries contain the counts; without limit(0) the response would name users.
    const likes = 'likes.limit(0).summary(true)';
    const comments = 'comments.limit(0).summary(true)';
    const fields = `message,full_picture,created_time,permalink_url,${likes},${comments},shares`;
    return this.ask('posts', `/posts?fields=${fields}&limit=${maxPosts}`, postsSchema);
  }

  private async ask<Schema extends z.ZodType>(resource: string, path: string, schema: Schema) {
    const guards = { breaker: this.breaker, deadline: AbortSignal.timeout(responseTimeoutMs) };
    const fullPath = `/${this.version}/${encodeURIComponent(this.pageId)}${path}`;
    return (await this.upstream.getJson(resource, fullPath, schema, guards)).value;
  }
}
