/** Addresses of the preview images of shared links. */
import { createHash } from 'node:crypto';

/** The large preview size of Facebook, X, WhatsApp and others. */
export const shareSize = { width: 1200, height: 630 } as const;

export type ShareTarget = { kind: 'home' } | { kind: 'warning' | 'post' | 'snapshot'; id: string };

/** If a picture can't be drawn: a file of the web application. */
export const plainSharePath = '/share.png';

/** @param shows the picture's content; other content gets another path, because of caches */
export function sharePath(target: ShareTarget, shows: string): string {
  const name = target.kind === 'home' ? 'home' : `${target.kind}/${encodeURIComponent(target.id)}`;
  const version = createHash('sha256').update(shows).digest('hex').slice(0, 10);
  return `/share/${name}.png?v=${version}`;
}
