import { createECDH, randomBytes } from 'node:crypto';
import { testLogger } from '@site/platform/testing/logger';
import type { AddressSeal } from '../channels/address-seal.js';
import { pushInFlight, pushOriginPaused, pushSends } from './push-metrics.js';
import { maxWildcardOrigins, PushSender } from './push-sender.js';

/** Unused addresses of this machine, so that no name needs to be resolved. */
const wildcard = '*.0.1';
const invented = (n: number) => `https://127.${n}.0.1/x`;

const serverVersion = createECDH('prime256v1');
serverVersion.generateKeys();
const vapid = {
  publicKey: serverVersion.getPublicKey('base64url'),
  privateKey: serverVersion.getPrivateKey('base64url'),
  subject: 'mailto:a@b.co',
};
const browser = (endpoint: string) => ({
  endpoint,
  keys: { p256dh: serverVersion.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
});
const options = { urgency: 'high', ttlSeconds: 60 };
/** These tests have no stored addresses. */
const noSeal = {} as AddressSeal;

let sender: PushSender;
beforeEach(() => {
  for (const metric of [pushSends, pushInFlight, pushOriginPaused]) metric.reset();
  sender = new PushSender({ vapid, hosts: [wildcard], site: 'https://weather.example' }, noSeal, testLogger);
});
afterEach(() => sender.close());

const push = (n: number) => sender.push(browser(invented(n)), 'x', options);
const sumOf = async (metric: { get(): Promise<{ values: { value: number }[] }> }) =>
  (await metric.get()).values.reduce((sum, { value }) => sum + value, 0);

it('keeps connections to a limited number of hosts below a wildcard', async () => {
  for (let n = 1; n <= 250; n += 1) await push(n);
  expect(sender.openOrigins).toBeLessThanOrEqual(maxWildcardOrigins + 1);
  const { values } = await pushSends.get();
  expect(values.map(({ labels, value }) => ({ ...labels, value }))).toEqual([
    { host: wildcard, outcome: 'later', value: 250 },
  ]);
  expect(await sumOf(pushInFlight)).toBe(0);
});

it('keeps the most recently used host, with its health', async () => {
  for (let count = 0; count < 5; count += 1) await push(1);
  for (let n = 2; n <= 250; n += 1) {
    await push(n);
    expect(await push(1)).toMatchObject({ notTried: true });
  }
});

it('no longer counts a paused service whose connections it has closed', async () => {
  for (let count = 0; count < 5; count += 1) await push(1);
  expect(await sumOf(pushOriginPaused)).toBe(1);
  for (let n = 2; n <= 250; n += 1) await push(n);
  expect(await sumOf(pushOriginPaused)).toBe(0);
});
