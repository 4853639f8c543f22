import type { Block, Letter, Site } from './letter.js';

/** Every mail that we send. */

/** A post as a mail shows it. */
export interface Story {
  title: string;
  excerpt: string;
  url: string;
  pictureUrl?: string;
}

const subscribed = (site: Site) => `You get this mail because you subscribed to the newsletter of ${site.name}.`;

export function confirmationLetter({ site, token }: { site: Site; token: string }): Letter {
  return {
    subject: `Please confirm your subscription to ${site.name}`,
    preview: 'One click, and the newsletter is yours. Without it you hear nothing from us.',
    heading: 'Please confirm your subscription',
    blocks: [
      { kind: 'text', text: `Someone (we hope it was you) asked for the newsletter of ${site.name} at this address.` },
      {
        kind: 'button',
        label: 'Confirm my subscription',
        url: `${site.url}/newsletter/confirm?token=${encodeURIComponent(token)}`,
      },
      {
        kind: 'small',
        text: 'The link works for seven days. If it was not you, do nothing: without a confirmation we do not write again.',
      },
    ],
    reason: `You get this mail because this address was typed into the newsletter form of ${site.name}.`,
    token,
  };
}

export function welcomeLetter({ site, token }: { site: Site; token: string }): Letter {
  return {
    subject: `Welcome to the newsletter of ${site.name}`,
    preview: 'Your subscription is confirmed. This is what you will get from us.',
    heading: 'You are on the list',
    blocks: [
      {
        kind: 'text',
        text: 'Thank you for confirming. You will hear from us when there is something worth knowing about the weather in Arkansas, and not more often than that.',
      },
      {
        kind: 'text',
        text: 'If every mail is too much, choose one a week. The link is below this mail, as it is below all of them.',
      },
      { kind: 'button', label: 'See the weather now', url: site.url },
    ],
    reason: subscribed(site),
    token,
  };
}

/** The newsletter about one post. */
export function postLetter({ site, token, story }: { site: Site; token: string; story: Story }): Letter {
  return {
    subject: story.title,
    preview: story.excerpt,
    heading: story.title,
    blocks: [storyBlock({ ...story, title: '' })],
    reason: subscribed(site),
    token,
  };
}

/** The one mail a week of those who chose that: everything that the others got one by one. */
export function weeklyLetter({ site, token, stories }: { site: Site; token: string; stories: Story[] }): Letter {
  const [first] = stories;
  const further = stories.length - 1;
  const others = further > 0 ? ` and ${further} more` : '';
  return {
    subject: `This week: ${first?.title ?? site.name}${others}`,
    preview: stories.map(({ title }) => title).join(' · '),
    heading: 'This week in Arkansas weather',
    blocks: stories.map(storyBlock),
    reason: `${subscribed(site)} You chose one mail a week.`,
    token,
  };
}

const storyBlock = ({ title, excerpt, url, pictureUrl }: Story): Block => ({
  kind: 'story',
  excerpt,
  url,
  ...(title && { title }),
  ...(pictureUrl && { picture: { url: pictureUrl } }),
});

export function resetCodeLetter({
  site,
  name,
  code,
  validMinutes,
}: {
  site: Site;
  name: string;
  code: string;
  validMinutes: number;
}): Letter {
  return {
    subject: `Your code for ${site.name}`,
    preview: `It works for ${validMinutes} minutes.`,
    heading: 'Your code for a new password',
    blocks: [
      { kind: 'text', text: `Hello ${name}, this is the code that you asked for:` },
      { kind: 'code', code },
      {
        kind: 'text',
        text: `Type it in where you asked for it. It works for ${validMinutes} minutes, and once. We never ask you for it.`,
      },
      {
        kind: 'small',
        text: 'If you did not ask for a code, do nothing: your password stays what it is. If such mails keep coming, tell an admin.',
      },
    ],
    reason: `You get this mail because somebody asked for a new password for your account at ${site.name}.`,
  };
}

const changedAtFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/Chicago',
});

/** For whoever did not do it: names nothing but the fact, and the way to get the account back. */
export function passwordChangedLetter({
  site,
  name,
  changedAt,
}: {
  site: Site;
  name: string;
  changedAt: string;
}): Letter {
  return {
    subject: `Your password for ${site.name} was changed`,
    preview: 'If it was you, all is well. If not, take your account back now.',
    heading: 'Your password was changed',
    blocks: [
      {
        kind: 'text',
        text: `Hello ${name}, the password of your account was changed on ${changedAtFormat.format(new Date(changedAt))} (Central Time). Every device was signed out.`,
      },
      { kind: 'text', text: 'If it was you, or an admin for you, there is nothing to do.' },
      { kind: 'text', text: 'If not, choose a new password now, and tell an admin:' },
      { kind: 'button', label: 'Choose a new password', url: `${site.url}/dashboard/forgot-password` },
    ],
    reason: `You get this mail because the password of your account at ${site.name} was changed.`,
  };
}

const sentSomething = (site: Site) => `You get this mail because you sent something to ${site.name}.`;

/** What became of a photo. */
export function snapshotOutcomeLetter({
  site,
  snapshot,
}: {
  site: Site;
  snapshot: { id: string; firstName: string; location: string; approved: boolean; reason?: string | undefined };
}): Letter {
  const { firstName, location, reason } = snapshot;
  if (snapshot.approved)
    return {
      subject: `Your photo is on ${site.name}`,
      preview: `Everybody can see it now. Thank you for sending it.`,
      heading: 'Your photo is online',
      blocks: [
        {
          kind: 'text',
          text: `Hello ${firstName}, thank you for your photo from ${location}. Everybody can see it now.`,
        },
        {
          kind: 'button',
          label: 'See your photo',
          url: `${site.url}/snapshots?id=${encodeURIComponent(snapshot.id)}`,
        },
        {
          kind: 'small',
          text: 'You would rather not have it there? Write to us through the contact page, and we take it off.',
        },
      ],
      reason: sentSomething(site),
    };
  return {
    subject: `About your photo for ${site.name}`,
    preview: 'Thank you for sending it. This time we do not show it.',
    heading: 'We do not show this photo',
    blocks: [
      {
        kind: 'text',
        text: `Hello ${firstName}, thank you for your photo from ${location}. This time we do not show it.`,
      },
      ...(reason ? [{ kind: 'quote' as const, text: reason }] : []),
      { kind: 'text', text: 'We are glad about the next one.' },
      { kind: 'button', label: 'Send another photo', url: `${site.url}/snapshots` },
    ],
    reason: sentSomething(site),
  };
}

/** What became of a request to be a sponsor. */
export function sponsorOutcomeLetter({
  site,
  sponsor,
}: {
  site: Site;
  sponsor: { name: string; companyName: string; approved: boolean; reason?: string | undefined };
}): Letter {
  const { name, companyName, reason } = sponsor;
  if (sponsor.approved)
    return {
      subject: `${companyName} is a sponsor of ${site.name}`,
      preview: 'You are on the list of our sponsors now. Thank you.',
      heading: 'Thank you for being our sponsor',
      blocks: [
        { kind: 'text', text: `Hello ${name}, ${companyName} is on the list of our sponsors now. Thank you.` },
        { kind: 'button', label: 'See our sponsors', url: `${site.url}/sponsors` },
        {
          kind: 'small',
          text: 'Something there is not right? Write to us through the contact page, and we change it.',
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
      ...(reason ? [{ kind: 'quote' as const, text: reason }] : []),
    ],
    reason: sentSomething(site),
  };
}

const many = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;

/** What waits for a decision, for those who decide. */
export function digestLetter({
  site,
  name,
  role,
  photos,
  sponsors,
}: {
  site: Site;
  name: string;
  role: 'admin' | 'moderator';
  photos: number;
  sponsors: number;
}): Letter {
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
