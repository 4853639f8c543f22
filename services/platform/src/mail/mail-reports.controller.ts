/** Receives bounces and complaints of a service's mails. */
import { Controller, Inject, Optional, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import {
  MailReportsServiceControllerMethods,
  type MailReportsServiceController,
  type ReceiveReportRequest,
} from '@site/proto/gen/nest/mail/v1/mail_reports';
import { invalid, unauthenticated, unprocessable } from '@site/proto/grpc';
import { DataSource } from 'typeorm';
import { LOGGER, type Logger } from '../base/injection-tokens.js';
import { UnreadableReport, reportFormats, type ReportFormat } from './mail-report.js';
import { measureReports, recordReports, type ReportedRecipients } from './record-reports.js';
import { isAuthentic, type MailReportSettings } from './report-access.js';
import { parseReports, subscribeUrlOf } from './report-formats.js';

/** Injection tokens: the service's recipients; and the settings, absent if this site doesn't process reports. */
export const REPORTED_RECIPIENTS = Symbol('reported recipients');
export const MAIL_REPORTS = Symbol('mail report settings');

const formats: readonly string[] = [...reportFormats, 'message'] satisfies ReportFormat[];
const isFormat = (format: string): format is ReportFormat => formats.includes(format);

/** Receives reports of bounces and complaints from mail providers and the bounce mailbox. */
@Controller()
@MailReportsServiceControllerMethods()
export class MailReportsController implements MailReportsServiceController, OnModuleInit, OnModuleDestroy {
  private stopMeasuring = () => {};

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(REPORTED_RECIPIENTS) private readonly recipients: ReportedRecipients,
    @Inject(LOGGER) private readonly logger: Logger,
    @Optional() @Inject(MAIL_REPORTS) private readonly settings?: MailReportSettings,
  ) {}

  onModuleInit(): void {
    this.stopMeasuring = measureReports({ dataSource: this.dataSource, list: this.recipients.list });
  }

  onModuleDestroy(): void {
    this.stopMeasuring();
  }

  /** @throws UNAUTHENTICATED without a valid signature, INVALID_ARGUMENT if unreadable */
  async receiveReport({ format, body, headers }: ReceiveReportRequest) {
    const { settings, recipients } = this;
    if (!settings || !isFormat(format)) throw unprocessable('This site does not process these mail reports.');
    if (!isAuthentic({ format, body, headers }, settings.secret, Date.now()))
      throw unauthenticated('This report is not signed by our mail provider.');
    const reports = await parseReports(format, body).catch((error: unknown) => {
      throw error instanceof UnreadableReport ? invalid('This report can’t be read.') : error;
    });
    const subscribeUrl = format === 'ses' ? subscribeUrlOf(body) : undefined;
    if (subscribeUrl)
      this.logger.warn({ subscribeUrl }, 'Amazon SNS asks to confirm the subscription: open the address in a browser');
    const { returnPaths } = settings;
    if (!(await recordReports(this.dataSource, reports, { returnPaths, recipients })))
      throw invalid('We didn’t send this mail.');
    return {};
  }
}
