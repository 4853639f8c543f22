import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { testTlsVariables } from '@site/platform/testing/identities';
import { parseServerConfig } from './config.js';
import { makeKey } from './testing/auth.js';

const pem = (key: KeyObject) =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString();
const enough = () => ({
  ...testTlsVariables('auth'),
  GRPC_LISTEN: '127.0.0.1:1',
  DATABASE_URL: 'postgres://auth@localhost/site',
  JWT_PRIVATE_KEY: pem(makeKey().privateKey),
  SECOND_FACTOR_KEY: '5e'.repeat(32),
});

describe('the configuration of auth', () => {
  it('names all missing and invalid variables in one line', () => {
    expect(() => parseServerConfig({ ADMIN_PASSWORD: 'short', ADMIN_EMAIL: 'nobody' })).toThrow(
      /GRPC_LISTEN.*DATABASE_URL.*JWT_PRIVATE_KEY: is missing.*ADMIN_EMAIL.*ADMIN_PASSWORD: must have 8 to 128.*SECOND_FACTOR_KEY: is missing/,
    );
  });

  it.each([
    ['another curve', () => pem(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey)],
    ['RSA', () => pem(generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey)],
    ['a public key', () => pem(makeKey().publicKey)],
    ['no key at all', () => 'secret'],
  ])('rejects signing with %s, without repeating it', (_what, key) => {
    const provided = key();
    const start = () => parseServerConfig({ ...enough(), JWT_PRIVATE_KEY: provided });
    expect(start).toThrow('JWT_PRIVATE_KEY: must be an EC P-256 private key in PEM');
    expect(start).not.toThrow(provided.slice(0, 60));
  });

  it('reads a key on one line, and the previous key in either half', () => {
    const previous = makeKey();
    const environment = enough();
    environment.JWT_PRIVATE_KEY = environment.JWT_PRIVATE_KEY.replaceAll('\n', '\\n');
    for (const half of [previous.privateKey, previous.publicKey]) {
      const config = parseServerConfig({ ...environment, JWT_PRIVATE_KEY_PREVIOUS: pem(half) });
      expect(config.JWT_PRIVATE_KEY.type).toBe('private');
      expect(config.JWT_PRIVATE_KEY_PREVIOUS?.equals(previous.publicKey)).toBe(true);
    }
  });

  it.each(['short', '5e'.repeat(31), '5e'.repeat(33)])(
    'rejects a second-factor key that is %s, without repeating it',
    (key) => {
      const start = () => parseServerConfig({ ...enough(), SECOND_FACTOR_KEY: key });
      expect(start).toThrow('SECOND_FACTOR_KEY: must be 32 bytes');
      expect(start).not.toThrow(key);
    },
  );

  it('requires a second factor from the given group, and rejects unknown values', () => {
    expect(parseServerConfig(enough()).REQUIRE_SECOND_FACTOR).toBeUndefined();
    expect(parseServerConfig({ ...enough(), REQUIRE_SECOND_FACTOR: 'admins' }).REQUIRE_SECOND_FACTOR).toBe('admins');
    expect(() => parseServerConfig({ ...enough(), REQUIRE_SECOND_FACTOR: 'yes' })).toThrow(
      'REQUIRE_SECOND_FACTOR: must be admins or all',
    );
  });

  it('rejects the example admin in production only', () => {
    const environment = { ...enough(), ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'long enough for this' };
    expect(parseServerConfig(environment).ADMIN_EMAIL).toBe('admin@example.com');
    const before = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    try {
      expect(() => parseServerConfig({ ...environment, NODE_ENV: 'production' })).toThrow(
        'ADMIN_EMAIL: is the example address',
      );
    } finally {
      process.env['NODE_ENV'] = before;
    }
  });
});
