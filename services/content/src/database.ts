import { AuditEntry } from '@site/platform/audit';
import type { DatabaseSettings } from '@site/platform/database';
import { IdempotencyRecord } from '@site/platform/idempotency';
import { OutboxEntry } from '@site/platform/outbox';
import { Picture } from '@site/platform/pictures';
import { Faq } from './faqs/faq.entity.js';
import { CreateContent1795132800000 } from './migrations/1795132800000-CreateContent.js';
import { AddVersions1795305600000 } from './migrations/1795305600000-AddVersions.js';
import { AddOutboxFailures1795392000000 } from './migrations/1795392000000-AddOutboxFailures.js';
import { IndexPictures1795478400000 } from './migrations/1795478400000-IndexPictures.js';
import { AddTraceContext1795564800000 } from './migrations/1795564800000-AddTraceContext.js';
import { Post } from './posts/post.entity.js';
import { SiteHeader } from './site/site-header.entity.js';
import { SiteLogo } from './site/site-logo.entity.js';
import { TeamMember } from './team/team-member.entity.js';

/** What is true of this service's database wherever it runs; the address and the pool come from the configuration. */
export const contentDatabase = {
  schema: 'content',
  applicationName: 'content',
  entities: [Post, Faq, TeamMember, SiteHeader, SiteLogo, Picture, OutboxEntry, IdempotencyRecord, AuditEntry],
  migrations: [
    CreateContent1795132800000,
    AddVersions1795305600000,
    AddOutboxFailures1795392000000,
    IndexPictures1795478400000,
    AddTraceContext1795564800000,
  ],
} satisfies Omit<DatabaseSettings, 'url' | 'poolMax'>;
