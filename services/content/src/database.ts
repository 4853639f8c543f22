/** The content service's schema: entities and migrations. */
import { AuditEntry } from '@site/platform/data/audit';
import type { DatabaseContents } from '@site/platform/data/database';
import { OutboxEntry } from '@site/platform/jobs/outbox';
import { StoredImage } from '@site/platform/lifecycle/images';
import { Baseline1800000000000 } from './migrations/1800000000000-baseline.js';
import { contentKinds, features } from './content-kinds.js';

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
  migrations: [Baseline1800000000000],
} satisfies DatabaseContents;
