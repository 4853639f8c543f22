/** The submissions service's schema: entities and migrations, and the workers' connections to it. */
import { AuditEntry } from '@site/platform/data/audit';
import { auditMigrations } from '@site/platform/data/audit-tables';
import { openDatabase, type DatabaseContents } from '@site/platform/data/database';
import { CreateMailVerdicts1798700000000 } from '@site/platform/mail/mail-tables';
import { AddOutboxFailures1795392000000, AddTraceContext1795564800000 } from '@site/platform/data/shared-tables';
import { OutboxEntry } from '@site/platform/jobs/outbox';
import { StoredImage } from '@site/platform/lifecycle/images';
import type { DataSource } from 'typeorm';
import { ContactMessage } from './contact/contact-message.entity.js';
import { ContactReply } from './contact/contact-reply.entity.js';
import { CreateSubmissions1795132800000 } from './migrations/1795132800000-create-submissions.js';
import { CreateContactAndNewsletter1795219200000 } from './migrations/1795219200000-create-contact-and-newsletter.js';
import { AddVersions1795305600000 } from './migrations/1795305600000-add-versions.js';
import { CreateMail1795395600000 } from './migrations/1795395600000-create-mail.js';
import { AddMessageHandling1796000400000 } from './migrations/1796000400000-add-message-handling.js';
import { AddCampaignPlanning1796000500000 } from './migrations/1796000500000-add-campaign-planning.js';
import { CanonicalAddresses1796500000000 } from './migrations/1796500000000-canonical-addresses.js';
import { ConfirmationDays1797100000000 } from './migrations/1797100000000-confirmation-days.js';
import { HoldCampaigns1798000000000 } from './migrations/1798000000000-hold-campaigns.js';
import { AddAssignments1798100000000 } from './migrations/1798100000000-add-assignments.js';
import { AddSponsorPositions1798200000000 } from './migrations/1798200000000-add-sponsor-positions.js';
import { AddCampaignTexts1798300000000 } from './migrations/1798300000000-add-campaign-texts.js';
import { AddConsentSource1798400000000 } from './migrations/1798400000000-add-consent-source.js';
import { CountImportedConfirmations1799000000000 } from './migrations/1799000000000-count-imported-confirmations.js';
import { IndexSenders1798500000000 } from './migrations/1798500000000-index-senders.js';
import { CountMailReports1798700000001 } from './migrations/1798700000001-count-mail-reports.js';
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
  migrations: [
    CreateSubmissions1795132800000,
    CreateContactAndNewsletter1795219200000,
    AddVersions1795305600000,
    AddOutboxFailures1795392000000,
    CreateMail1795395600000,
    AddTraceContext1795564800000,
    AddMessageHandling1796000400000,
    AddCampaignPlanning1796000500000,
    CanonicalAddresses1796500000000,
    ConfirmationDays1797100000000,
    HoldCampaigns1798000000000,
    AddAssignments1798100000000,
    AddSponsorPositions1798200000000,
    AddCampaignTexts1798300000000,
    AddConsentSource1798400000000,
    IndexSenders1798500000000,
    CreateMailVerdicts1798700000000,
    CountMailReports1798700000001,
    CountImportedConfirmations1799000000000,
    ...auditMigrations,
  ],
} satisfies DatabaseContents;

/** Per worker process. */
const maxConnections = 3;

/** Opens the database for jobs: few connections and a longer connection timeout, because no visitor waits. */
export const openJobsDatabase = (
  config: { DATABASE_URL: string; DATABASE_POOL_MAX: number },
  applicationName: string,
): Promise<DataSource> =>
  openDatabase({
    ...submissionsDatabase,
    applicationName,
    url: config.DATABASE_URL,
    poolMax: Math.min(config.DATABASE_POOL_MAX, maxConnections),
    waits: { connectionMs: 5_000 },
  });
