import { tlsFiles } from '@site/platform/base/config';
import { PeerIdentity } from '@site/platform/base/peer-identity';
import type { Logger } from '@site/platform/base/tokens';
import { authClients } from '../accounts/auth-clients.js';
import { mailSettings, type WorkerConfig } from '../config.js';
import { openMailer } from '@site/platform/mail/mailer';
import { measureConfirmations } from '../newsletter/confirmation-budget.js';
import { contentClient } from '../newsletter/content-client.js';
import { warningWatch } from '../newsletter/warning-watch.js';
import type { NewsletterParts } from './newsletter-jobs.js';
import { openJobsDatabase } from './open-database.js';

/** Number of concurrent jobs; only one campaign is delivered at a time. */
export const mailsAtOnce = 3;

export async function openNewsletterParts(
  config: WorkerConfig,
  logger: Logger,
): Promise<NewsletterParts & { close(): Promise<void> }> {
  const identity = new PeerIdentity('worker', tlsFiles(config), logger);
  const dataSource = await openJobsDatabase(config, 'submissions-worker');
  const auth = authClients({ peer: 'auth', address: config.AUTH_GRPC_ADDRESS, identity });
  const content = contentClient({ peer: 'content', address: config.CONTENT_GRPC_ADDRESS, identity });
  const warnings =
    config.NOTIFICATIONS_GRPC_ADDRESS === undefined
      ? undefined
      : warningWatch({ peer: 'notifications', address: config.NOTIFICATIONS_GRPC_ADDRESS, identity });
  const confirmationsPerDay = config.NEWSLETTER_CONFIRMATIONS_PER_DAY;
  const stopMeasuring = measureConfirmations(dataSource, confirmationsPerDay);
  const { site, mailer: mailerSettings } = mailSettings(config);
  const mailer = openMailer(mailerSettings);
  return {
    dataSource,
    mailer,
    site,
    auth,
    content,
    countsLinks: config.NEWSLETTER_LINK_COUNTS,
    ...(warnings && { warnings }),
    delivery: { mailsPerSecond: config.MAIL_RATE_PER_SECOND },
    confirmationsPerDay,
    async close() {
      stopMeasuring();
      auth.close();
      content.close();
      warnings?.close();
      mailer.close();
      await dataSource.destroy();
    },
  };
}
