import { SMTPServer } from 'smtp-server';

/**
 * Starts an SMTP server that keeps received mail. `rejectRecipient` decides for each recipient, `rejectMessage` for each
 * message.
 */
export async function startMailSink({ port = 0, host = '127.0.0.1', keepBodies = true } = {}) {
  const sink = {
    port: 0,
    url: '',
    /** Accepted mails, in order: { from, to, raw }. */
    mails: [],
    /** Returns an SMTP refusal for an address ({ code: 550, message: '5.1.1 No such user' }), or undefined to accept it. */
    rejectRecipient: () => undefined,
    rejectMessage: () => undefined,
    /** Called after a mail is accepted, before the response; may return a promise. */
    beforeResponse: () => undefined,
    counts: new Map(),
    async close() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const failure = ({ code, message }) => Object.assign(new Error(message), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 500,
    onRcptTo({ address }, _session, callback) {
      const rejection = sink.rejectRecipient(address);
      callback(rejection ? failure(rejection) : null);
    },
    onData(stream, session, callback) {
      const parts = [];
      stream.on('data', (part) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: keepBodies ? Buffer.concat(parts).toString('utf8') : '',
        };
        const rejection = sink.rejectMessage(mail);
        if (rejection) return callback(failure(rejection));
        sink.mails.push(mail);
        for (const address of mail.to) sink.counts.set(address, (sink.counts.get(address) ?? 0) + 1);
        Promise.resolve(sink.beforeResponse(mail)).then(() => callback(null, 'taken'), callback);
      });
    },
  });
  // Tests drop connections on purpose.
  server.on('error', () => undefined);
  await new Promise((resolve) => server.listen(port, host, resolve));
  sink.port = server.server.address().port;
  sink.url = `smtp://${host}:${sink.port}`;
  return sink;
}
