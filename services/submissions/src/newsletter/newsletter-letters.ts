/** Texts of newsletter mails: confirmation, welcome, posts, weekly. */
import type { RichTextDocument } from '@site/domain/content/rich-text';
import { state, stateName } from '@site/regions/state';
import type { Block, Letter, Site } from '../mail/letter.js';
import { drawForMail, type EmailImage } from '../mail/rich-text-mail.js';

export interface Story {
  /** Set in weekly mails; other campaigns have the id in their row. */
  postId?: string;
  title: string;
  excerpt: string;
  url: string;
  imageUrl?: string;
  /** Without it, mails contain the excerpt. */
  document?: RichTextDocument;
  pictures?: EmailImage[];
}

/** What an admin added to a campaign; empty or absent texts have defaults. */
export interface CampaignContent {
  subject?: string;
  preheader?: string;
  intro?: string;
  replyTo?: string;
}

/** Replaces link targets where clicks are counted. */
export type LinkTo = (url: string) => string;
const straight: LinkTo = (url) => url;

const subscribed = (site: Site) => `You're getting this mail because you subscribed to the newsletter of ${site.name}.`;

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: state.timeZone });

interface OfConfirmation {
  site: Site;
  token: string;
  /** Of an imported address. The mail omits the source of its consent, which an admin typed. */
  importedAt?: Date | undefined;
}

/** @param of `importedAt` is set for an address that an admin imported */
export function confirmationLetter({ site, token, importedAt }: OfConfirmation): Letter {
  return {
    subject: `Please confirm your subscription to ${site.name}`,
    preview: "One click and you're subscribed. Without it, you won't hear from us.",
    heading: 'Please confirm your subscription',
    blocks: [
      {
        kind: 'text',
        text: importedAt
          ? `${site.name} added your address to its newsletter on ${dateFormat.format(importedAt)}. Please confirm that you want it.`
          : `Someone (we hope it was you) signed up for the newsletter of ${site.name} with this address.`,
      },
      {
        kind: 'button',
        label: 'Confirm my subscription',
        url: `${site.url}/newsletter/confirm?token=${encodeURIComponent(token)}`,
      },
      {
        kind: 'small',
        text: "The link works for seven days. If it wasn't you, ignore this mail: unless you confirm, we won't write again.",
      },
    ],
    reason: importedAt
      ? `You're getting this mail because ${site.name} added this address to its newsletter.`
      : `You're getting this mail because this address was entered in the newsletter form of ${site.name}.`,
    token,
  };
}

export function welcomeLetter({ site, token }: { site: Site; token: string }): Letter {
  return {
    subject: `Welcome to the newsletter of ${site.name}`,
    preview: "Your subscription is confirmed. Here's what you'll get from us.",
    heading: "You're on the list",
    blocks: [
      {
        kind: 'text',
        text: `Thank you for confirming. We'll write when there's something worth knowing about the weather in ${stateName}, and no more often than that.`,
      },
      {
        kind: 'text',
        text: "If that's too many mails, choose one a week. You'll find the link at the bottom of every mail.",
      },
      { kind: 'button', label: 'See the weather now', url: site.url },
    ],
    reason: subscribed(site),
    token,
  };
}

interface OfCampaign {
  site: Site;
  token: string;
  linkTo?: LinkTo | undefined;
}

/** Says so in every mail that counts clicks. */
const countNotes = (linkTo: LinkTo | undefined) =>
  linkTo
    ? {
        notes: ["The links in this mail go through our site, which counts clicks but doesn't record who clicked."],
      }
    : {};

/** Returns the newsletter about one post, with as much of its text as fits. */
export function postLetter({
  site,
  token,
  story,
  texts: { subject, preheader, intro, replyTo } = {},
  linkTo,
}: OfCampaign & { story: Story; texts?: CampaignContent }): Letter {
  const paragraphs = intro?.split(/\n{2,}/).filter(Boolean) ?? [];
  return {
    subject: subject || story.title,
    preview: preheader || story.excerpt,
    heading: story.title,
    blocks: [
      ...paragraphs.map((text): Block => ({ kind: 'text', text })),
      storyBlock({ ...story, title: '' }, site, linkTo),
    ],
    ...(replyTo && { replyTo }),
    reason: subscribed(site),
    ...countNotes(linkTo),
    token,
  };
}

/** Returns the same mail for the admin who is about to send it, without working subscription links. */
export function testLetter(of: { site: Site; story: Story; texts: CampaignContent }): Letter {
  const { site } = of;
  const { token: _none, ...letter } = postLetter({ ...of, token: '' });
  return {
    ...letter,
    subject: `[Test] ${letter.subject}`,
    reason: `This is a test, sent only to you from the dashboard of ${site.name}. Its unsubscribe and preferences links go to the site and change nothing.`,
    isTrial: true,
  };
}

/** Returns the weekly mail, with all posts that others got one by one. */
export function weeklyLetter({ site, token, stories, linkTo }: OfCampaign & { stories: Story[] }): Letter {
  const [first] = stories;
  const further = stories.length - 1;
  const others = further > 0 ? ` and ${further} more` : '';
  return {
    subject: `This week: ${first?.title ?? site.name}${others}`,
    preview: stories.map(({ title }) => title).join(' · '),
    heading: `This week in ${stateName} weather`,
    blocks: stories.map(({ document: _document, ...story }) => storyBlock(story, site, linkTo)),
    reason: `${subscribed(site)} You chose one mail a week.`,
    ...countNotes(linkTo),
    token,
  };
}

function storyBlock(
  { title, excerpt, url, imageUrl, document, pictures = [] }: Story,
  site: Site,
  linkTo = straight,
): Block {
  const link = linkTo(url);
  return {
    kind: 'story',
    excerpt,
    url,
    link,
    ...(title && { title }),
    ...(imageUrl && { picture: { url: imageUrl } }),
    ...(document && { whole: drawForMail(document, { siteUrl: site.url, pictures, linkTo }) }),
  };
}
