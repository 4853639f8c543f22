/** The content service's schema: entities and migrations. */
import { AuditEntry } from '@site/platform/data/audit';
import { auditMigrations } from '@site/platform/data/audit-tables';
import type { DatabaseContents } from '@site/platform/data/database';
import { AddOutboxFailures1795392000000, AddTraceContext1795564800000 } from '@site/platform/data/shared-tables';
import { OutboxEntry } from '@site/platform/jobs/outbox';
import { StoredImage } from '@site/platform/lifecycle/images';
import { contentKinds, features } from './content-kinds.js';
import { CreateContent1795132800000 } from './migrations/1795132800000-create-content.js';
import { AddVersions1795305600000 } from './migrations/1795305600000-add-versions.js';
import { IndexPictures1795478400000 } from './migrations/1795478400000-index-pictures.js';
import { AddPostDesk1796000000000 } from './migrations/1796000000000-add-post-desk.js';
import { BindNewsletters1797200000000 } from './migrations/1797200000000-bind-newsletters.js';
import { AddAutosaveTabs1798000100000 } from './migrations/1798000100000-add-autosave-tabs.js';
import { AddPublicationTimes1798000200000 } from './migrations/1798000200000-add-publication-times.js';

/** Settings that are the same in every environment. */
export const contentDatabase = {
  schema: 'content',
  applicationName: 'content',
  entities: [
    ...contentKinds.map(({ entity }) => entity),
    ...features.flatMap(({ entities = [] }) => entities),
    StoredImage,
    OutboxEntry,
    AuditEntry,
  ],
  migrations: [
    CreateContent1795132800000,
    AddVersions1795305600000,
    AddOutboxFailures1795392000000,
    IndexPictures1795478400000,
    AddTraceContext1795564800000,
    AddPostDesk1796000000000,
    BindNewsletters1797200000000,
    AddAutosaveTabs1798000100000,
    AddPublicationTimes1798000200000,
    ...auditMigrations,
    ...features.flatMap(({ migrations = [] }) => migrations),
  ],
} satisfies DatabaseContents;
