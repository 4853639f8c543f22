import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  databaseVariables,
  loadConfig,
  objectStoreVariables,
  peerVariables,
  processVariables,
  queueVariables,
  serverVariables,
  yesNo,
} from '@site/platform/base/config';
import { z } from 'zod';
import type { Site } from './mail/letter.js';
import type { MailerSettings } from './mail/mailer.js';

const siteName = 'Arkansas Weather';

/** The gRPC server. */
export const serverConfig = () =>
  loadConfig(z.object({ ...serverVariables, ...databaseVariables, ...queueVariables, ...objectStoreVariables }));

const grpcAddress = z.string('is missing').regex(/^.+:\d+$/, 'must be host:port');
/** A development machine does without; production has to say. */
const neededInProduction = () =>
  z
    .string()
    .trim()
    .default('')
    .refine((value) => value !== '' || process.env['NODE_ENV'] !== 'production', 'is missing');
const smtpUrl = z.url({ protocol: /^smtps?$/ });
/** An address, or a name and an address in angle brackets. */
const senderPattern = /^(?:(?:([^<>"@\r\n]*[^<>"@\s])\s*)?<([^\s<>@"]+@[^\s<>@"]+)>|([^\s<>@"]+@[^\s<>@"]+))$/;

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
  /** The site's public address, for the links in mails. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
    .transform((url) => url.replace(/\/+$/, ''))
    .default('http://localhost:8080'),
  /** The mail server, with user and password if it wants them. Without it mails become files in DATA_DIR/mail. */
  SMTP_URL: neededInProduction().refine(
    (url) => url === '' || smtpUrl.safeParse(url).success,
    'must be an smtp:// or smtps:// address',
  ),
  /** The sender of mails: an address, or a name and an address in angle brackets. */
  MAIL_FROM: neededInProduction().refine(
    (sender) => sender === '' || senderPattern.test(sender),
    'must be an address, or Name <address>',
  ),
  /** At most so many newsletter mails a second are handed to the mail server. */
  MAIL_RATE_PER_SECOND: z.coerce.number().min(0.1).max(10_000).default(20),
  /** Where mails are written when there is no mail server. */
  DATA_DIR: z.string().default(join(tmpdir(), 'arkansas-weather')),
});
export type WorkerConfig = Readonly<z.infer<typeof workerSchema>>;
export const workerConfig = (): WorkerConfig => loadConfig(workerSchema);

/** How the worker's mails are sent, and what they say of the site. */
export function mailSettings(config: WorkerConfig): { mailer: MailerSettings; site: Site } {
  const domain = new URL(config.PUBLIC_URL).hostname;
  const [, name = siteName, named, bare] = senderPattern.exec(config.MAIL_FROM) ?? [];
  return {
    site: { name: siteName, url: config.PUBLIC_URL },
    mailer: {
      smtpUrl: config.SMTP_URL || undefined,
      folder: join(config.DATA_DIR, 'mail'),
      from: { name, address: named ?? bare ?? `no-reply@${domain}` },
      domain,
    },
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
