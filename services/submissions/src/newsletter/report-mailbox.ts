/** Bounces and complaints that arrive in a mailbox, for sites whose mail provider has no webhooks. */
import { status, type ServiceError } from '@grpc/grpc-js';
import type { Logger } from '@site/platform/base/injection-tokens';
import { UnreadableReport } from '@site/platform/mail/mail-report';
import { recordReports } from '@site/platform/mail/record-reports';
import { parseReports } from '@site/platform/mail/report-formats';
import type { ReturnPaths } from '@site/platform/mail/return-path';
import { rpcClient, type Remote } from '@site/platform/service/rpc-client';
import type { MailReportsServiceClient } from '@site/proto/gen/nest/mail/v1/mail_reports';
import type { DataSource } from 'typeorm';
import { reportedSubscribers } from './subscriber-reports.js';

export interface ReportMailboxParts {
  /** imaps://user:password@host/FOLDER */
  address: string;
  dataSource: DataSource;
  returnPaths: ReturnPaths;
  /** Gets the reports, too, for its own recipients. */
  notifications?: Remote | undefined;
  logger: Logger;
}

const maxMessages = 100;
/** Status and headers come before a copy of the mail. */
const maxMessageBytes = 256 * 1024;
const timeoutMs = 20_000;

/** Reads bounces and complaints from a mailbox by IMAP. */
export class ReportMailbox {
  private readonly client: ReturnType<typeof rpcClient> | undefined;

  constructor(private readonly parts: ReportMailboxParts) {
    this.client =
      parts.notifications && rpcClient(parts.notifications, ['mail'], { 'mail.v1.MailReportsService': '5s' });
  }

  /**
   * Handles unseen messages and marks them as seen. A message that fails stays unseen, and is read again next time.
   * @returns how many messages it handled
   */
  async read(): Promise<number> {
    // Takes 10 MB, and few sites have such a mailbox.
    const { ImapFlow } = await import('imapflow');
    const { protocol, hostname, port, username, password, pathname } = new URL(this.parts.address);
    const secure = protocol === 'imaps:';
    const imap = new ImapFlow({
      host: hostname,
      port: Number(port || (secure ? 993 : 143)),
      secure,
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      logger: false,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: 3 * timeoutMs,
    });
    // Also rejects the pending command.
    imap.on('error', () => undefined);
    await imap.connect();
    try {
      const lock = await imap.getMailboxLock(decodeURIComponent(pathname.slice(1)) || 'INBOX');
      try {
        const unseen = (await imap.search({ seen: false }, { uid: true })) || [];
        let handled = 0;
        for (const uid of unseen.slice(0, maxMessages)) {
          const message = await imap.fetchOne(uid, { source: { maxLength: maxMessageBytes } }, { uid: true });
          if (!message || !message.source || !(await this.tryHandle(message.source.toString('utf8')))) continue;
          await imap.messageFlagsAdd(uid, ['\\Seen'], { uid: true });
          handled += 1;
        }
        return handled;
      } finally {
        lock.release();
      }
    } finally {
      await imap.logout().catch(() => imap.close());
    }
  }

  close(): void {
    this.client?.close();
  }

  private async tryHandle(message: string): Promise<boolean> {
    try {
      await this.handle(message);
      return true;
    } catch (error) {
      this.parts.logger.warn({ err: error }, 'a message of the bounce mailbox could not be handled; it is read again');
      return false;
    }
  }

  private async handle(message: string): Promise<void> {
    const { dataSource, returnPaths } = this.parts;
    const reports = await parseReports('message', message).catch((error: unknown) => {
      if (error instanceof UnreadableReport) return [];
      throw error;
    });
    if (reports.length === 0) return;
    await recordReports(dataSource, reports, { returnPaths, recipients: reportedSubscribers });
    const service = this.client?.calls<MailReportsServiceClient>('MailReportsService');
    if (!service) return;
    await service.receiveReport({ format: 'message', body: message, headers: {} }).catch((error: ServiceError) => {
      // Forged, or not processed there: reading it again wouldn't help.
      if (error.code !== status.INVALID_ARGUMENT && error.code !== status.FAILED_PRECONDITION) throw error;
    });
  }
}
