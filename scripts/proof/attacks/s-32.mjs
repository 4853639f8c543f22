import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { mailsTo, settle, signUp, startCarrier, tokenFor, withToken } from '../lib/sign-ups.mjs';

export const name = 'S-32';
export const title = 'text and mail pumping';
export const rule =
  'An address gets one message an hour, no matter who signs it up, ends or confirms; a phone that sent STOP gets none before START; texts go to US area codes only; a network and the site stay within their budgets, which a metric shows; many sign-ups behind one carrier’s address are accepted, and neither block nor delay their neighbors.';

const budgets = { site: 24, network: 6 };

/** Canada, Jamaica, the Dominican Republic, Puerto Rico, premium, toll-free, personal. */
const foreign = ['4165550123', '8765550123', '8095550123', '7875550123', '9005550123', '8005550123', '5005550123'];

let lastNumber = 4_795_550_100;
const aPhone = () => `+1${(lastNumber += 1)}`;
let lastNetwork = 0;
/** Returns an address in a network not used before. */
const anAddress = () => `203.${(lastNetwork += 1)}.113.7`;

async function areaCodes(product, carrier, { checks, rows }) {
  for (const number of foreign) {
    const { status, json, text } = await signUp(product, { phone: `+1${number}` }, anAddress());
    const named = json?.errors?.some(({ field, message }) => field === 'phone' && message.includes('area code'));
    checks.that(status === 400 && named === true, `+1${number} returned ${status}: ${text.slice(0, 150)}`);
  }
  await settle(product);
  checks.that(carrier.texts.length === 0, `${carrier.texts.length} texts went to foreign or premium numbers`);
  rows.push({ what: 'foreign and premium numbers rejected', count: foreign.length });
}

async function pump(product, kind, { way, tokenOf, messages }, { quick, checks, rows }) {
  await signUp(product, way, anAddress());
  const token = await tokenOf();
  const rounds = quick ? 8 : 30;
  for (let n = 0; n < rounds; n += 1) {
    if (n === 2) await withToken(product, 'confirm', token);
    await withToken(product, 'end', token);
    const { status } = await signUp(product, way, anAddress());
    checks.that(status === 202, `signing up again returned ${status}`);
  }
  await settle(product);
  const count = messages().length;
  checks.that(count === 1, `${count} messages went to one ${kind} that was signed up and ended ${rounds} times`);
  rows.push({ what: `messages to one ${kind}, signed up and ended ${rounds} times`, count });
}

async function stop(product, carrier, { checks }) {
  const phone = aPhone();
  const { status } = await carrier.reply(product, phone, 'STOP');
  checks.that(status === 200, `STOP returned ${status}`);
  for (let n = 0; n < 3; n += 1) await signUp(product, { phone }, anAddress());
  await settle(product);
  checks.that(carrier.textsTo(phone).length === 0, 'a phone that sent STOP was texted after a stranger’s sign-up');
  await carrier.reply(product, phone, 'START');
  await signUp(product, { phone }, anAddress());
  await checks.eventually(() => carrier.textsTo(phone).length === 1, 'a phone that sent START gets no text', {
    withinMs: 20_000,
  });
}

async function usedShare(product, scope) {
  const { metrics } = product.state().ports.notifications;
  const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
  return Number(
    new RegExp(`^confirmation_budget_used_share\\{kind="sms",scope="${scope}"\\} (\\S+)$`, 'm').exec(text)?.[1],
  );
}

async function spend(product, carrier, { checks, rows }) {
  const oneNetwork = Array.from({ length: 10 }, aPhone);
  for (const [n, phone] of oneNetwork.entries()) await signUp(product, { phone }, `198.51.100.${n + 1}`);
  await settle(product);
  const ofNetwork = oneNetwork.filter((phone) => carrier.textsTo(phone).length > 0).length;
  checks.that(ofNetwork === budgets.network, `a network with ${budgets.network} texts a day caused ${ofNetwork}`);

  for (let n = 0; n < budgets.site; n += 1) await signUp(product, { phone: aPhone() }, anAddress());
  await settle(product);
  const all = carrier.texts.length;
  checks.that(all === budgets.site, `the site, with ${budgets.site} texts a day, sent ${all}`);
  for (const scope of ['site', 'network']) {
    const share = await usedShare(product, scope);
    checks.that(share === 1, `the metric reports ${share} of the ${scope}'s budget as used`);
  }
  rows.push({ what: 'texts within the budgets of a network and the site', count: `${ofNetwork}, ${all}` });
}

async function carrierNat(product, { checks, rows }) {
  const emails = Array.from({ length: 60 }, () => `nat-${randomUUID()}@example.org`);
  const browser = () => ({
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  });
  const ways = [...emails.map((email) => ({ email })), ...emails.map(() => ({ push: browser() }))];
  const answers = await Promise.all(ways.map((way) => signUp(product, way, '192.0.2.10')));
  const taken = answers.filter(({ status }) => status === 202).length;
  checks.that(taken === ways.length, `of ${ways.length} sign-ups behind one address ${taken} were accepted`);
  await settle(product);
  const asked = () => emails.filter((email) => mailsTo(product, email).length > 0);
  const before = asked();
  checks.that(before.length >= 20 && before.length <= 24, `${before.length} of 60 mails were sent together`);
  const neighbor = `neighbor-${randomUUID()}@example.org`;
  await signUp(product, { email: neighbor }, '192.0.2.11');
  await checks.eventually(() => mailsTo(product, neighbor).length === 1, 'a neighbor in the network waits', {
    withinMs: 20_000,
  });
  for (const email of before.slice(0, 14)) await withToken(product, 'confirm', await tokenFor(product, email));
  await checks.eventually(() => asked().length === emails.length, 'confirming does not let the others through', {
    withinMs: 150_000,
  });
  rows.push({ what: 'sign-ups behind one address accepted', count: taken });
}

export async function run({ product: start, quick, checks, rows, defer }) {
  const carrier = await startCarrier(defer);
  const product = await start({
    fresh: true,
    environment: {
      RATE_LIMIT_SCALE: '1000',
      TRUSTED_PROXY_CIDR: '127.0.0.1/32',
      ...carrier.environment,
      SMS_CONFIRMATIONS_PER_DAY: String(budgets.site),
      SMS_CONFIRMATIONS_PER_NETWORK: String(budgets.network),
    },
  });
  const report = { quick, checks, rows };
  await areaCodes(product, carrier, report);
  const phone = aPhone();
  const texts = { way: { phone }, tokenOf: () => carrier.tokenFor(phone), messages: () => carrier.textsTo(phone) };
  await pump(product, 'phone', texts, report);
  const email = `pumped-${randomUUID()}@example.org`;
  const mails = { way: { email }, tokenOf: () => tokenFor(product, email), messages: () => mailsTo(product, email) };
  await pump(product, 'mailbox', mails, report);
  await stop(product, carrier, report);
  await spend(product, carrier, report);
  await carrierNat(product, report);
}
