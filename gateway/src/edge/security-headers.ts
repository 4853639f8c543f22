/** Security headers for browsers. nginx sends the same ones with its own responses. */
import { createHash } from 'node:crypto';
import { videoFrames } from '@site/domain/content/videos';
import type { RequestHandler } from 'express';
import type { Config } from '../config.js';
import { isOpenRead, openReadHeaders } from './open-reads.js';

/** For JSON, pictures and redirects, which must not run scripts or be framed. */
const responsePolicy = "default-src 'none'; frame-ancestors 'none'";

const originOf = (address: string) => new URL(address).origin;

/**
 * Frames: the players of videos in posts, and webcams.
 * @param styles the texts of the <style> elements that the document may have
 */
export function documentPolicy(config: Config, styles: readonly string[] = []): string {
  const frames = [...new Set([...videoFrames, ...config.LIVECAM_URLS.map(originOf)])];
  const https = config.PUBLIC_URL.startsWith('https:');
  const hashes = styles.map((text) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "script-src 'self'",
    "script-src-attr 'none'",
    `style-src 'self'${hashes.join('')}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // events.mapbox.com stays blocked: its telemetry isn't needed.
    `connect-src 'self'${config.MAPBOX_TOKEN ? ' https://api.mapbox.com' : ''}`,
    "worker-src 'self'",
    `frame-src ${frames.join(' ')}`,
    "media-src 'self'",
    "manifest-src 'self'",
    ...(https ? ['upgrade-insecure-requests'] : []),
    'report-uri /csp-report',
  ].join('; ');
}

/** Policy for the API documentation: Swagger's page has inline styles. */
export const documentationPolicy = [
  "default-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
].join('; ');

/** Sends the site's origin to other sites, which URL-restricted map tokens and video embeds need. */
const referrerPolicy = 'strict-origin-when-cross-origin';
/** For addresses with a token, which must not leak through requests from such a page. */
const noReferrer: [string, string] = ['Referrer-Policy', 'no-referrer'];

/** Whether an address may hold a token: pages linked in messages, and queries with one. As in nginx's maps.conf. */
const mayContainToken = (url: string): boolean =>
  /^\/(?:newsletter|(?:es\/)?subscription)(?:[/?]|$)|[?&]token=/i.test(url);

/** Returns the security headers of every response. Routes may override single ones. */
export function buildSecurityHeaders(config: Config): [string, string][] {
  return [
    ['Content-Security-Policy', responsePolicy],
    ['X-Content-Type-Options', 'nosniff'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Referrer-Policy', referrerPolicy],
    [
      'Permissions-Policy',
      `geolocation=(self), camera=(), microphone=(), payment=(), usb=(), fullscreen=(self ${videoFrames.map((frame) => `"${frame}"`).join(' ')})`,
    ],
    ['X-Frame-Options', 'DENY'],
    // Public reads override it; a response that forgets to must not be cached.
    ['Cache-Control', 'no-store'],
    ...(config.PUBLIC_URL.startsWith('https:')
      ? [['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] satisfies [string, string]]
      : []),
  ];
}

/** Sets `buildSecurityHeaders`, with a stricter Referrer-Policy where the address may hold a token. */
export function securityHeaders(config: Config): RequestHandler {
  const headers = buildSecurityHeaders(config);
  return (request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    if (isOpenRead(request)) for (const [name, value] of openReadHeaders) response.setHeader(name, value);
    if (mayContainToken(request.originalUrl)) response.setHeader(...noReferrer);
    next();
  };
}
