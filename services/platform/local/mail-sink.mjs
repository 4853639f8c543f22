import { SMTPServer } from 'smtp-server';

/**
 * Starts an SMTP server that keeps received mail. `refuse` decides for each recipient, `refuseMessage` for each
 * message.
 */
export async function startMailSink({ port = 0, host = '127.0.0.1', keepBodies = true } = {}) {
  const sink = {
    port: 0,
    url: '',
    /** Accepted mails, in order: { from, to, raw }. */
    mails: [],
    /** Returns an SMTP refusal for an address ({ code: 550, message: '5.1.1 No such user' }), or undefined to accept it. */
    refuse: () => undefined,
    refuseMessage: () => undefined,
    /** Called after a mail is accepted, before the response; may return a promise. */
    beforeAnswer: () => undefined,
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
      const refused = sink.refuse(address);
      callback(refused ? failure(refused) : null);
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
        const refused = sink.refuseMessage(mail);
        if (refused) return callback(failure(refused));
        sink.mails.push(mail);
        for (const address of mail.to) sink.counts.set(address, (sink.counts.get(address) ?? 0) + 1);
        Promise.resolve(sink.beforeAnswer(mail)).then(() => callback(null, 'taken'), callback);
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
