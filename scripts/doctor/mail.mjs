/** The mail server: connection, encryption and sign-in; the sender's DNS records. Sends nothing. */
import { checkMailDns } from './mail-dns.mjs';

/** @typedef {import('./report.mjs').Report} Report */

const withinMs = 10_000;

/** Whether the mail server is in this network; its encryption matters less. @param {string} host */
const isLocal = (host) => /^(localhost|127\.\d+\.\d+\.\d+|::1|mail)$/.test(host);

/** @param {Report} report @param {import('./mail-dns.mjs').MailDnsSettings & { SMTP_URL?: string }} settings */
export async function checkMail(report, settings) {
  const { SMTP_URL: url, MAIL_FROM: from } = settings;
  if (!url) return report.add('mail', 'off', 'SMTP_URL not set: mail becomes files');
  const { protocol, username, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  await report.run('mail server', 'Check SMTP_URL, the user and the password.', async () => {
    const failed = report.failures;
    if (protocol === 'smtp:') await checkStartTls(report, host, Number(port || 587), username !== '');
    // nodemailer wouldn't send the password either.
    if (report.failures > failed) return;
    const { default: nodemailer } = await import('nodemailer');
    const options = { connectionTimeout: withinMs, greetingTimeout: withinMs, socketTimeout: withinMs };
    const transport = nodemailer.createTransport({ url, ...options, requireTLS: username !== '' && !isLocal(host) });
    try {
      await transport.verify();
      report.add('mail server', 'ok', `${host}: ${username ? 'signed in' : 'connected, without a user'}`);
    } finally {
      transport.close();
    }
  });
  if (from) await checkMailDns(report, settings);
  else report.add('mail sender', 'warning', 'MAIL_FROM not set', 'Set it to an address of your domain.');
}

/** @param {Report} report @param {string} host @param {number} port @param {boolean} hasUser */
async function checkStartTls(report, host, port, hasUser) {
  const { offersStartTls } = await import('@site/platform/mail/mail-encryption');
  if (await offersStartTls(host, port)) return report.add('mail encryption', 'ok', 'STARTTLS');
  const isSerious = hasUser && !isLocal(host);
  const todo = 'Use smtps:// or another server: mail and the links in it are sent unencrypted.';
  report.add('mail encryption', isSerious ? 'FAILED' : 'warning', 'the server offers no STARTTLS', todo);
}
