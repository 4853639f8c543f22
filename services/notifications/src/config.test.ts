import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { parseConfig } from '@site/platform/base/config';
import { testTlsVariables } from '@site/platform/testing/identities';
import { budgetsOf, sealKeysOf, serverSchema, settingsOf, vapidKeysOf } from './config.js';

const parseServerConfig = (environment: NodeJS.ProcessEnv) => parseConfig(serverSchema, environment);

const enough = () => ({
  ...testTlsVariables('notifications'),
  GRPC_LISTEN: '127.0.0.1:1',
  DATABASE_URL: 'postgres://notifications@localhost/site',
  WEATHER_GRPC_ADDRESS: '127.0.0.1:2',
  NOTIFICATIONS_KEY: '5e'.repeat(32),
  NOTIFICATIONS_HASH_KEY: randomBytes(32).toString('base64url'),
});

function aVapidKey(): { publicKey: string; privateKey: string } {
  const {
    d = '',
    x = '',
    y = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { publicKey: point.toString('base64url'), privateKey: d };
}

describe('the configuration of notifications', () => {
  it('names all missing or invalid variables in one line', () => {
    expect(() => parseServerConfig({ VAPID_PRIVATE_KEY: 'short', PUSH_HOSTS: 'https://x' })).toThrow(
      /DATABASE_URL.*NOTIFICATIONS_KEY: is missing.*NOTIFICATIONS_HASH_KEY: is missing.*VAPID_PRIVATE_KEY: must be.*PUSH_HOSTS: must be.*GRPC_LISTEN.*WEATHER_GRPC_ADDRESS/,
    );
  });

  it('reads keys in hexadecimal and base64url, and never repeats an invalid one', () => {
    const { current, hash, previous } = sealKeysOf(parseServerConfig(enough()));
    expect([current.length, hash.length, previous]).toEqual([32, 32, undefined]);
    const wrong = '5e'.repeat(31);
    const start = () => parseServerConfig({ ...enough(), NOTIFICATIONS_KEY: wrong });
    expect(start).toThrow('NOTIFICATIONS_KEY: must be 32 bytes');
    expect(start).not.toThrow(wrong);
  });

  it('disables web push without a key, and otherwise derives the public key for browsers', () => {
    expect(settingsOf(parseServerConfig(enough())).vapidPublicKey).toBeUndefined();
    expect(vapidKeysOf(parseServerConfig(enough()))).toBeUndefined();
    const { publicKey, privateKey } = aVapidKey();
    const config = parseServerConfig({ ...enough(), VAPID_PRIVATE_KEY: privateKey });
    expect(settingsOf(config).vapidPublicKey).toBe(publicKey);
    expect(vapidKeysOf(config)).toMatchObject({ publicKey, subject: 'mailto:no-reply@localhost' });
  });

  it.each([
    [{ MAIL_FROM: 'Arkansas Weather <alerts@example.org>' }, 'mailto:alerts@example.org'],
    [{ MAIL_FROM: 'alerts@example.org', PUBLIC_URL: 'https://example.org/' }, 'mailto:alerts@example.org'],
    [{ PUBLIC_URL: 'https://example.org/' }, 'https://example.org'],
    [{ VAPID_SUBJECT: 'mailto:duty@example.org', MAIL_FROM: 'a@example.org' }, 'mailto:duty@example.org'],
  ])('tells push services how to contact us: %j', (provided, subject) => {
    const VAPID_PRIVATE_KEY = aVapidKey().privateKey;
    expect(vapidKeysOf(parseServerConfig({ ...enough(), VAPID_PRIVATE_KEY, ...provided }))?.subject).toBe(subject);
  });

  it('requires the full text carrier account where texts are sent, and elsewhere only the signing token', () => {
    const start = (provided: NodeJS.ProcessEnv) =>
      parseServerConfig({ ...enough(), NOTIFICATIONS_SMS: 'true', ...provided });
    expect(() => start({})).toThrow('SMS_AUTH_TOKEN: is missing');
    expect(settingsOf(start({ SMS_AUTH_TOKEN: 'secret' }))).toMatchObject({ sms: true, smsAuthToken: 'secret' });
    expect(() => start({ SMS_AUTH_TOKEN: 'secret', NOTIFICATIONS_SENDER: 'inside' })).toThrow(
      /SMS_ACCOUNT_SID: is missing.*SMS_MESSAGING_SERVICE_SID: is missing/,
    );
    expect(settingsOf(start({ NOTIFICATIONS_SMS: 'false', SMS_AUTH_TOKEN: 'secret' })).smsAuthToken).toBeUndefined();
  });

  describe('in production', () => {
    const before = { ...process.env };
    afterEach(() => {
      process.env = { ...before };
    });

    it('requires a mail server where mail is sent', () => {
      process.env['NODE_ENV'] = 'production';
      const start = () => parseServerConfig({ ...enough(), PUBLIC_URL: 'https://weather.lab.test' });
      expect(start).not.toThrow();
      process.env['NOTIFICATIONS_SENDER'] = 'inside';
      expect(start).toThrow(/SMTP_URL: is missing.*MAIL_FROM: is missing/);
      process.env['NOTIFICATIONS_MAIL'] = 'false';
      expect(start).not.toThrow();
    });
  });

  it("texts the states' area codes by default or those configured, and names an invalid one", () => {
    const codes = (provided: NodeJS.ProcessEnv) =>
      settingsOf(parseServerConfig({ ...enough(), ...provided })).smsAreaCodes;
    expect(codes({})).toEqual(expect.arrayContaining(['501', '479', '870', '327', '212', '808', '907']));
    for (const foreign of ['876', '416', '900', '787', '809', '500', '800']) expect(codes({})).not.toContain(foreign);
    expect(codes({ SMS_AREA_CODES: '501, 787' })).toEqual(['501', '787']);
    expect(() => codes({ SMS_AREA_CODES: 'AR' })).toThrow('SMS_AREA_CODES: must be area codes');
  });

  it('sets the budgets of sign-up messages', () => {
    const provided = { ...enough(), SMS_CONFIRMATIONS_PER_DAY: '7', MAIL_CONFIRMATIONS_PER_NETWORK: '9' };
    expect(budgetsOf(parseServerConfig(provided))).toEqual({
      mail: { site: 20_000, network: 9 },
      sms: { site: 7, network: 100 },
    });
  });

  it('allows the usual push services by default, and others by configuration', () => {
    expect(settingsOf(parseServerConfig(enough())).pushHosts).toEqual([
      'fcm.googleapis.com',
      'updates.push.services.mozilla.com',
      '*.push.services.mozilla.com',
      '*.push.apple.com',
      '*.notify.windows.com',
    ]);
    const { pushHosts } = settingsOf(
      parseServerConfig({ ...enough(), PUSH_HOSTS: 'Push.Example.org, localhost:9443' }),
    );
    expect(pushHosts).toEqual(['push.example.org', 'localhost:9443']);
  });
});
