import {
  databaseVariables,
  linkCounts,
  loadConfig,
  objectStoreVariables,
  peerVariables,
  processVariables,
  queueVariables,
  serverVariables,
  yesNo,
} from '@site/platform/base/config';
import { mailerSettings, mailVariables } from '@site/platform/mail/mail-settings';
import type { MailerSettings } from '@site/platform/mail/mailer';
import { siteName } from '@site/state/state';
import { z } from 'zod';
import type { Site } from './mail/letter.js';

/** The gRPC server. */
export const serverConfig = () =>
  loadConfig(z.object({ ...serverVariables, ...databaseVariables, ...queueVariables, ...objectStoreVariables }));

const grpcAddress = z.string('is missing').regex(/^.+:\d+$/, 'must be host:port');
/** Of both processes that do jobs. */
const jobVariables = { ...processVariables, ...peerVariables, ...databaseVariables, ...queueVariables };
export type WorkerProcessConfig = Readonly<z.infer<z.ZodObject<typeof jobVariables>>>;

/** The picture worker, the image's third command. */
export const pictureWorkerSchema = z.object({
  ...jobVariables,
  ...objectStoreVariables,
  /** host:port of the content service, whose pictures it processes too. */
  CONTENT_GRPC_ADDRESS: grpcAddress,
});
export type PictureWorkerConfig = Readonly<z.infer<typeof pictureWorkerSchema>>;
export const pictureWorkerConfig = (): PictureWorkerConfig => loadConfig(pictureWorkerSchema);

/** The worker, the image's second command: it sends mail. */
export const workerSchema = z.object({
  ...jobVariables,
  /** host:port of the auth service, which makes the codes for forgotten passwords and knows who reviews photos. */
  AUTH_GRPC_ADDRESS: grpcAddress,
  /** host:port of the content service, whose posts newsletters go out with. */
  CONTENT_GRPC_ADDRESS: grpcAddress,
  /** host:port of notifications, whose warnings go before newsletters; without it newsletters wait for nothing. */
  NOTIFICATIONS_GRPC_ADDRESS: grpcAddress.optional(),
  ...mailVariables(),
  /** At most so many newsletter mails a second are handed to the mail server. */
  MAIL_RATE_PER_SECOND: z.coerce.number().min(0.1).max(10_000).default(20),
  /** At most so many mails a day (UTC) ask new readers of the newsletter to confirm; what is over waits. */
  NEWSLETTER_CONFIRMATIONS_PER_DAY: z.coerce.number().int().min(1).max(10_000_000).default(20_000),
  /** on: links of campaigns lead through the site, which counts how often each is followed, and not by whom. */
  NEWSLETTER_LINK_COUNTS: linkCounts,
});
export type WorkerConfig = Readonly<z.infer<typeof workerSchema>>;
export const workerConfig = (): WorkerConfig => loadConfig(workerSchema);

/** How the worker's mails are sent, and what they say of the site. */
export function mailSettings(config: WorkerConfig): { mailer: MailerSettings; site: Site } {
  return {
    site: { name: siteName, url: config.PUBLIC_URL },
    mailer: mailerSettings(config, { siteName, list: 'newsletter' }),
  };
}

/** The seeding step. */
export const seedConfig = () =>
  loadConfig(
    z.object({
      NODE_ENV: processVariables.NODE_ENV,
      DATABASE_URL: databaseVariables.DATABASE_URL,
      ...objectStoreVariables,
      /** Whether an empty site is filled with samples; when absent: yes, except in production. */
      SAMPLE_CONTENT: yesNo.optional(),
    }),
  );
