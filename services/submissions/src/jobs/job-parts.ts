import { databaseOptions } from '@site/platform/database';
import { ObjectStore } from '@site/platform/object-store';
import { PictureLedger } from '@site/platform/pictures';
import { DataSource } from 'typeorm';
import { mailSettings, objectStoreSettings, type WorkerConfig } from '../config.js';
import { submissionsDatabase } from '../database.js';
import { authClients } from '../mail/auth-clients.js';
import type { MailParts } from '../mail/mail-parts.js';
import { openMailer } from '../mail/mailer.js';
import type { PictureParts } from '../pictures/moderation.js';
import { pictureFinished } from '../pictures/picture-finished.js';
import { remotePictureOwner } from '../pictures/picture-owners.js';
import type { NewsletterSettings } from './newsletter-jobs.js';
import type { JobHandlers } from './job.js';

/** Everything that jobs need, and how to put it away. */
export interface JobParts extends PictureParts, MailParts {
  newsletter: NewsletterSettings;
  close(): Promise<void>;
}

/** Each of the worker's processes has its own few. */
const mostConnections = 3;

export async function openJobParts(config: WorkerConfig): Promise<JobParts> {
  const dataSource = await new DataSource(
    databaseOptions({
      ...submissionsDatabase,
      applicationName: 'submissions-worker',
      url: config.DATABASE_URL,
      poolMax: Math.min(config.DATABASE_POOL_MAX, mostConnections),
      // Nobody is waiting for a job as one waits for a page.
      poolWaitMs: 5_000,
    }),
  ).initialize();
  const store = new ObjectStore(objectStoreSettings(config));
  const content = remotePictureOwner(config.CONTENT_GRPC_ADDRESS);
  const auth = authClients(config.AUTH_GRPC_ADDRESS);
  const { site, mailer: mailerSettings } = mailSettings(config);
  const mailer = openMailer(mailerSettings);
  return {
    dataSource,
    store,
    owners: { submissions: new PictureLedger(dataSource, pictureFinished), content },
    mailer,
    site,
    auth,
    newsletter: { mailsPerSecond: config.MAIL_RATE_PER_SECOND },
    async close() {
      content.close();
      auth.close();
      mailer.close();
      store.close();
      await dataSource.destroy();
    },
  };
}

/** What the processes of a queue can do. Each loads its own alone: a mail needs no picture library. */
export async function jobsOf(queue: string, parts: JobParts): Promise<JobHandlers> {
  if (queue === 'moderation') return (await import('../pictures/moderation.js')).moderationJobs(parts);
  if (queue === 'newsletter') return (await import('./newsletter-jobs.js')).newsletterJobs(parts, parts.newsletter);
  throw new Error(`there is no queue "${queue}"`);
}

/** Jobs in hand at once. A 50-megapixel picture takes some 200 MB while it is decoded; of mails one is a campaign at most. */
export const jobsAtOnce = { moderation: 2, newsletter: 3 } as const;
