import { createHash } from 'node:crypto';

/** The pictures that messengers and social networks show with a link to the site: where they are, and how large. */

/** As Facebook, X, WhatsApp and the others ask for large previews. */
export const shareSize = { width: 1200, height: 630 } as const;

/** What there are pictures of. */
export type SharedThing = { kind: 'home' } | { kind: 'warning' | 'post' | 'snapshot'; id: string };

/** Shown where a picture cannot be drawn: a file of the web application. */
export const plainSharePath = '/share.png';

/**
 * The path of a picture.
 * @param shows whatever the picture shows: with another content the link has another picture, however long the old one is kept
 */
export function sharePath(thing: SharedThing, shows: string): string {
  const name = thing.kind === 'home' ? 'home' : `${thing.kind}/${encodeURIComponent(thing.id)}`;
  const version = createHash('sha256').update(shows).digest('hex').slice(0, 10);
  return `/share/${name}.png?v=${version}`;
}
