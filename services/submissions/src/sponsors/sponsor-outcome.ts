import { isDecided } from '../decisions/decisions.js';
import { sentSomething, type Outcome } from '../decisions/send-outcome.job.js';
import type { Letter, Site } from '../mail/letter.js';
import { Sponsor } from './sponsor.entity.js';

/** Tells the contact of a sponsorship request about the decision. */
export const sponsorOutcome: Outcome = async (manager, id, site) => {
  const sponsor = await manager.findOneBy(Sponsor, { id });
  if (!sponsor || !isDecided(sponsor)) return undefined;
  const { email: to, decidedAt } = sponsor;
  return { to, letter: letterAbout(sponsor, site), decidedAt, mayBeUndone: false };
};

function letterAbout({ name, companyName, status, rejectReason }: Sponsor, site: Site): Letter {
  if (status === 'approved')
    return {
      subject: `${companyName} is a sponsor of ${site.name}`,
      preview: 'You are on the list of our sponsors now. Thank you.',
      heading: 'Thank you for being our sponsor',
      blocks: [
        { kind: 'text', text: `Hello ${name}, ${companyName} is on the list of our sponsors now. Thank you.` },
        { kind: 'button', label: 'See our sponsors', url: `${site.url}/sponsors` },
        {
          kind: 'small',
          text: 'Is something not right? Write to us through the contact page, and we will change it.',
        },
      ],
      reason: sentSomething(site),
    };
  return {
    subject: `About your request to sponsor ${site.name}`,
    preview: 'Thank you for asking. This time it does not fit.',
    heading: 'About your request',
    blocks: [
      {
        kind: 'text',
        text: `Hello ${name}, thank you for wanting to sponsor us with ${companyName}. This time it does not fit.`,
      },
      ...(rejectReason ? [{ kind: 'quote' as const, text: rejectReason }] : []),
    ],
    reason: sentSomething(site),
  };
}
