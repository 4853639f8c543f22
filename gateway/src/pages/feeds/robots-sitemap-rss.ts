/**
 * robots.txt, sitemap.xml (https://www.sitemaps.org/protocol.html) and the blog's RSS 2.0 feed, rebuilt when the cached
 * lists change.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import type { RichTextDocument } from '@site/domain/content/rich-text';
import type { Post } from '@site/proto/gen/nest/content/v1/posts';
import { siteName, stateName } from '@site/regions/state';
import { escapeXml } from '@site/domain/escape-xml';
import { CONFIG, type Config } from '../../config.js';
import { spanish } from '../now/language.js';
import { nowPaths } from '../now/now-pages.js';
import { spanishPaths } from '../spanish/spanish-pages.js';
import { PostResponses } from '../../responses/post-responses.js';
import { prepare, sendPrepared, type Prepared } from '../../responses/prepared-response.js';
import { PublicResponses } from '../../responses/public-responses.js';
import { summaryOf } from '../html.js';
import { addressOfPost, listedPaths } from '../page-paths.js';
import { plainTextHtml, richTextHtml } from './rich-text-html.js';

/** Items contain full texts, so a longer feed would take megabytes per request. */
const maxItems = 20;

interface Publication {
  mediaType: string;
  text: () => string | Promise<string>;
  /** Version of the inputs of `prepared`. */
  inputVersion?: string;
  prepared?: Prepared;
}

@Injectable()
export class RobotsSitemapRss {
  private readonly publications = new Map<string, Publication>([
    ['/robots.txt', { mediaType: 'text/plain; charset=utf-8', text: () => this.robots() }],
    ['/sitemap.xml', { mediaType: 'application/xml; charset=utf-8', text: () => this.sitemap() }],
    ['/feed.xml', { mediaType: 'application/rss+xml; charset=utf-8', text: () => this.feed() }],
  ]);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(PublicResponses) private readonly publicResponses: PublicResponses,
    @Inject(PostResponses) private readonly posts: PostResponses,
  ) {}

  readonly handler: RequestHandler = (request, response, next) => {
    const publication = this.publications.get(request.path);
    if (!publication || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    return this.send(publication, request, response);
  };

  private async send(publication: Publication, request: Request, response: Response): Promise<void> {
    const inputVersion = ['/main/post', '/main/snapshots']
      .map((path) => this.publicResponses.ready(path)?.digest)
      .join('|');
    let { prepared } = publication;
    if (!prepared || publication.inputVersion !== inputVersion) {
      const headers = { 'Content-Type': publication.mediaType, 'Cache-Control': 'public, max-age=300' };
      prepared = await prepare(await publication.text(), headers, { before: prepared });
      Object.assign(publication, { inputVersion, prepared });
    }
    sendPrepared(request, response, prepared);
  }

  private address = (path: string) => escapeXml(this.config.PUBLIC_URL + path);

  private robots(): string {
    return [
      'User-agent: *',
      'Disallow: /admin/',
      'Disallow: /dashboard',
      'Disallow: /moderate',
      'Disallow: /newsletter/',
      '',
      `Sitemap: ${this.config.PUBLIC_URL}/sitemap.xml`,
      '',
    ].join('\n');
  }

  private sitemap(): string {
    const entry = (path: string, changedAt?: string) =>
      `  <url><loc>${this.address(path)}</loc>${changedAt ? `<lastmod>${changedAt.slice(0, 10)}</lastmod>` : ''}</url>`;
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...[...listedPaths, ...nowPaths, ...spanishPaths, ...nowPaths.map((path) => spanish.prefix + path)].map((path) =>
        entry(path),
      ),
      ...this.publicResponses.listedPosts.map((post) => entry(addressOfPost(post), post.updatedAt)),
      ...this.publicResponses.listedSnapshots.map(({ id, approvedAt }) => entry(`/snapshots?id=${id}`, approvedAt)),
      '</urlset>',
      '',
    ].join('\n');
  }

  /** Renders text only while the content service is down. */
  private async html(listed: Post): Promise<string> {
    const fullPost = await this.posts.find(listed.id).catch(() => undefined);
    const { document, description, media } = fullPost?.post ?? listed;
    if (document === undefined) return plainTextHtml(description);
    return richTextHtml(JSON.parse(document) as RichTextDocument, media, (path) => this.config.PUBLIC_URL + path);
  }

  private async item(post: Post): Promise<string[]> {
    return [
      '    <item>',
      `      <title>${escapeXml(post.title)}</title>`,
      `      <link>${this.address(addressOfPost(post))}</link>`,
      `      <guid isPermaLink="false">${post.id}</guid>`,
      `      <pubDate>${new Date(post.createdAt).toUTCString()}</pubDate>`,
      ...(post.author ? [`      <dc:creator>${escapeXml(post.author)}</dc:creator>`] : []),
      ...post.tags.map((tag) => `      <category>${escapeXml(tag)}</category>`),
      `      <description>${escapeXml(summaryOf(post.excerpt || post.description))}</description>`,
      `      <content:encoded>${escapeXml(await this.html(post))}</content:encoded>`,
      '    </item>',
    ];
  }

  private async feed(): Promise<string> {
    const items = await Promise.all(this.publicResponses.listedPosts.slice(0, maxItems).map((post) => this.item(post)));
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">',
      '  <channel>',
      `    <title>${siteName}</title>`,
      `    <link>${this.address('/blogs')}</link>`,
      `    <description>Stories and explanations about the weather in ${stateName}.</description>`,
      '    <language>en-us</language>',
      `    <atom:link href="${this.address('/feed.xml')}" rel="self" type="application/rss+xml"/>`,
      ...items.flat(),
      '  </channel>',
      '</rss>',
      '',
    ].join('\n');
  }
}
