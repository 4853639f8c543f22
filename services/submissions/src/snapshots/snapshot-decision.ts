import { isDecided } from '../decisions/decisions.js';
import { sentSomething, type LoadDecisionMail } from '../decisions/send-decision.job.js';
import type { Letter, Site } from '../mail/letter.js';
import { Snapshot } from './snapshot.entity.js';

/** Writes to the sender of a photo. */
export const snapshotOutcome: LoadDecisionMail = async (manager, id, site) => {
  const snapshot = await manager.findOneBy(Snapshot, { id });
  if (!snapshot || !isDecided(snapshot)) return undefined;
  const { email: to, decidedAt, decidedBy } = snapshot;
  // Only a moderator's decision can be undone.
  return { to, letter: letterAbout(snapshot, site), decidedAt, mayBeUndone: decidedBy !== null };
};

function letterAbout({ id, firstName, location, status, rejectReason }: Snapshot, site: Site): Letter {
  if (status === 'approved')
    return {
      subject: `Your photo is on ${site.name}`,
      preview: 'Everyone can see it now. Thank you for sending it.',
      heading: 'Your photo is online',
      blocks: [
        {
          kind: 'text',
          text: `Hello ${firstName}, thank you for your photo from ${location}. Everyone can see it now.`,
        },
        { kind: 'button', label: 'See your photo', url: `${site.url}/snapshots?id=${encodeURIComponent(id)}` },
        {
          kind: 'small',
          text: "Would you rather not have it online? Write to us through the contact page, and we'll take it down.",
        },
      ],
      reason: sentSomething(site),
    };
  return {
    subject: `About your photo for ${site.name}`,
    preview: "Thank you for sending it. We aren't publishing it this time.",
    heading: "We aren't publishing this photo",
    blocks: [
      {
        kind: 'text',
        text: `Hello ${firstName}, thank you for your photo from ${location}. We aren't publishing it this time.`,
      },
      ...(rejectReason ? [{ kind: 'quote' as const, text: rejectReason }] : []),
      { kind: 'text', text: 'We look forward to the next one.' },
      { kind: 'button', label: 'Send another photo', url: `${site.url}/snapshots` },
    ],
    reason: sentSomething(site),
  };
}
