import { UnreadableReport } from './mail-report.js';
import { parseReports, subscribeUrlOf } from './report-formats.js';

const returnPath = `bounce+${'a'.repeat(50)}@weather.example`;

/** A bounce message as Postfix writes it. */
const bounceMessage = ({ action = 'failed', status = '5.1.1', diagnostic = '550 5.1.1 No such user' } = {}) =>
  [
    'Return-Path: <>',
    `Delivered-To: ${returnPath}`,
    'From: MAILER-DAEMON@mx.example.org (Mail Delivery System)',
    `To: ${returnPath}`,
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you ...',
    '',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.org',
    '',
    'Final-Recipient: rfc822; nora@example.org',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp;`,
    ` ${diagnostic}`,
    '',
    '--b1',
    'Content-Type: text/rfc822-headers',
    '',
    'Subject: Ice',
    '',
    '--b1--',
    '',
  ].join('\r\n');

const complaintMessage = (type: string) =>
  [
    'From: <abusedesk@example.com>',
    'To: <bounce@weather.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain',
    '',
    'This is an email abuse report.',
    '--b1',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    '',
    '--b1',
    'Content-Type: message/rfc822',
    'Content-Disposition: inline',
    '',
    `Return-Path: <${returnPath}>`,
    'Subject: Ice',
    '',
    'Ice on the Ozarks',
    '--b1--',
    '',
  ].join('\r\n');

const containsReturnPath = expect.arrayContaining([expect.stringContaining(returnPath)]);

describe('messages of the bounce mailbox', () => {
  it.each([
    [{}, { kind: 'bounce', reason: '550 5.1.1 No such user' }],
    [
      { status: '5.7.1 (rejected)', diagnostic: '550 Rejected' },
      { kind: 'bounce', reason: '5.7.1 550 Rejected' },
    ],
    [
      { status: '4.4.7', diagnostic: 'Expired' },
      { kind: 'soft-bounce', reason: '4.4.7 Expired' },
    ],
    [{ action: 'Delayed', status: '4.2.1', diagnostic: '450 4.2.1 Busy' }, { kind: 'soft-bounce' }],
  ])('are read as bounces: %j', async (fields, report) => {
    expect(await parseReports('message', bounceMessage(fields))).toEqual([
      { reason: expect.any(String), ...report, tokens: containsReturnPath },
    ]);
  });

  it('are read as complaints', async () => {
    const report = { kind: 'complaint', reason: 'abuse', tokens: containsReturnPath };
    expect(await parseReports('message', complaintMessage('abuse'))).toEqual([report]);
    expect(await parseReports('message', complaintMessage('not-spam'))).toEqual([]);
  });

  it.each([
    ['delivered mail', bounceMessage({ action: 'delivered', status: '2.0.0' })],
    [
      'an automatic reply',
      `To: ${returnPath}\r\nSubject: Out of office 5.1.1\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n`,
    ],
    ['nothing', ''],
    ['binary data', '\0\u0001\uffff'.repeat(1_000)],
  ])('say nothing: %s', async (_what, message) => {
    expect(await parseReports('message', message)).toEqual([]);
  });
});

const sns = (message: object, changes: object = {}) =>
  JSON.stringify({
    Type: 'Notification',
    MessageId: 'm',
    TopicArn: 'arn',
    Message: JSON.stringify(message),
    ...changes,
  });
const sesBounce = (bounceType: string, recipient: object, name = 'notificationType') => ({
  [name]: 'Bounce',
  bounce: { bounceType, bounceSubType: 'General', bouncedRecipients: [recipient], feedbackId: 'f' },
  mail: { source: returnPath, messageId: 'm', destination: ['nora@example.org'] },
});
const postmark = (changes: object) =>
  JSON.stringify({
    RecordType: 'Bounce',
    Type: 'HardBounce',
    TypeCode: 1,
    Email: 'nora@example.org',
    ID: 42,
    Details: 'smtp;550 5.1.1 No such user',
    Metadata: { returntoken: 'a'.repeat(50) },
    ...changes,
  });
const mailgun = (event: object) =>
  JSON.stringify({
    signature: { timestamp: '1', token: 't', signature: 's' },
    'event-data': {
      event: 'failed',
      severity: 'permanent',
      reason: 'bounce',
      'user-variables': { returntoken: 'a'.repeat(50) },
      'delivery-status': { code: 550, message: '5.1.1 No such user', 'attempt-no': 1 },
      ...event,
    },
  });

it.each([
  [
    'ses',
    sns(sesBounce('Permanent', { status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 No such user' })),
    { kind: 'bounce', reason: '5.1.1 550 5.1.1 No such user', tokens: [returnPath], isPermanent: true },
  ],
  ['ses', sns(sesBounce('Transient', {}, 'eventType')), { kind: 'soft-bounce', reason: 'Transient General' }],
  ['ses', JSON.stringify(sesBounce('Permanent', {})), { kind: 'bounce', reason: 'Permanent General' }],
  [
    'ses',
    sns({ notificationType: 'Complaint', complaint: { complaintFeedbackType: 'abuse' }, mail: { source: returnPath } }),
    { kind: 'complaint', reason: 'abuse', tokens: [returnPath] },
  ],
  ['postmark', postmark({}), { kind: 'bounce', reason: '550 5.1.1 No such user', tokens: ['a'.repeat(50)] }],
  ['postmark', postmark({ Type: 'SoftBounce', Details: 'busy' }), { kind: 'soft-bounce', reason: 'busy' }],
  ['postmark', postmark({ RecordType: 'SpamComplaint', Type: 'SpamComplaint' }), { kind: 'complaint' }],
  ['mailgun', mailgun({}), { kind: 'bounce', reason: '5.1.1 No such user', isPermanent: true }],
  ['mailgun', mailgun({ severity: 'temporary' }), { kind: 'soft-bounce' }],
  ['mailgun', mailgun({ event: 'complained' }), { kind: 'complaint', tokens: ['a'.repeat(50), ''] }],
  [
    'generic',
    JSON.stringify({ events: [{ recipient: returnPath, type: 'bounce', reason: '5.1.1' }] }),
    { kind: 'bounce', reason: '5.1.1', tokens: [returnPath], isPermanent: true },
  ],
] as const)('reads the format of %s: %s', async (format, body, report) => {
  expect(await parseReports(format, body)).toEqual([expect.objectContaining(report)]);
});

it.each([
  ['ses', sns({ notificationType: 'Delivery', mail: { source: returnPath } })],
  ['postmark', postmark({ RecordType: 'Delivery' })],
  ['mailgun', mailgun({ event: 'opened' })],
] as const)('ignores other events of %s', async (format, body) => {
  expect(await parseReports(format, body)).toEqual([]);
});

it.each(['ses', 'postmark', 'mailgun', 'generic'] as const)('reports an unreadable call of %s', async (format) => {
  for (const body of [
    '',
    'x',
    '[]',
    '{"events":[]}',
    '{"event-data":1}',
    '{"Metadata":1}',
    '{"Type":"Notification","Message":"x"}',
  ])
    if (format !== 'ses' || body !== '{"Metadata":1}')
      await parseReports(format, body).then(
        (reports) => expect(reports).toEqual([]),
        (error: unknown) => expect(error).toBeInstanceOf(UnreadableReport),
      );
});

it('finds the address that confirms a subscription of SNS, only of AWS', () => {
  const confirm = (SubscribeURL: string) => subscribeUrlOf(sns({}, { Type: 'SubscriptionConfirmation', SubscribeURL }));
  const url = 'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=t';
  expect(confirm(url)).toBe(url);
  expect(confirm('https://sns.us-east-1.amazonaws.com.evil.example/')).toBeUndefined();
  expect(confirm('http://169.254.169.254/')).toBeUndefined();
});
