/** Converts a post for campaign emails, in the gateway, and in the worker when a campaign is sent with a post. */
import { excerptOf } from '@site/domain/content/rich-text';
import { pdfType } from '@site/domain/images/image-limits';
import type { MediaItem } from './gen/nest/content/v1/media.js';
import type { Post } from './gen/nest/content/v1/posts.js';
import type { Image } from './gen/nest/images/v1/images.js';
import type { Story, StoryImage } from './gen/nest/submissions/v1/newsletter.js';

/** Mail programs don't support WebP, and don't show more pixels than this. */
const maxEmailImageWidth = 1_280;

function pickEmailImage(image: Image | undefined) {
  const sizes = (image?.sizes ?? []).filter(({ mediaType }) => mediaType === 'image/jpeg' || mediaType === 'image/png');
  const fitting = sizes.filter(({ width }) => width <= maxEmailImageWidth);
  return (fitting.length > 0 ? fitting : sizes).toSorted((one, other) => other.width - one.width)[0];
}

function toStoryImages({ id, picture, alt, credit }: MediaItem, siteUrl: string): StoryImage[] {
  const best = pickEmailImage(picture) ?? picture?.sizes.find(({ mediaType }) => mediaType === pdfType);
  if (!best) return [];
  const { key, width, height } = best;
  return [{ mediaId: id, url: `${siteUrl}/media/${key}`, alt, credit, width, height }];
}

/** @param siteUrl without a trailing slash */
export function toNewsletterStory(post: Post, siteUrl: string): Story {
  const { id, title, description, excerpt, slug, document } = post;
  const cover = pickEmailImage(post.cover);
  return {
    title,
    excerpt: excerpt || excerptOf(description),
    url: slug ? `${siteUrl}/blog/${slug}` : `${siteUrl}/blogdetail?id=${id}`,
    ...(cover && { imageUrl: `${siteUrl}/media/${cover.key}` }),
    ...(document !== undefined && { document }),
    pictures: document === undefined ? [] : post.media.flatMap((item) => toStoryImages(item, siteUrl)),
  };
}
