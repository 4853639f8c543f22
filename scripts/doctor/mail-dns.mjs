/**
 * DNS records of the sender's domain: SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489). Gmail and Outlook reject
 * bulk mail without them.
 */
import { Resolver } from 'node:dns/promises';

/** @typedef {import('./report.mjs').Report} Report */
/** @typedef {{ MAIL_FROM?: string, MAIL_BOUNCE_ADDRESS?: string, MAIL_DKIM_SELECTOR?: string }} MailDnsSettings */
/** @typedef {Pick<Resolver, 'resolveTxt' | 'resolveMx'>} MailDnsResolver */

const guide = 'See "DNS records for mail" in docs/operations/install.md.';
const domainOf = (/** @type {string} */ address) =>
  address
    .slice(address.lastIndexOf('@') + 1)
    .replace(/>.*$/, '')
    .trim()
    .toLowerCase();
/** @param {unknown} error */
const isMissing = (error) => ['ENOTFOUND', 'ENODATA'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '');

/**
 * @param {MailDnsResolver} resolver
 * @param {string} name
 * @returns the texts of a name, whose parts belong together; none if it has none
 */
async function findTxtRecords(resolver, name) {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** @param {Report} report @param {MailDnsSettings} settings @param {MailDnsResolver} [resolver] for tests */
export async function checkMailDns(report, settings, resolver = new Resolver({ timeout: 3_000, tries: 2 })) {
  const { MAIL_FROM: from, MAIL_BOUNCE_ADDRESS: bounces, MAIL_DKIM_SELECTOR: selector } = settings;
  if (!from) return;
  const domain = domainOf(from);
  const returnDomain = domainOf(bounces || from);
  const check = (/** @type {string} */ name, /** @type {() => Promise<unknown>} */ resolve) =>
    resolve().catch((error) =>
      report.add(name, 'warning', `could not be looked up (${error.code ?? error.message})`, 'Try again later.'),
    );
  await Promise.all([
    check('mail SPF', () => checkSpf(report, resolver, returnDomain)),
    check('mail DKIM', () => checkDkim(report, resolver, domain, selector)),
    check('mail DMARC', () => checkDmarc(report, resolver, domain)),
    ...(bounces ? [check('mail bounces', () => checkBounces(report, resolver, { domain, returnDomain }))] : []),
  ]);
}

/** @param {Report} report @param {MailDnsResolver} resolver @param {string} domain */
async function checkSpf(report, resolver, domain) {
  const records = (await findTxtRecords(resolver, domain)).filter((text) => /^v=spf1(\s|$)/i.test(text));
  /** @param {string} detail @param {string} todo */
  const warn = (detail, todo) => report.add('mail SPF', 'warning', `${domain}: ${detail}`, `${todo} ${guide}`);
  if (records.length === 0)
    return warn('no SPF record', 'Add a TXT record "v=spf1 include:… -all" as your mail provider tells you.');
  if (records.length > 1) return warn(`${records.length} SPF records`, 'Merge them: receivers ignore all of them.');
  if (/\s\+?all\b/i.test(records.join()))
    return warn('SPF allows every server', 'End the record with "~all" or "-all".');
  report.add('mail SPF', 'ok', `${domain}: ${records[0]}`);
}

/** @param {Report} report @param {MailDnsResolver} resolver @param {string} domain @param {string} [selector] */
async function checkDkim(report, resolver, domain, selector) {
  if (!selector)
    return report.add(
      'mail DKIM',
      'warning',
      'not checked: MAIL_DKIM_SELECTOR not set',
      `Set it to the selector that your mail provider signs with ("s=" in the DKIM-Signature of a sent mail). ${guide}`,
    );
  const name = `${selector}._domainkey.${domain}`;
  const key = (await findTxtRecords(resolver, name)).find((text) => /(^|;)\s*p\s*=/i.test(text));
  if (key === undefined || /(^|;)\s*p\s*=\s*(;|$)/i.test(key))
    return report.add(
      'mail DKIM',
      'warning',
      `${name}: ${key === undefined ? 'no key' : 'the key is revoked'}`,
      `Add the record that your mail provider shows for this domain. ${guide}`,
    );
  report.add('mail DKIM', 'ok', `${name}: has a key`);
}

/** @param {Report} report @param {MailDnsResolver} resolver @param {string} domain */
async function checkDmarc(report, resolver, domain) {
  // A domain above applies, too.
  const labels = domain.split('.');
  const domains = labels.slice(0, -1).map((_label, at) => labels.slice(at).join('.'));
  for (const candidate of domains) {
    const records = (await findTxtRecords(resolver, `_dmarc.${candidate}`)).filter((text) =>
      /^v=DMARC1\s*(;|$)/i.test(text),
    );
    if (records.length > 1)
      return report.add(
        'mail DMARC',
        'warning',
        `_dmarc.${candidate}: ${records.length} DMARC records`,
        `Keep one: receivers ignore all of them. ${guide}`,
      );
    if (records.length === 1) return report.add('mail DMARC', 'ok', `_dmarc.${candidate}: ${records[0]}`);
  }
  report.add(
    'mail DMARC',
    'warning',
    `_dmarc.${domain}: no DMARC record`,
    `Add a TXT record, at least "v=DMARC1; p=none; rua=mailto:you@${domain}". ${guide}`,
  );
}

/**
 * @param {Report} report
 * @param {MailDnsResolver} resolver
 * @param {{ domain: string, returnDomain: string }} domains
 */
async function checkBounces(report, resolver, { domain, returnDomain }) {
  const servers = await resolver.resolveMx(returnDomain).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
  if (servers.length === 0)
    return report.add(
      'mail bounces',
      'warning',
      `${returnDomain}: no MX record`,
      `Bounces to MAIL_BOUNCE_ADDRESS can't arrive, and some servers refuse such senders: add an MX record. ${guide}`,
    );
  const isAligned = [domain, returnDomain].some(
    (one) => `.${domain}`.endsWith(`.${one}`) && `.${returnDomain}`.endsWith(`.${one}`),
  );
  if (!isAligned)
    return report.add(
      'mail bounces',
      'warning',
      `${returnDomain} doesn't belong to ${domain}`,
      `SPF then doesn't count for DMARC: use an address of ${domain}, or one below it. ${guide}`,
    );
  report.add('mail bounces', 'ok', `${returnDomain}: received by ${servers[0]?.exchange}`);
}
