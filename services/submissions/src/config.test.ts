import { parseConfig } from '@site/platform/base/config';
import { testTlsVariables } from '@site/platform/testing/identities';
import { mailSettings, imageWorkerSchema, workerSchema } from './config.js';

const needed = {
  ...testTlsVariables('worker'),
  DATABASE_URL: 'postgres://user:long-password@db/site',
  AUTH_GRPC_ADDRESS: 'auth:50051',
  CONTENT_GRPC_ADDRESS: 'content:50051',
};
const parse = (changes: NodeJS.ProcessEnv = {}) => parseConfig(workerSchema, { ...needed, ...changes });

it('writes mails to files on a development machine, from an address of the site', () => {
  const { mailer, site } = mailSettings(parse({ PUBLIC_URL: 'https://weather.example/', DATA_DIR: '/data' }));
  expect(site).toEqual({ name: 'Arkansas Weather', url: 'https://weather.example' });
  expect(mailer).toEqual({
    smtpUrl: undefined,
    folder: '/data/mail',
    from: { name: 'Arkansas Weather', address: 'no-reply@weather.example' },
    domain: 'weather.example',
    list: 'newsletter',
  });
});

it('signs mails with the configured sender', () => {
  expect(mailSettings(parse({ MAIL_FROM: 'Storm Desk <news@example.com>' })).mailer.from).toEqual({
    name: 'Storm Desk',
    address: 'news@example.com',
  });
});

it.each([
  [{ MAIL_FROM: 'news' }, /MAIL_FROM: must be an address/],
  [{ SMTP_URL: 'http://mail' }, /SMTP_URL: must be an smtp:/],
  [{ TLS_KEY_FILE: '' }, /TLS_KEY_FILE: is missing/],
  [{ AUTH_GRPC_ADDRESS: '' }, /AUTH_GRPC_ADDRESS: is missing/],
  [{ CONTENT_GRPC_ADDRESS: '' }, /CONTENT_GRPC_ADDRESS: is missing/],
  [{ NEWSLETTER_LINK_COUNTS: 'yes' }, /NEWSLETTER_LINK_COUNTS: must be on or off/],
  [{ MAIL_RATE_PER_SECOND: '0' }, /MAIL_RATE_PER_SECOND/],
])('refuses %j, naming it', (changes, message) => {
  expect(() => parse(changes)).toThrow(message);
});

describe('in production', () => {
  const before = process.env['NODE_ENV'];
  beforeEach(() => {
    process.env['NODE_ENV'] = 'production';
  });
  afterEach(() => {
    process.env['NODE_ENV'] = before;
  });

  it('requires a mail server and a sender', () => {
    expect(() => parse()).toThrow(/SMTP_URL: is missing.*MAIL_FROM: is missing/);
    const mail = { SMTP_URL: 'smtps://user:pass@mail.example.com', MAIL_FROM: 'news@example.com' };
    expect(parse({ ...mail, PUBLIC_URL: 'https://weather.lab.test' })).toMatchObject({ MAIL_RATE_PER_SECOND: 20 });
  });
});

describe('the picture worker', () => {
  const forPictures = {
    ...testTlsVariables('picture-worker'),
    DATABASE_URL: 'postgres://user:long-password@db/site',
    S3_ENDPOINT: 'http://store:9000',
    S3_ACCESS_KEY: 'access-key',
    S3_SECRET_KEY: 'a-long-secret-key',
    CONTENT_GRPC_ADDRESS: 'content:50051',
  };

  it('requires the database, the store and content, and reads no mail or account settings', () => {
    const config = parseConfig(imageWorkerSchema, {
      ...forPictures,
      SMTP_URL: 'smtp://user:secret@mail',
      AUTH_GRPC_ADDRESS: 'auth:50051',
    });
    expect(Object.keys(config).filter((name) => /SMTP|MAIL|AUTH|PUBLIC_URL/.test(name))).toEqual([]);
    expect(() => parseConfig(imageWorkerSchema, { ...forPictures, CONTENT_GRPC_ADDRESS: '' })).toThrow(
      /CONTENT_GRPC_ADDRESS: is missing/,
    );
  });
});
