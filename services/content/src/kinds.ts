import { addPlacePictureJob } from '@site/platform/pictures';
import type { TrashKind } from '@site/platform/trash';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { Faq } from './faqs/faq.entity.js';
import { Post } from './posts/post.entity.js';
import { SiteHeader } from './site/site-header.entity.js';
import { SiteLogo } from './site/site-logo.entity.js';
import { TeamMember } from './team/team-member.entity.js';

/** A kind of thing that admins write, as editing, trash and retention need to know it. */
export interface ContentKind extends TrashKind {
  entity: EntityTarget<ObjectLiteral>;
  topic: string;
  /** What the person reads for an id that is none. */
  unknown: string;
  /** Whether its title is somebody's name. */
  isPerson?: boolean;
  /** The column that refers to its picture. */
  pictureColumn?: string;
}

/** A kind with a picture, which comes back to the public pages with it. */
function withPicture(kind: ContentKind, pictureColumn: string): ContentKind {
  return {
    ...kind,
    pictureColumn,
    async restored(manager, id) {
      const [row] = await manager.query<{ picture: string | null }[]>(
        `SELECT ${pictureColumn} AS picture FROM ${kind.table} WHERE id = $1`,
        [id],
      );
      if (row?.picture) await addPlacePictureJob(manager, row.picture);
    },
  };
}

/** The kinds of content, each by its name in the trash and the audit log. */
export const kinds = {
  post: withPicture(
    {
      type: 'post',
      table: 'posts',
      entity: Post,
      topic: 'posts',
      title: 'title',
      detail: 'left(description, 200)',
      unknown: 'There is no such post.',
    },
    'cover_id',
  ),
  faq: {
    type: 'faq',
    table: 'faqs',
    entity: Faq,
    topic: 'faqs',
    title: 'question',
    detail: 'left(answer, 200)',
    unknown: 'There is no such question.',
  },
  team: withPicture(
    {
      type: 'team',
      table: 'team_members',
      entity: TeamMember,
      topic: 'team',
      title: 'name',
      detail: 'designation',
      isPerson: true,
      unknown: 'There is no such team member.',
    },
    'portrait_id',
  ),
  header: {
    type: 'header',
    table: 'site_headers',
    entity: SiteHeader,
    topic: 'header',
    title: 'header',
    unknown: 'There is no such header.',
    placeTaken: 'There is already a header. Edit that one, or delete it first.',
  },
  logo: withPicture(
    {
      type: 'logo',
      table: 'site_logos',
      entity: SiteLogo,
      topic: 'logo',
      title: `'Logo'`,
      unknown: 'There is no such logo.',
      placeTaken: 'There is already a logo. Edit that one, or delete it first.',
    },
    'picture_id',
  ),
} satisfies Record<string, ContentKind>;

/** All of them: what the trash shows and the retention sweep purges. */
export const allKinds: ContentKind[] = Object.values(kinds);
