import type { MentionPlace } from '@site/platform/lifecycle/mentions';
import { kinds } from '@site/domain/kinds';

/** Texts in which somebody may have written an address. `mention-places.test.ts` checks every column. */
export const mentionPlaces: MentionPlace[] = [
  {
    table: 'posts',
    label: 'Blog post',
    columns: {
      title: 'text',
      description: 'text',
      excerpt: 'text',
      author: 'text',
      url: 'text',
      document: 'jsonb',
      tags: 'text[]',
      newsletter_cleared_by: 'text',
    },
    topic: kinds.post.list,
    versioned: true,
  },
  {
    table: 'post_revisions',
    label: 'Earlier version of a post',
    columns: { values: 'jsonb', author_name: 'text', newsletter_media: 'jsonb' },
  },
  {
    table: 'faqs',
    label: 'FAQ',
    columns: { question: 'text', answer: 'text' },
    topic: kinds.faq.list,
    versioned: true,
  },
  {
    table: 'team_members',
    label: 'Team member',
    columns: { name: 'text', designation: 'text' },
    topic: kinds.team.list,
    versioned: true,
  },
  { table: 'site_headers', label: 'Header', columns: { header: 'text' }, topic: kinds.header.list, versioned: true },
  {
    table: 'media',
    label: 'Picture',
    columns: { name: 'text', alt: 'text', credit: 'text' },
    topic: kinds.media.list,
    versioned: true,
  },
  {
    table: 'storm_banners',
    label: 'Storm banner',
    columns: { text: 'text', link_url: 'text', link_label: 'text', set_by_name: 'text' },
    topic: 'storm',
  },
];
