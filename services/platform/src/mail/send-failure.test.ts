import { sendFailureOf } from './send-failure.js';

const smtp = (command: string, response: string, code = 'EENVELOPE') => ({
  code,
  command,
  response,
  responseCode: Number(response.slice(0, 3)),
  message: response,
});

it.each([
  ['no such mailbox', smtp('RCPT TO', '550 5.1.1 No such user'), 'bounced', false],
  ['no such mailbox, found after DATA', smtp('DATA', '550 5.1.1 No such user', 'EMESSAGE'), 'bounced', false],
  ['no such mailbox at Exchange', smtp('RCPT TO', '550 5.1.10 RESOLVER.ADR.RecipientNotFound'), 'bounced', false],
  ['a code in brackets', smtp('RCPT TO', '550 no mailbox here by that name. (#5.1.1)'), 'bounced', false],
  ['a refusal without an enhanced code', smtp('RCPT TO', '550 Requested action not taken'), 'refused', false],
  ['an IP address like a code', smtp('RCPT TO', '550 Rejected for 5.1.1.7'), 'refused', false],
  ['a mailbox that is switched off', smtp('RCPT TO', '550 5.2.1 Mailbox disabled'), 'bounced', false],
  ['an address that no server takes', { code: 'EENVELOPE', message: 'Invalid recipient' }, 'bounced', false],
  ['a full mailbox', smtp('RCPT TO', '552 5.2.2 Over quota'), 'refused', false],
  ['a policy against us', smtp('RCPT TO', '554 5.7.1 Blocked'), 'refused', false],
  ['a mail that is not taken', smtp('DATA', '554 5.6.0 Looks like spam', 'EMESSAGE'), 'refused', false],
  ['a mailbox that is busy', smtp('RCPT TO', '450 4.2.1 Try later'), 'later', false],
  ['greylisting at the end', smtp('DATA', '451 4.7.1 Try later', 'EMESSAGE'), 'later', false],
  ['a server that is closing', smtp('RCPT TO', '421 4.3.2 Shutting down'), 'away', false],
  ['a server that closes in the middle', smtp('CONN', '421 Shutting down', 'ECONNECTION'), 'away', true],
  ['a sender that is slowed down', smtp('MAIL FROM', '451 4.7.1 Slow down'), 'away', false],
  ['a sender that is not allowed', smtp('MAIL FROM', '553 5.7.1 Not yours'), 'setup', false],
  ['a wrong password', smtp('AUTH PLAIN', '535 5.7.8 Bad credentials', 'EAUTH'), 'setup', false],
  ['a certificate that is not trusted', { code: 'ETLS', message: 'self-signed certificate' }, 'setup', false],
  ['a server that is not there', { code: 'ESOCKET', originalCode: 'ECONNREFUSED', message: 'x' }, 'away', false],
  ['a name that nobody knows', { code: 'EDNS', message: 'getaddrinfo ENOTFOUND' }, 'away', false],
  ['a server that does not greet', { code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT', message: 'x' }, 'away', false],
  ['a server that falls silent', { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT', message: 'x' }, 'away', true],
  ['a connection that is cut', { code: 'ECONNECTION', message: 'Connection closed unexpectedly' }, 'away', true],
])('classifies %s', (_what, error, kind, maybeSent) => {
  expect(sendFailureOf(error)).toMatchObject({ kind, maybeSent });
});

it.each([
  '550 relay not permitted',
  '550 5.7.1 Relaying denied',
  '554 5.7.1 <ann@example.com>: Relay access denied',
  '553 sorry, that domain is not in my list of allowed rcpthosts (#5.7.1)',
  '550 5.7.1 Service unavailable; client [192.0.2.1] blocked using zen.spamhaus.org',
  '550 192.0.2.1 is listed at https://www.barracudanetworks.com',
  '554 Email address is not verified. The following identities failed the check in region US-EAST-1: a@example.com',
  '553 5.7.1 <news@weather.example>: Sender address rejected: not owned by user weather',
  '550 Rejected, see https://www.spamhaus.org/query/ip/192.0.2.1',
  '550 Sender verify failed',
  '553 sorry, your envelope sender is in my badmailfrom list',
  '550 SPF check failed',
  '550 5.7.26 Unauthenticated email is not accepted due to the domain policy',
  '550 5.7.515 Access denied, sending domain does not meet the required authentication level',
  '530 5.7.0 Must issue a STARTTLS command first',
  '530 5.5.1 Authentication Required',
  '550 Client host rejected: cannot find your reverse hostname',
  '550 5.4.5 Daily sending quota exceeded',
  '450 4.7.1 Client host rejected: cannot find your reverse hostname',
])('blames our set-up for "%s"', (response) => {
  for (const command of ['RCPT TO', 'DATA'])
    expect(sendFailureOf(smtp(command, response))).toMatchObject({ kind: 'setup', maybeSent: false });
});

it.each([
  ['policy', '550 5.7.1 Message rejected'],
  ['unclear', '550 Administrative prohibition'],
  ['unclear', '550 5.4.1 Recipient address rejected: Access denied'],
  ['unclear', '550 relay.example.com does not like ann@spf.example'],
  ['unclear', '550 Ann Example not listed in Domino Directory'],
  ['mail', '552 5.2.2 Over quota'],
  ['mail', '552 Mailbox full'],
  ['mail', '554 5.6.0 Looks like spam'],
])('finds the refusal %s: "%s"', (rejection, response) => {
  expect(sendFailureOf(smtp('RCPT TO', response))).toMatchObject({ kind: 'refused', rejection });
});

it("keeps the first line of the server's response, shortened to fit a list", () => {
  expect(sendFailureOf(smtp('RCPT TO', `550 5.1.1 ${'x'.repeat(900)}\r\nsecond`)).message).toHaveLength(300);
});
