import { isDecided } from '../decisions/decisions.js';
import { sentSomething, type LoadDecisionMail } from '../decisions/send-decision.job.js';
import type { Letter, Site } from '../mail/letter.js';
import { Sponsor } from './sponsor.entity.js';

/** Writes to the contact of a sponsorship request. */
export const sponsorOutcome: LoadDecisionMail = async (manager, id, site) => {
  const sponsor = await manager.findOneBy(Sponsor, { id });
  if (!sponsor || !isDecided(sponsor)) return undefined;
  const { email: to, decidedAt } = sponsor;
  return { to, letter: letterAbout(sponsor, site), decidedAt, mayBeUndone: false };
};

function letterAbout({ name, companyName, status, rejectReason }: Sponsor, site: Site): Letter {
  if (status === 'approved')
    return {
      subject: `${companyName} is a sponsor of ${site.name}`,
      preview: "You're now on our list of sponsors. Thank you.",
      heading: 'Thank you for being our sponsor',
      blocks: [
        { kind: 'text', text: `Hello ${name}, ${companyName} is now on our list of sponsors. Thank you.` },
        { kind: 'button', label: 'See our sponsors', url: `${site.url}/sponsors` },
        {
          kind: 'small',
          text: "Something not right? Write to us through the contact page, and we'll fix it.",
        },
      ],
      reason: sentSomething(site),
    };
  return {
    subject: `About your request to sponsor ${site.name}`,
    preview: "Thank you for asking. It isn't a fit this time.",
    heading: 'About your request',
    blocks: [
      {
        kind: 'text',
        text: `Hello ${name}, thank you for wanting to sponsor us with ${companyName}. It isn't a fit this time.`,
      },
      ...(rejectReason ? [{ kind: 'quote' as const, text: rejectReason }] : []),
    ],
    reason: sentSomething(site),
  };
}
