/** Runs the mail jobs of a test against a mail server that records. */
import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { testLogger } from '@site/platform/testing/logger';
import { until } from '@site/platform/testing/until';
import type { Post } from '@site/proto/gen/nest/content/v1/posts';
import type { Reviewer } from '@site/proto/gen/nest/auth/v1/people';
import { mailJobs, maxConcurrentEmails, newsletterJobs, type MailWorkerParts } from '../worker/mail-parts.js';
import { startQueueWorker, type QueueWorker } from '../jobs/queue-worker.js';
import { openMailer } from '@site/platform/mail/mailer';
import type { ReturnPaths } from '@site/platform/mail/return-path';
import type { DeliverySettings } from '../newsletter/deliver-campaign.job.js';
import { startMailSink, type MailSink, type SunkMail } from '../../../platform/local/mail-sink.mjs';
import type { Submissions } from './submissions.js';

export interface ReadMail {
  to: string[];
  headers: Record<string, string>;
  text: string;
  html: string;
}

/** The mail jobs with a real mail server per test. */
export class MailHarness {
  /** Of the auth service. */
  readonly resets = new Map<string, { email: string; name: string; code: string }>();
  /** The tokens of open invitations. */
  readonly invitations = new Map<string, string>();
  readonly passwordChanges = new Map<string, { email: string; name: string; changedAt: string }>();
  readonly accountChanges = new Map<string, { email: string; name: string; changedAt: string; change: string }>();
  readonly completed: string[] = [];
  readonly published: string[] = [];
  reviewers: Reviewer[] = [];
  /** Of posts that aren't published. */
  readonly postStates = new Map<string, string>();
  /** By revision id. */
  readonly newsletterPosts = new Map<string, Post>();
  isWarningUnderWay = (): boolean => false;
  private readonly workers: QueueWorker[] = [];

  private constructor(
    private readonly submissions: Submissions,
    readonly sink: MailSink,
    readonly parts: MailWorkerParts,
  ) {}

  static async start(submissions: Submissions, returnPaths?: ReturnPaths): Promise<MailHarness> {
    const sink = await startMailSink();
    const mailer = openMailer({
      smtpUrl: sink.url,
      folder: '',
      from: { name: 'Arkansas Weather', address: 'news@weather.example' },
      domain: 'weather.example',
      list: 'newsletter',
      returnPaths,
    });
    const mailHarness: MailHarness = new MailHarness(submissions, sink, {
      dataSource: submissions.database.dataSource,
      mailer,
      campaignMailer: mailer,
      site: { name: 'Arkansas Weather', url: 'https://weather.example' },
      delivery: { emailsPerSecond: 1_000 },
      confirmationsPerDay: 1_000,
      outcomeDelayMs: 0,
      warnings: { isWarningUnderWay: async () => mailHarness.isWarningUnderWay() },
      content: {
        getNewsletterPost: async ({ id: revisionId }) => {
          const post = mailHarness.newsletterPosts.get(revisionId);
          if (!post) throw Object.assign(new Error('no such post'), { code: status.NOT_FOUND });
          return post;
        },
        getPostStates: async ({ ids }) => ({
          states: ids.map((id) => mailHarness.postStates.get(id) ?? 'published'),
        }),
        publishMissedPost: async ({ id }) => {
          mailHarness.published.push(id);
          return {};
        },
        completeJob: async ({ id }) => {
          mailHarness.completed.push(id);
          return {};
        },
      },
      auth: {
        issueResetCode: async ({ resetId }) => {
          const reset = mailHarness.resets.get(resetId);
          return reset
            ? { send: true, validMinutes: 10, ...reset }
            : { send: false, email: '', name: '', code: '', validMinutes: 0 };
        },
        issueInvitation: async ({ invitationId }) => {
          const token = mailHarness.invitations.get(invitationId);
          const invitation = token && {
            id: invitationId,
            name: 'Mo',
            email: `${invitationId}@example.com`,
            role: 'editor',
            invitedBy: 'Ada',
            createdAt: '2026-11-20T18:05:00.000Z',
            expiresAt: '2026-11-27T18:05:00.000Z',
          };
          return invitation ? { send: true, invitation, token } : { send: false, invitation: undefined, token: '' };
        },
        describePasswordChange: async ({ personId }) => {
          const change = mailHarness.passwordChanges.get(personId);
          return change ? { send: true, ...change } : { send: false, email: '', name: '', changedAt: '' };
        },
        describeAccountChange: async ({ personId }) => {
          const change = mailHarness.accountChanges.get(personId);
          return change ? { send: true, ...change } : { send: false, email: '', name: '', changedAt: '', change: '' };
        },
        completeResetMail: async ({ id: outboxId }) => {
          mailHarness.completed.push(outboxId);
          return {};
        },
        listReviewers: async () => ({ reviewers: mailHarness.reviewers }),
      },
    });
    return mailHarness;
  }

  /** Consumes the queues of mails and campaigns. */
  work(settings: Partial<DeliverySettings> = {}): QueueWorker {
    const parts = { ...this.parts, delivery: { ...this.parts.delivery, ...settings } };
    const common = {
      settings: this.submissions.queue,
      atOnce: maxConcurrentEmails,
      dataSource: this.parts.dataSource,
      logger: testLogger,
    };
    const workers = [
      startQueueWorker({ ...common, name: 'mail', handlers: mailJobs(parts) }),
      startQueueWorker({ ...common, name: 'newsletter', handlers: newsletterJobs(parts) }),
    ];
    this.workers.push(...workers);
    return { close: async () => void (await Promise.all(workers.map((worker) => worker.close()))) };
  }

  async stop(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
    this.parts.mailer.close();
    await this.sink.close();
  }

  to(address: string): ReadMail[] {
    return this.sink.mails.filter(({ to }) => to.includes(address)).map(readMail);
  }

  first(address: string): Promise<ReadMail> {
    return until(`a mail to ${address}`, () => this.to(address)[0]);
  }

  /** Adds confirmed subscribers; returns their addresses. */
  async readers(count: number, frequency: 'all' | 'weekly' = 'all'): Promise<string[]> {
    const mark = randomUUID();
    const rows = await this.submissions.query<{ email: string }>(
      `INSERT INTO newsletter_subscribers (id, email, state, frequency, confirmed_at)
       SELECT gen_random_uuid(), 'reader-' || number || '-' || $1 || '@example.com', 'confirmed', $3, now() - interval '1 hour'
       FROM generate_series(1, $2) AS number RETURNING email`,
      [mark, count, frequency],
    );
    return rows.map(({ email }) => email);
  }
}

/** Parses a message: headers unfolded, both bodies decoded. */
export function readMail({ to, raw }: SunkMail): ReadMail {
  const [head, body] = cut(raw);
  const headers = headersOf(head);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1];
  const bodies: Record<string, string> = {};
  for (const part of boundary ? body.split(`--${boundary}`) : []) {
    const [partHead, partBody] = cut(part.replace(/^\r\n/, ''));
    const partHeaders = headersOf(partHead);
    const type = partHeaders['content-type']?.split(';')[0];
    if (type) bodies[type] = decoded(partBody, partHeaders['content-transfer-encoding']).replaceAll('\r\n', '\n');
  }
  return { to, headers, text: bodies['text/plain'] ?? '', html: bodies['text/html'] ?? '' };
}

function cut(text: string): [string, string] {
  const at = text.indexOf('\r\n\r\n');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 4)];
}

function headersOf(head: string): Record<string, string> {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return Object.fromEntries(
    lines.flatMap((line) => {
      const at = line.indexOf(':');
      return at > 0 ? [[line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]] : [];
    }),
  );
}

function decoded(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
