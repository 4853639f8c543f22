import { sendFailureOf } from './send-failure.js';

const smtp = (command: string, response: string, code = 'EENVELOPE') => ({
  ...{ code, command, response },
  responseCode: Number(response.slice(0, 3)),
  message: response,
});

it.each([
  ['no such mailbox', smtp('RCPT TO', '550 5.1.1 No such user'), 'bounced', false],
  ['no such mailbox, without an enhanced code', smtp('RCPT TO', '550 Requested action not taken'), 'bounced', false],
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

it("keeps the first line of the server's response, shortened to fit a list", () => {
  expect(sendFailureOf(smtp('RCPT TO', `550 5.1.1 ${'x'.repeat(900)}\r\nsecond`)).message).toHaveLength(300);
});
