/** Environment variables of the submissions service, its two workers and its seed step. */
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
import { hasBounceAddress, returnPathVariables } from '@site/platform/mail/return-path';
import { mailerSettings, mailVariables } from '@site/platform/mail/mail-settings';
import type { MailerSettings } from '@site/platform/mail/mailer';
import { siteName } from '@site/regions/state';
import { z } from 'zod';
import type { Site } from './mail/letter.js';

export const serverSchema = z.object({
  ...serverVariables,
  ...databaseVariables,
  ...queueVariables,
  ...objectStoreVariables,
  ...returnPathVariables,
});
export const serverConfig = () => loadConfig(serverSchema);

const grpcAddress = z.string('is missing').regex(/^.+:\d+$/, 'must be host:port');
/** Shared by both worker processes. */
const jobVariables = { ...processVariables, ...peerVariables, ...databaseVariables, ...queueVariables };
export type WorkerProcessConfig = Readonly<z.infer<z.ZodObject<typeof jobVariables>>>;

/** The picture worker is the image's third command. */
export const imageWorkerSchema = z.object({
  ...jobVariables,
  ...objectStoreVariables,
  /** host:port of content, whose pictures this worker processes too. */
  CONTENT_GRPC_ADDRESS: grpcAddress,
});
export type ImageWorkerConfig = Readonly<z.infer<typeof imageWorkerSchema>>;
export const loadImageWorkerConfig = (): ImageWorkerConfig => loadConfig(imageWorkerSchema);

/** The worker, which sends mail, is the image's second command. */
export const workerSchema = z.object({
  ...jobVariables,
  /** host:port of auth, which issues password reset codes and lists the reviewers. */
  AUTH_GRPC_ADDRESS: grpcAddress,
  /** host:port of content, whose posts become newsletters. */
  CONTENT_GRPC_ADDRESS: grpcAddress,
  /** host:port of notifications: if set, newsletters pause while it dispatches warnings. */
  NOTIFICATIONS_GRPC_ADDRESS: grpcAddress.optional(),
  ...mailVariables(),
  /** Mailbox that gets the bounces: imaps://user:password@host/FOLDER. */
  MAIL_REPORTS_MAILBOX: z
    .url({ protocol: /^imaps?$/, error: 'must be an imaps:// or imap:// address' })
    .refine(hasBounceAddress, 'needs MAIL_BOUNCE_ADDRESS')
    .optional(),
  /** Maximum newsletter mails per second. */
  MAIL_RATE_PER_SECOND: z.coerce.number().min(0.1).max(10_000).default(20),
  /** Maximum confirmation mails per UTC day; the rest are postponed. */
  NEWSLETTER_CONFIRMATIONS_PER_DAY: z.coerce.number().int().min(1).max(10_000_000).default(20_000),
  /** on: campaign links redirect through the site, which counts clicks anonymously. */
  NEWSLETTER_LINK_COUNTS: linkCounts,
});
export type WorkerConfig = Readonly<z.infer<typeof workerSchema>>;
export const workerConfig = (): WorkerConfig => loadConfig(workerSchema);

/** Returns how the worker sends mail, and the site for it. */
export function mailSettings(config: WorkerConfig): { mailer: MailerSettings; site: Site } {
  return {
    site: { name: siteName, url: config.PUBLIC_URL },
    mailer: mailerSettings(config, { siteName, list: 'newsletter' }),
  };
}

export const seedConfig = () =>
  loadConfig(
    z.object({
      NODE_ENV: processVariables.NODE_ENV,
      DATABASE_URL: databaseVariables.DATABASE_URL,
      ...objectStoreVariables,
      /** Default: yes, except in production. */
      SAMPLE_CONTENT: yesNo.optional(),
    }),
  );
