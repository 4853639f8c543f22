import type { Letter, Site } from '../mail/letter.js';

const many = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;

/** Returns the mail that lists what is waiting for a reviewer's decision. */
export function digestLetter(digest: {
  site: Site;
  name: string;
  role: 'admin' | 'moderator';
  photos: number;
  sponsors: number;
}): Letter {
  const { site, name, role, photos, sponsors } = digest;
  const waiting = [
    ...(photos > 0 ? [many(photos, 'photo', 'photos')] : []),
    ...(sponsors > 0 ? [many(sponsors, 'sponsor request', 'sponsor requests')] : []),
  ].join(' and ');
  const waits = photos + sponsors === 1 ? 'waits' : 'wait';
  const path = role === 'moderator' ? '/moderate' : photos > 0 ? '/dashboard/snapshot' : '/dashboard/sponsor';
  return {
    subject: `${waiting} ${waits} for you`,
    preview: `On ${site.name}, for your review.`,
    heading: `${waiting} ${waits} for a decision`,
    blocks: [
      {
        kind: 'text',
        text: `Hello ${name}, there are new submissions on ${site.name}. They won't be public until they're approved.`,
      },
      { kind: 'button', label: 'Review', url: `${site.url}${path}` },
      {
        kind: 'small',
        text: "You'll get at most one of these mails in 15 minutes, and none while nothing new has come in.",
      },
    ],
    reason: `You're getting this mail because you review submissions for ${site.name}.`,
  };
}
