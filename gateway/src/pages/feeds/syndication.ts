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
 * feed. Made from the answers that are ready anyway, and made anew when one of those changed.
 */

interface Listed {
  id: string;
  title: string;
  description: string;
  created_at: string;
  approved_at: string;
}

interface Publication {
  mediaType: string;
  /** The public answer that it lists. */
  lists?: '/main/post' | '/main/snapshots';
  text: () => string;
}

@Injectable()
export class Syndication {
  private readonly publications: Record<string, Publication>;
  private readonly made = new Map<string, { madeFrom: string; prepared: Promise<Prepared> }>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(PublicAnswers) private readonly answers: PublicAnswers,
  ) {
    this.publications = {
      '/robots.txt': { mediaType: 'text/plain; charset=utf-8', text: () => this.robots() },
      '/sitemap.xml': { mediaType: 'application/xml; charset=utf-8', text: () => this.sitemap() },
      '/feed.xml': { mediaType: 'application/rss+xml; charset=utf-8', text: () => this.feed() },
    };
  }

  readonly handler: RequestHandler = async (request, response, next) => {
    const publication = Object.hasOwn(this.publications, request.path) ? this.publications[request.path] : undefined;
    if (!publication || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    const madeFrom = ['/main/post', '/main/snapshots'].map((path) => this.answers.ready(path)?.digest).join('|');
    let kept = this.made.get(request.path);
    if (kept?.madeFrom !== madeFrom) {
      const headers = { 'Content-Type': publication.mediaType, 'Cache-Control': 'public, max-age=300' };
      kept = { madeFrom, prepared: prepare(publication.text(), headers) };
      this.made.set(request.path, kept);
    }
    sendPrepared(request, response, await kept.prepared);
  };

  private listed(path: '/main/post' | '/main/snapshots'): Listed[] {
    const body = this.answers.ready(path)?.variants.identity.body.toString('utf8');
    return body ? (JSON.parse(body) as { data: Listed[] }).data : [];
  }

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
      ...listedPaths.map((path) => entry(path)),
      ...nowPaths.map((path) => entry(path)),
      ...this.listed('/main/post').map((post) => entry(`/blogdetail?id=${post.id}`, post.created_at)),
      ...this.listed('/main/snapshots').map((photo) => entry(`/snapshots?id=${photo.id}`, photo.approved_at)),
      '</urlset>',
      '',
    ].join('\n');
  }

  private feed(): string {
    const items = this.listed('/main/post').map((post) =>
      [
        '    <item>',
        `      <title>${escapeHtml(post.title)}</title>`,
        `      <link>${this.address(`/blogdetail?id=${post.id}`)}</link>`,
        `      <guid isPermaLink="false">${post.id}</guid>`,
        `      <pubDate>${new Date(post.created_at).toUTCString()}</pubDate>`,
        `      <description>${escapeHtml(summaryOf(post.description))}</description>`,
        '    </item>',
      ].join('\n'),
    );
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
