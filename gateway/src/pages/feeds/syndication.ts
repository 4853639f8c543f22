import { Inject, Injectable } from '@nestjs/common';
import type { RequestHandler } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { nowPaths } from '../now/now-pages.js';
import { prepare, sendPrepared, type Prepared } from '../../answers/prepared.js';
import { PublicAnswers } from '../../answers/public-answers.js';
import { escapeHtml, summaryOf } from '../html.js';
import { listedPaths, siteName } from '../pages.js';

/**
 * What machines read of the site: robots.txt, sitemap.xml (https://www.sitemaps.org/protocol.html) and the blog's RSS 2.0
 * feed. Made from the lists that are at hand anyway, and made anew when one of those has changed.
 */

interface Publication {
  mediaType: string;
  text: () => string;
  /** What `prepared` was made from; absent before the first request. */
  madeFrom?: string;
  prepared?: Prepared;
}

@Injectable()
export class Syndication {
  private readonly publications = new Map<string, Publication>([
    ['/robots.txt', { mediaType: 'text/plain; charset=utf-8', text: () => this.robots() }],
    ['/sitemap.xml', { mediaType: 'application/xml; charset=utf-8', text: () => this.sitemap() }],
    ['/feed.xml', { mediaType: 'application/rss+xml; charset=utf-8', text: () => this.feed() }],
  ]);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(PublicAnswers) private readonly answers: PublicAnswers,
  ) {}

  readonly handler: RequestHandler = async (request, response, next) => {
    const publication = this.publications.get(request.path);
    if (!publication || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    const madeFrom = ['/main/post', '/main/snapshots'].map((path) => this.answers.ready(path)?.digest).join('|');
    let { prepared } = publication;
    if (!prepared || publication.madeFrom !== madeFrom) {
      const headers = { 'Content-Type': publication.mediaType, 'Cache-Control': 'public, max-age=300' };
      prepared = await prepare(publication.text(), headers, prepared);
      Object.assign(publication, { madeFrom, prepared });
    }
    sendPrepared(request, response, prepared);
  };

  private address = (path: string) => escapeHtml(this.config.PUBLIC_URL + path);

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
      ...[...listedPaths, ...nowPaths].map((path) => entry(path)),
      ...this.answers.listedPosts.map(({ id, createdAt }) => entry(`/blogdetail?id=${id}`, createdAt)),
      ...this.answers.listedSnapshots.map(({ id, approvedAt }) => entry(`/snapshots?id=${id}`, approvedAt)),
      '</urlset>',
      '',
    ].join('\n');
  }

  private feed(): string {
    const items = this.answers.listedPosts.flatMap((post) => [
      '    <item>',
      `      <title>${escapeHtml(post.title)}</title>`,
      `      <link>${this.address(`/blogdetail?id=${post.id}`)}</link>`,
      `      <guid isPermaLink="false">${post.id}</guid>`,
      `      <pubDate>${new Date(post.createdAt).toUTCString()}</pubDate>`,
      `      <description>${escapeHtml(summaryOf(post.description))}</description>`,
      '    </item>',
    ]);
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
      '  <channel>',
      `    <title>${siteName}</title>`,
      `    <link>${this.address('/blogs')}</link>`,
      '    <description>Stories and explanations about the weather in Arkansas.</description>',
      '    <language>en-us</language>',
      `    <atom:link href="${this.address('/feed.xml')}" rel="self" type="application/rss+xml"/>`,
      ...items,
      '  </channel>',
      '</rss>',
      '',
    ].join('\n');
  }
}
