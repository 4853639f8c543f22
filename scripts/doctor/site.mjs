/** Checks the public address (DNS, TLS, health) and browsers' push services. */
import { X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { reasonOf } from './report.mjs';

/** @typedef {import('./report.mjs').Report} Report */

const withinMs = 10_000;
const dayMs = 86_400_000;
const soonDays = 21;
const urgentDays = 3;
/** Internal certificates are renewed when 30 of their 90 days are left. */
const internalRenewalDays = 29;
const internalUrgentDays = 7;
/** A signature is valid for hours, but push services compare clocks (RFC 8292). */
const maxClockSkewMs = 2 * 60_000;

/** Of Chromium browsers, Firefox, Safari and Edge. */
export const pushServices = [
  'https://fcm.googleapis.com/',
  'https://updates.push.services.mozilla.com/',
  'https://web.push.apple.com/',
  'https://wns2-by3p.notify.windows.com/',
];

/** @param {string} address @param {RequestInit} [options] */
const get = (address, options) =>
  fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(withinMs), ...options });

/** @param {string} host @param {number} port */
async function certificateOf(host, port) {
  const socket = connect({ host, port, ...(isIP(host) ? {} : { servername: host }), timeout: withinMs });
  try {
    await new Promise((resolve, reject) => {
      socket.once('secureConnect', resolve).once('error', reject);
      socket.once('timeout', () => reject(new Error('no answer in time')));
    });
    return { protocol: socket.getProtocol(), ends: Date.parse(socket.getPeerCertificate().valid_to) };
  } finally {
    socket.destroy();
  }
}

/** @param {Report} report @param {string} host @param {number} port */
async function checkCertificate(report, host, port) {
  const { protocol, ends } = await certificateOf(host, port);
  const days = Math.floor((ends - Date.now()) / dayMs);
  const result = days < urgentDays ? 'FAILED' : days < soonDays ? 'warning' : 'ok';
  report.add(
    'public TLS',
    result,
    `${protocol}, valid for ${days} days`,
    result === 'ok' ? '' : 'Renew the certificate.',
  );
}

/** The certificate that this process presents to others. @param {Report} report @param {string} certificate in PEM */
export function checkInternalCertificate(report, certificate) {
  const days = Math.floor((Date.parse(new X509Certificate(certificate).validTo) - Date.now()) / dayMs);
  const result = days < internalUrgentDays ? 'FAILED' : days < internalRenewalDays ? 'warning' : 'ok';
  const todo = 'Find out why it was not renewed (docs/operations/alerts.md#certificateisnotrenewed).';
  report.add('certificate', result, days < 0 ? 'expired' : `valid for ${days} days`, result === 'ok' ? '' : todo);
}

/** DNS, certificate, redirect and health of the public address. @param {Report} report @param {string} publicUrl */
export async function checkSite(report, publicUrl) {
  const { hostname, protocol, port, origin } = new URL(publicUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (!isIP(host))
    await report.run('public DNS', 'Create A and AAAA records for the name in PUBLIC_URL.', async () => {
      const addresses = await lookup(host, { all: true });
      report.add('public DNS', 'ok', `${host}: ${addresses.map(({ address }) => address).join(', ')}`);
    });
  if (protocol === 'https:') {
    const todo = 'Check the certificate: its names, its chain and its dates.';
    await report.run('public TLS', todo, () => checkCertificate(report, host, Number(port || 443)));
    if (!port) await checkRedirect(report, host);
  } else if (host !== 'localhost' && !isIP(host))
    report.add('public TLS', 'FAILED', 'PUBLIC_URL has no https', 'Web push and passkeys need https.');
  await report.run('public site', 'Check nginx and the gateway (docs/operations/troubleshoot.md).', async () => {
    const { status, headers } = await get(`${origin}/healthz`);
    if (status !== 200) throw new Error(`/healthz answers ${status}`);
    const hasHsts = protocol !== 'https:' || headers.has('strict-transport-security');
    if (hasHsts) report.add('public site', 'ok', '/healthz answers 200');
    else
      report.add('public site', 'warning', 'sends no Strict-Transport-Security', 'Let the proxy pass our headers on.');
  });
}

/** @param {Report} report @param {string} host */
async function checkRedirect(report, host) {
  try {
    const { status, headers } = await get(`http://${host}/`);
    if (status < 400 && !headers.get('location')?.startsWith('https://'))
      report.add('public TLS', 'warning', 'http isn’t redirected to https', 'Redirect it in the proxy.');
  } catch {
    // Nothing listens on port 80.
  }
}

/**
 * Whether push services can be reached, and agree about the time. Any status is an answer.
 * @param {Report} report
 * @param {string[]} [services]
 */
export async function checkPush(report, services = pushServices) {
  for (const service of services) {
    const check = `push ${new URL(service).hostname}`;
    try {
      const { status, headers } = await get(service);
      const aheadMs = Date.now() - Date.parse(headers.get('date') ?? '');
      if (status >= 500)
        report.add(check, 'warning', `status ${status}`, 'Check its status page; messages wait until it works.');
      else if (Math.abs(aheadMs) > maxClockSkewMs)
        report.add(check, 'FAILED', `our clock is ${Math.round(aheadMs / 1_000)} s ahead`, 'Synchronize it (NTP).');
      else report.add(check, 'ok', `answers ${status}`);
    } catch (error) {
      report.add(check, 'FAILED', reasonOf(error), 'Allow connections to it on port 443.');
    }
  }
}
