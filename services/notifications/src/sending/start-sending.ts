/** Starts everything that sends: channels, sender, confirmations, housekeeping. */
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { WorkLoop, type FailedRows } from '@site/platform/jobs/work-loop';
import { warnWithoutTls } from '@site/platform/mail/mail-encryption';
import { MailVerdicts } from '@site/platform/mail/mail-verdicts';
import { mailerSettings } from '@site/platform/mail/mail-settings';
import { openMailer } from '@site/platform/mail/mailer';
import { siteName } from '@site/regions/state';
import { DataSource } from 'typeorm';
import { AddressSeal } from '../channels/address-seal.js';
import { budgetsOf, sealKeysOf, vapidKeysOf, type SendingConfig } from '../config.js';
import { PushSender } from '../push/push-sender.js';
import { reportLoop } from '../sms/delivery-reports.js';
import { openSmsGateway, type SmsGateway } from '../sms/sms-gateway.js';
import { SmsSender } from '../sms/sms-sender.js';
import { measureBudgets } from '../subscriptions/budget-metrics.js';
import { ConfirmationRelay } from '../subscriptions/confirmation-relay.js';
import { webhookErrors } from '../webhooks/last-error.js';
import { WebhookSender } from '../webhooks/webhook-sender.js';
import type { ChannelSender } from '../adapters/adapter.js';
import { createConfirmationSender } from './send-confirmations.js';
import { MailSender } from './mail-sender.js';
import { Sender } from './sender.js';
import { measureDispatches } from './dispatch-metrics.js';

export interface Sending {
  stop(): Promise<void>;
}

/** A toll-free number's limit; a short code allows more. */
const smsPerSecond = 3;
const housekeepingMs = 3_600_000;

/** Opens all channels that the configuration enables. The caller must stop it before closing the database. */
export async function startSending(config: SendingConfig, dataSource: DataSource, logger: Logger): Promise<Sending> {
  const seal = new AddressSeal(sealKeysOf(config));
  const site = config.PUBLIC_URL;
  const vapid = vapidKeysOf(config);
  const push = vapid && new PushSender({ vapid, hosts: config.PUSH_HOSTS, site }, seal, logger);
  const mailer = config.NOTIFICATIONS_MAIL
    ? openMailer(mailerSettings(config, { siteName, list: 'alerts' }))
    : undefined;
  // A warning's mails are retried anyway, so no channel is ended before the mail server proves that it accepts others.
  const verdicts = mailer && new MailVerdicts(dataSource, { needsProof: true });
  const stopChecking = warnWithoutTls(mailer && config.SMTP_URL, logger);
  const sms = smsOf(config);
  const senders: ChannelSender[] = [
    ...(push ? [push] : []),
    ...(mailer ? [new MailSender(mailer, seal, site, config.ALERT_MAILS_PER_SECOND, verdicts)] : []),
    ...(sms ? [new SmsSender(sms, seal, site, smsPerSecond)] : []),
    new WebhookSender(seal, { recordError: webhookErrors(dataSource, seal) }),
  ];
  const budgets = budgetsOf(config);
  const stopMeasuring = [measureDispatches(dataSource), measureBudgets({ dataSource, budgets })];
  const intervalMs = housekeepingMs;
  const ledger = new WorkLoop({
    name: 'ledger',
    logger,
    intervalMs,
    runOnce: (rows) => maintainPartitions(dataSource, rows),
  });
  const sender = new Sender({ dataSource, senders, logger, paused: config.NOTIFICATIONS_PAUSED });
  const send = createConfirmationSender({ site, push, mailer, sms, verdicts });
  const relay = new ConfirmationRelay({ dataSource, seal, send, budgets, logger });
  const reports = sms && reportLoop(dataSource, logger);
  await Promise.all([ledger.start(), sender.start(), relay.start(), reports?.start()]);
  logger.info({ channels: senders.map(({ kind }) => kind), paused: config.NOTIFICATIONS_PAUSED }, 'sending');
  return {
    async stop() {
      await ledger.stop();
      await reports?.stop();
      for (const stop of stopMeasuring) stop();
      stopChecking();
      // First: the senders close its connections.
      await relay.stop();
      await sender.stop();
    },
  };
}

export const SENDING_CONFIG = Symbol('sending configuration');

/** Sends from the server process: on a single machine, each process costs memory. */
@Injectable()
export class InsideSender implements OnApplicationBootstrap, OnModuleDestroy {
  private sending: Sending | undefined;

  constructor(
    @Inject(SENDING_CONFIG) private readonly config: SendingConfig,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.sending = await startSending(this.config, this.dataSource, this.logger);
  }

  async onModuleDestroy(): Promise<void> {
    await this.sending?.stop();
  }
}

/** Creates the ledger's partitions for the coming days and deletes expired ones. */
async function maintainPartitions(dataSource: DataSource, rows: FailedRows): Promise<void> {
  const statements = [
    'SELECT keep_delivery_days()',
    `DELETE FROM notified USING watched_events AS event
     WHERE event.event_key = notified.event_key AND event.over AND event.updated_at < now() - interval '2 days'`,
    // As long as the weather proxy's event log.
    `DELETE FROM dispatches WHERE finished_at < now() - interval '731 days'`,
    `DELETE FROM watched_events WHERE over AND updated_at < now() - interval '60 days'`,
    `DELETE FROM parked_events WHERE parked_at < now() - interval '60 days'`,
  ];
  for (const statement of statements) await rows.attempt(statement, () => dataSource.query(statement));
}

function smsOf(config: SendingConfig): SmsGateway | undefined {
  const { SMS_ACCOUNT_SID: accountSid, SMS_AUTH_TOKEN: authToken, SMS_MESSAGING_SERVICE_SID: service } = config;
  if (!config.NOTIFICATIONS_SMS || !accountSid || !authToken || !service) return undefined;
  return openSmsGateway({ baseUrl: config.SMS_BASE_URL, accountSid, authToken, messagingServiceSid: service });
}
