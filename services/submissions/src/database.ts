/** The submissions service's schema: entities and migrations, and the workers' connections to it. */
import { AuditEntry } from '@site/platform/data/audit';
import { openDatabase, type DatabaseContents } from '@site/platform/data/database';
import { OutboxEntry } from '@site/platform/jobs/outbox';
import { StoredImage } from '@site/platform/lifecycle/images';
import type { DataSource } from 'typeorm';
import { Baseline1800000000000 } from './migrations/1800000000000-baseline.js';
import { ContactMessage } from './contact/contact-message.entity.js';
import { ContactReply } from './contact/contact-reply.entity.js';
import { CampaignLink } from './newsletter/campaign-links.js';
import { Campaign } from './newsletter/campaign.entity.js';
import { MailToken } from './newsletter/mail-tokens.js';
import { Subscriber } from './newsletter/subscriber.entity.js';
import { TestMail } from './newsletter/test-mails.js';
import { SavedText } from './saved-texts/saved-text.entity.js';
import { Snapshot } from './snapshots/snapshot.entity.js';
import { SponsorDisplay, Sponsor } from './sponsors/sponsor.entity.js';

/** Settings that are the same in every environment. */
export const submissionsDatabase = {
  schema: 'submissions',
  applicationName: 'submissions',
  entities: [
    Snapshot,
    Sponsor,
    SponsorDisplay,
    ContactMessage,
    ContactReply,
    Subscriber,
    MailToken,
    Campaign,
    CampaignLink,
    TestMail,
    SavedText,
    StoredImage,
    OutboxEntry,
    AuditEntry,
  ],
  migrations: [Baseline1800000000000],
} satisfies DatabaseContents;

/** Opens the database for jobs: few connections and a longer connection timeout, because no visitor waits. */
export const openJobsDatabase = (
  config: { DATABASE_URL: string; DATABASE_POOL_MAX: number },
  { applicationName, maxConnections }: { applicationName: string; maxConnections: number },
): Promise<DataSource> =>
  openDatabase({
    ...submissionsDatabase,
    applicationName,
    url: config.DATABASE_URL,
    poolMax: Math.min(config.DATABASE_POOL_MAX, maxConnections),
    waits: { connectionMs: 5_000 },
  });
