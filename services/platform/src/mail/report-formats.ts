/** Reads webhook calls of mail providers. Only fields that we use are checked; events of other kinds are ignored. */
import { z } from 'zod';
import { UnreadableReport, type MailReport, type ReportFormat } from './mail-report.js';
import { parseReportMessage } from './parse-bounce-mail.js';
import { tokenField } from './return-path.js';

const text = z.string().max(4_000);

const generic = z.object({
  events: z
    .array(
      z.object({
        /** The return path that the mail was sent with, or its token. */
        recipient: text,
        type: z.enum(['bounce', 'soft-bounce', 'complaint']),
        reason: text.default(''),
      }),
    )
    .min(1)
    .max(500),
});

const sesEvent = z.object({
  notificationType: text.optional(),
  eventType: text.optional(),
  mail: z.object({ source: text.optional() }).default({}),
  bounce: z
    .object({
      bounceType: text.default(''),
      bounceSubType: text.default(''),
      bouncedRecipients: z.array(z.object({ status: text.optional(), diagnosticCode: text.optional() })).default([]),
    })
    .optional(),
  complaint: z.object({ complaintFeedbackType: text.nullish(), complaintSubType: text.nullish() }).optional(),
});

const postmarkEvent = z.object({
  RecordType: text.default(''),
  Type: text.default(''),
  Description: text.default(''),
  Details: text.default(''),
  Metadata: z.record(z.string(), z.string()).default({}),
});

const mailgunEvent = z.object({
  'event-data': z.object({
    event: text,
    severity: text.optional(),
    reason: text.optional(),
    envelope: z.object({ sender: text.optional() }).default({}),
    'user-variables': z.record(z.string(), z.unknown()).default({}),
    'delivery-status': z
      .object({
        code: z.number().optional(),
        'enhanced-code': text.nullish(),
        message: text.nullish(),
        description: text.nullish(),
      })
      .default({}),
  }),
});

/**
 * @returns none for events of other kinds
 * @throws UnreadableReport
 */
export async function parseReports(format: ReportFormat, body: string): Promise<MailReport[]> {
  if (format === 'message') return parseReportMessage(body);
  const json = readJson(body);
  if (format === 'generic')
    return read(generic, json).events.map(({ recipient, type, reason }) => ({
      kind: type,
      reason,
      tokens: [recipient],
      isPermanent: type === 'bounce',
    }));
  if (format === 'ses') return sesReports(json);
  return format === 'postmark' ? postmarkReports(json) : mailgunReports(json);
}

/** An SNS envelope; without it with "raw message delivery". */
const snsEnvelope = z.object({ Type: text, Message: z.string().default(''), SubscribeURL: text.optional() });

/** Returns the address that confirms a subscription of SNS. Only an operator opens it. */
export function subscribeUrlOf(body: string): string | undefined {
  const { Type, SubscribeURL = '' } = snsEnvelope.safeParse(readJson(body)).data ?? {};
  const isAws = /^https:\/\/sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?\//.test(SubscribeURL);
  return Type === 'SubscriptionConfirmation' && isAws ? SubscribeURL : undefined;
}

function sesReports(json: unknown): MailReport[] {
  const envelope = snsEnvelope.safeParse(json).data;
  if (envelope && envelope.Type !== 'Notification') return [];
  const event = read(sesEvent, envelope ? readJson(envelope.Message) : json);
  const tokens = [event.mail.source ?? ''];
  const type = event.notificationType ?? event.eventType;
  if (type === 'Complaint') {
    // Of an address on the account's suppression list: nothing was sent.
    const isRepeated = event.complaint?.complaintSubType === 'OnAccountSuppressionList';
    const reason = event.complaint?.complaintFeedbackType ?? (isRepeated ? 'suppressed' : 'abuse');
    return reason === 'not-spam' ? [] : [{ kind: 'complaint', tokens, reason }];
  }
  if (type !== 'Bounce' || !event.bounce) return [];
  const { bounceType, bounceSubType, bouncedRecipients } = event.bounce;
  const [{ status = '', diagnosticCode = '' } = {}] = bouncedRecipients;
  const reason =
    `${status} ${diagnosticCode.replace(/^\s*smtp\s*;\s*/i, '')}`.trim() || `${bounceType} ${bounceSubType}`;
  return [
    bounceType === 'Permanent'
      ? { kind: 'bounce', tokens, reason, isPermanent: true }
      : { kind: 'soft-bounce', tokens, reason },
  ];
}

/** Postmark deactivates these addresses. Other types are temporary, or about us. */
const postmarkBounces = new Set(['HardBounce', 'BadEmailAddress']);

function postmarkReports(json: unknown): MailReport[] {
  const { RecordType, Type, Description, Details, Metadata } = read(postmarkEvent, json);
  const tokens = Object.entries(Metadata).flatMap(([name, value]) =>
    name.toLowerCase() === tokenField ? [value] : [],
  );
  const reason = (Details || Description || Type).replace(/^\s*smtp\s*;\s*/i, '');
  if (RecordType === 'SpamComplaint' || (RecordType === 'Bounce' && Type === 'SpamComplaint'))
    return [{ kind: 'complaint', tokens, reason: 'abuse' }];
  if (RecordType !== 'Bounce') return [];
  return [
    postmarkBounces.has(Type)
      ? { kind: 'bounce', tokens, reason, isPermanent: true }
      : { kind: 'soft-bounce', tokens, reason },
  ];
}

function mailgunReports(json: unknown): MailReport[] {
  const event = read(mailgunEvent, json)['event-data'];
  const { [tokenField]: token } = event['user-variables'];
  const tokens = [typeof token === 'string' ? token : '', event.envelope.sender ?? ''];
  if (event.event === 'complained') return [{ kind: 'complaint', tokens, reason: 'abuse' }];
  if (event.event !== 'failed') return [];
  const { code, message, description, 'enhanced-code': enhanced } = event['delivery-status'];
  const detail = message || description || event.reason || '';
  const isComplete = /^(\d{3}[ -]+)?#?\d\.\d{1,3}\.\d/.test(detail);
  const reason = [...(isComplete ? [] : [enhanced ?? code ?? '']), detail].join(' ').trim();
  return [
    event.severity === 'permanent'
      ? { kind: 'bounce', tokens, reason, isPermanent: true }
      : { kind: 'soft-bounce', tokens, reason },
  ];
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new UnreadableReport('not JSON');
  }
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const { data, error } = schema.safeParse(value);
  if (error) throw new UnreadableReport(z.prettifyError(error));
  return data;
}
