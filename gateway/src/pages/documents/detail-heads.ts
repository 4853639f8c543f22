/**
 * Titles, descriptions and preview images of single posts, photos and warnings, for search engines and link previews.
 */
import { truncate } from '@site/domain/truncate';
import type { Post } from '@site/proto/gen/nest/content/v1/posts';
import type { Image } from '@site/proto/gen/nest/images/v1/images';
import type { PublicSnapshot } from '@site/proto/gen/nest/submissions/v1/snapshots';
import { siteName } from '@site/regions/state';
import type { EventData } from '../../responses/alert-events.js';
import { toImageJson } from '../../responses/image-json.js';
import { areasOf, lastAlerts } from '../alert-labels.js';
import { summaryOf, type Head } from '../html.js';
import { addressOfPost, type Detail } from '../page-paths.js';
import { sharePath, type ShareTarget } from '../share-address.js';

export interface DetailHead {
  title: string;
  description: string;
  picture?: Image | undefined;
  /** If they may differ from the requested ones. */
  at?: { path: string; id: string };
  /** Not listed by search engines. */
  hidden?: boolean;
}

export const postHead = (post: Post): DetailHead => ({
  title: post.title,
  description: post.excerpt || post.description,
  picture: post.cover,
  at: { path: addressOfPost(post), id: post.id },
  hidden: post.status === 'unlisted',
});

export const photoHead = ({ location, comment, firstName, lastName, picture }: PublicSnapshot): DetailHead => ({
  title: `Photo from ${location}`,
  description: comment || `A weather photo by ${firstName} ${lastName} for ${siteName}.`,
  picture,
});

const maxAreasLength = 120;
const shortAreas = (text: string) => truncate(text, maxAreasLength);

/** Returns "Tornado Warning: Pulaski"; the title of a past event says that it's over. */
export function eventHead(event: EventData): DetailHead {
  const alerts = lastAlerts(event);
  const [topAlert] = alerts;
  const name = [event.event, shortAreas(areasOf(alerts))].filter(Boolean).join(': ');
  const headline = topAlert?.nws_headline || topAlert?.headline || name;
  if (!event.active) return { title: `${name} (over)`, description: `This is over. ${headline}` };
  return { title: `${topAlert?.badge ? `${topAlert.badge}. ` : ''}${name}`, description: headline };
}

/** As in the web application. */
const imageSizes: Partial<Record<Detail['kind'], string>> = {
  post: '(min-width: 768px) 720px, 100vw',
  snapshot: '(min-width: 960px) 912px, 92vw',
};

/** Replaces the head's generic title, description and preview image with those of a post or photo. */
export function withDetail(
  head: Head,
  { title, description, picture, at, hidden }: DetailHead,
  { kind, id }: Detail,
): Head {
  const sizes = imageSizes[kind];
  const webp = toImageJson(picture)?.sizes.filter(({ type }) => type === 'image/webp') ?? [];
  const srcset = webp.map(({ src, width }) => `${src} ${width}w`).join(', ');
  const detailed: Head = {
    ...head,
    title,
    description: summaryOf(description),
    type: 'article',
    ...(hidden && { hidden }),
    ...(at && { canonical: new URL(at.path, head.canonical).href }),
    ...(sizes && srcset && { preload: { srcset, sizes } }),
  };
  // A known alert redirects to its warning.
  if (kind === 'alert') return detailed;
  return withShare(detailed, { kind, id: at?.id ?? id }, [title, description, srcset].join('\n'));
}

/** @param shows as in `sharePath` */
export const withShare = (head: Head, target: ShareTarget, shows: string): Head => ({
  ...head,
  image: new URL(sharePath(target, shows), head.canonical).href,
});
