import { databaseOptions } from '@site/platform/data/database';
import { ObjectStore } from '@site/platform/data/object-store';
import { PictureLedger } from '@site/platform/lifecycle/pictures';
import { DataSource } from 'typeorm';
import { authClients } from '../accounts/auth-clients.js';
import { mailSettings, objectStoreSettings, type WorkerConfig } from '../config.js';
import { submissionsDatabase } from '../database.js';
import type { JobHandlers } from '../jobs/job.js';
import { isReferredTo, pictureFinished } from '../kinds.js';
import { openMailer } from '../mail/mailer.js';
import { remotePictureOwner, type PictureParts } from '../pictures/picture-owners.js';
import type { NewsletterParts } from './newsletter-jobs.js';

/** Everything that jobs need, and how to put it away. */
export interface JobParts extends PictureParts, NewsletterParts {
  close(): Promise<void>;
}

/** For each of the worker's processes. */
const mostConnections = 3;

export async function openJobParts(config: WorkerConfig): Promise<JobParts> {
  const dataSource = await new DataSource(
    databaseOptions({
      ...submissionsDatabase,
      applicationName: 'submissions-worker',
      url: config.DATABASE_URL,
      poolMax: Math.min(config.DATABASE_POOL_MAX, mostConnections),
      // Nobody waits for a job the way they wait for a page.
      waits: { connectionMs: 5_000 },
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
    isReferredTo,
    mailer,
    site,
    auth,
    delivery: { mailsPerSecond: config.MAIL_RATE_PER_SECOND },
    async close() {
      content.close();
      auth.close();
      mailer.close();
      store.close();
      await dataSource.destroy();
    },
  };
}

/** What the processes of a queue can do. Each loads only its own part: a mail needs no picture library. */
export async function jobsOf(queue: string, parts: JobParts): Promise<JobHandlers> {
  if (queue === 'moderation') return (await import('../pictures/picture-jobs.js')).pictureJobs(parts);
  if (queue === 'newsletter') return (await import('./newsletter-jobs.js')).newsletterJobs(parts);
  throw new Error(`there is no queue "${queue}"`);
}

/** Jobs in hand at once. A 50-megapixel picture takes some 200 MB while it is decoded; only one campaign is delivered at a time. */
export const jobsAtOnce = { moderation: 2, newsletter: 3 } as const;
