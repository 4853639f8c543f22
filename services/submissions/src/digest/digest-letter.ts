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
    preview: `On ${site.name}, for your decision.`,
    heading: `${waiting} ${waits} for a decision`,
    blocks: [
      {
        kind: 'text',
        text: `Hello ${name}, somebody sent something to ${site.name}, and nobody sees it until it is approved.`,
      },
      { kind: 'button', label: 'Have a look', url: `${site.url}${path}` },
      { kind: 'small', text: 'At most one such mail in 15 minutes, and none while nothing new has come in.' },
    ],
    reason: `You get this mail because you review what visitors send to ${site.name}.`,
  };
}
