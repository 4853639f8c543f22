/** Responses embedded in documents: what a page shows of them, if it isn't too large. */
import type { Home } from '@site/proto/content/v1/home.responses';
import type { Sponsor } from '@site/proto/submissions/v1/sponsors.responses';
import type { ImageInfo } from '@site/proto/images/v1/images.responses';
import type { Outlook } from '@site/proto/weather/v1/outlook.responses';
import type { Radar } from '@site/proto/weather/v1/radar.responses';
import { eventBody, type EventFound } from '../../responses/alert-events.js';
import type { Prepared } from '../../responses/prepared-response.js';
import type { AlertsData } from '../../responses/weather-responses.js';
import { success } from '../../edge/envelope.js';
import { jsonBlock, type Block } from '../html.js';
import { abridgedAlerts, type Subject } from './abridged-alerts.js';

/** On a slow connection, embedding more would delay the first paint by more than a separate request. */
const maxEmbeddedBytes = 48 * 1024;
/** The same for lists, whose pictures' addresses compress well. */
const maxCompressedBytes = 20 * 1024;
/** The home page shows a few words of each post, so long ones aren't worth their bytes. */
const maxSocialBytes = 12 * 1024;

/** @param id the path of the response, or its name in `pages.ts` followed by "-data" */
export const toBlock = (id: string, { variants }: Prepared): Block => ({
  id,
  json: variants.identity.body.toString('utf8'),
});

const homeBlocks = new WeakMap<Prepared, Block>();

/** Logos are shown whole, without a blurred preview behind them. */
const withoutPreview = (logo: ImageInfo | null): ImageInfo | null => logo && { ...logo, placeholder: '' };
const ofSponsor = (sponsor: Sponsor): Sponsor => ({ ...sponsor, picture: withoutPreview(sponsor.picture) });

/** Returns the site's content without what pages don't show or fetch separately. */
const briefContent = (data: Home): Home => ({
  ...data,
  topSponsor: data.topSponsor && ofSponsor(data.topSponsor),
  teams: [],
  sponsors: data.sponsors.map(ofSponsor),
  posts: data.posts.map((post) => (post.excerpt ? { ...post, description: '' } : post)),
  faqs: [],
  logo_image: withoutPreview(data.logo_image),
});

/** Embeds the site's content without the team, the questions, the posts' full texts and the logos' previews. */
export function homeBlock(prepared: Prepared): Block {
  const cached = homeBlocks.get(prepared);
  if (cached) return cached;
  const { data, ...envelope } = JSON.parse(prepared.variants.identity.body.toString('utf8')) as { data: Home };
  const block = { id: 'home-data', json: JSON.stringify({ ...envelope, data: briefContent(data) }) };
  homeBlocks.set(prepared, block);
  return block;
}

/** Embeds a list or a text; empty if it's too large. */
export const listBlock = (id: string, prepared: Prepared): Block[] =>
  prepared.variants.br.body.length > maxCompressedBytes ? [] : [toBlock(id, prepared)];

/** Embeds data whose age changes every second; empty if it's unknown or too large. */
export function dataBlock(id: string, data: object | undefined): Block[] {
  const json = data && JSON.stringify(success('Data', data));
  if (!json || (id === '/main/social/posts' && json.length > maxSocialBytes)) return [];
  return [{ id, json }];
}

/** Of a county's document, which has room for other things, too. */
const countyBudget = { detailBytes: 24 * 1024, maxBytes: 40 * 1024 };

/** Embeds the alerts. If they're abridged, the page fetches the rest immediately. */
export function alertsBlock(prepared: Prepared, data: AlertsData | undefined, subject: Subject): Block {
  if (!data || prepared.variants.identity.body.length <= maxEmbeddedBytes) return toBlock('alerts-data', prepared);
  return abridgedAlerts(data, subject, { detailBytes: maxEmbeddedBytes });
}

/** A block, or how to make one for the bytes that are left. */
export type Alternative = Block | ((availableBytes: number) => Block);

/** Like `alertsBlock`, as alternatives with the fuller one first, for documents with limited room. */
export function alertsBlocks(prepared: Prepared, data: AlertsData | undefined, subject: Subject): Alternative[] {
  const fullBlock = toBlock('alerts-data', prepared);
  if (!data) return [fullBlock];
  const { detailBytes, maxBytes } = countyBudget;
  // The element around the JSON.
  const bytesAround = sizeOf({ id: fullBlock.id, json: '' });
  return [
    fullBlock,
    (availableBytes) =>
      abridgedAlerts(data, subject, { detailBytes, maxBytes: Math.min(maxBytes, availableBytes - bytesAround) }),
  ];
}

export const blockSeparator = '\n    ';

const sizeOf = (block: Block) => Buffer.byteLength(jsonBlock(block));

function firstFitting(alternatives: readonly Alternative[], availableBytes: number): Block | undefined {
  for (const each of alternatives) {
    const block = typeof each === 'function' ? each(availableBytes) : each;
    if (sizeOf(block) <= availableBytes) return block;
  }
  return undefined;
}

/** Picks from each list of alternatives the first that fits into the remaining bytes. */
export function fittingBlocks(alternatives: readonly (readonly Alternative[])[], availableBytes: number): Block[] {
  let left = availableBytes;
  return alternatives.flatMap((blocks) => {
    const block = firstFitting(blocks, left);
    if (block === undefined) return [];
    left -= sizeOf(block) + blockSeparator.length;
    return [block];
  });
}

const written = new WeakMap<Outlook, Block | undefined>();

/**
 * Embeds the outlook's first day with the counties by risk, without map areas; undefined if unknown or no severe storm
 * is expected.
 */
export function outlookBlock(outlook: Outlook | undefined): Block | undefined {
  const day = outlook?.days[0];
  if (!outlook || !day?.ok || !day.counties.some(({ level }) => level > 0)) return undefined;
  if (!written.has(outlook)) {
    const brief = { days: [{ ...day, areas: [] }] };
    written.set(outlook, { id: 'outlook-data', json: JSON.stringify(success('Storm outlook', brief)) });
  }
  return written.get(outlook);
}

/** Embeds the radar with its newest frame only, for pages with the small picture; empty if it's unknown. */
export const radarBlock = (radar: Radar | undefined): Block[] =>
  dataBlock('radar-data', radar && { ...radar, frames: radar.frames.slice(0, 1) });

/** Embeds a post; empty if it's too large. */
export const postBlock = (prepared: Prepared): Block[] =>
  prepared.variants.identity.body.length > maxEmbeddedBytes ? [] : [toBlock('post-data', prepared)];

/** Embeds an event; empty if it's too large or unknown. */
export function eventBlock(event: EventFound | undefined): Block[] {
  if (typeof event !== 'object') return [];
  const json = eventBody(event);
  return Buffer.byteLength(json) > maxEmbeddedBytes ? [] : [{ id: 'event-data', json }];
}
