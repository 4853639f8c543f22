/** JSON-LD for search engines, in the vocabulary of https://schema.org. */
import type { Post } from '@site/proto/gen/nest/content/v1/posts';
import { siteName } from '@site/regions/state';
import { toImageJson } from '../../responses/image-json.js';
import type { Head } from '../html.js';
import { titleOfPath, type Match } from '../page-paths.js';

const organization = (origin: string) => ({
  '@type': 'Organization',
  name: siteName,
  url: `${origin}/`,
  logo: `${origin}/icon-512.png`,
});

/** The listed page above a single item. */
const parentOf: Partial<Record<NonNullable<Match['route']>, string>> = {
  '/county/:county': '/county',
  '/blog/:slug': '/blogs',
  '/blogdetail': '/blogs',
  '/warning/:eventKey': '/alert',
};

function breadcrumbs(origin: string, { route, detail }: Match, head: Head) {
  const parent = detail?.kind === 'snapshot' ? '/snapshots' : route && parentOf[route];
  const trail = [
    [siteName, `${origin}/`],
    ...(parent ? [[titleOfPath(parent), origin + parent]] : []),
    [head.title, head.canonical],
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(([name, item], index) => ({ '@type': 'ListItem', position: index + 1, name, item })),
  };
}

function blogPosting(origin: string, post: Post, head: Head) {
  const jpegs = toImageJson(post.cover)?.sizes.filter(({ type }) => type === 'image/jpeg') ?? [];
  const image = jpegs.toSorted((left, right) => right.width - left.width)[0]?.src;
  return {
    '@type': 'BlogPosting',
    headline: post.title,
    description: head.description,
    datePublished: post.createdAt,
    dateModified: post.updatedAt,
    author: post.author ? { '@type': 'Person', name: post.author } : organization(origin),
    publisher: organization(origin),
    mainEntityOfPage: head.canonical,
    ...(image && { image: new URL(image, origin).href }),
  };
}

/** Returns the page's JSON-LD; undefined for pages that search engines don't list. */
export function structuredData(match: Match, head: Head, post?: Post): string | undefined {
  if (head.hidden || !match.found) return undefined;
  const { origin } = new URL(head.canonical);
  const items = [
    match.canonical === '/' ? organization(origin) : breadcrumbs(origin, match, head),
    ...(post ? [blogPosting(origin, post, head)] : []),
  ];
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': items });
}
