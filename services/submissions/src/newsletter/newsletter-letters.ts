import type { Block, Letter, Site } from '../mail/letter.js';

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
