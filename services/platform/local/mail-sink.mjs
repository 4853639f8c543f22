import { SMTPServer } from 'smtp-server';

/** @typedef {{ from: string, to: string[], raw: string }} SunkMail */
/** @typedef {Awaited<ReturnType<typeof startMailSink>>} MailSink */
/** @typedef {{ code: number, message: string }} Rejection such as { code: 550, message: '5.1.1 No such user' } */

/**
 * Starts an SMTP server that keeps received mail. `rejectRecipient` decides for each recipient, `rejectMessage` for each
 * message.
 */
export async function startMailSink({ port = 0, host = '127.0.0.1', keepBodies = true } = {}) {
  const sink = {
    port: 0,
    url: '',
    /** Accepted mails, in order. @type {SunkMail[]} */
    mails: [],
    /** Returns undefined to accept an address. @type {(address: string) => Rejection | undefined} */
    rejectRecipient: () => undefined,
    /** @type {(mail: SunkMail) => Rejection | undefined} */
    rejectMessage: () => undefined,
    /** Called after a mail is accepted, before the response; may return a promise. @type {(mail: SunkMail) => unknown} */
    beforeResponse: () => undefined,
    /** @type {Map<string, number>} */
    counts: new Map(),
    async close() {
      await new Promise((resolve) => server.close(() => resolve(undefined)));
    },
  };
  const failure = (/** @type {Rejection} */ { code, message }) =>
    Object.assign(new Error(message), { responseCode: code });
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
      /** @type {Buffer[]} */
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
  await new Promise((resolve) => server.listen(port, host, () => resolve(undefined)));
  sink.port = /** @type {import('node:net').AddressInfo} */ (server.server.address()).port;
  sink.url = `smtp://${host}:${sink.port}`;
  return sink;
}
