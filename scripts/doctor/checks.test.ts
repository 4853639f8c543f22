import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { SMTPServer } from 'smtp-server';
import { makeAuthority, makeLeaf } from '../../services/platform/local/certificates.mjs';
import { freePort } from '../../services/platform/local/ports.mjs';
import { startPostgres } from '../../services/platform/local/postgres.mjs';
import { testObjectStore, testStoreKey } from '../../services/platform/testing/object-store.js';
import { describeWithRedis, redisServer } from '../../services/platform/testing/redis.js';
import { redisUsers } from '../compose/redis-users.mjs';
import { allRoles, type Role, rolesSql } from '../compose/roles.mjs';
import { storeAccess } from '../../services/platform/local/store-access.mjs';
import { checkMail } from './mail.mjs';
import { redactorOf, Report } from './report.mjs';
import { checkInternalCertificate, checkPush, checkSite } from './site.mjs';
import { checkDatabase, checkRedis, checkStore } from './stores.mjs';

/** The checks of an installation's own parts. */

async function rowsOf(check: (report: Report) => Promise<void>, environment = {}) {
  const report = new Report(redactorOf(environment));
  await check(report);
  return report.rows.map(({ result, detail }) => `${result} ${detail}`);
}

it.each([
  [60.5, 'ok valid for 60 days'],
  [20.5, 'warning valid for 20 days'],
  [6.5, 'FAILED valid for 6 days'],
  [-1.5, 'FAILED expired'],
])('with %d days left, the internal certificate is reported as "%s"', async (days, row) => {
  const notBefore = new Date(Date.now() - 30 * 24 * 3_600_000);
  const { certificate } = await makeLeaf(await makeAuthority(), { peer: 'auth', days, notBefore });
  expect(await rowsOf(async (report) => checkInternalCertificate(report, certificate))).toEqual([row]);
});

describe('Postgres', () => {
  const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-doctor-'));
  chmodSync(folder, 0o755);
  const passwords = Object.fromEntries(allRoles.map((name) => [name, `password-of-${name}`])) as Record<Role, string>;
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  const run = async (statement: string) => {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  const addressOf = (role: Role, password = passwords[role]) =>
    Object.assign(new URL(postgres.url), { username: role, password }).href;
  const check = (url: string) => rowsOf((report) => checkDatabase(report, url));

  beforeAll(async () => {
    postgres = await startPostgres({ dataDir: join(folder, 'data'), port: await freePort(), password: 'secret' });
    await run(rolesSql(passwords, 'arkansas_weather'));
  });
  afterAll(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(allRoles)('gives %s its rights and no others', async (role) => {
    const rows = await check(addressOf(role));
    expect(rows.filter((row) => row.startsWith('FAILED'))).toEqual([]);
    expect(rows).toContainEqual(expect.stringContaining(`role ${role}`));
  });

  it('finds foreign rights, missing rights, an administrator and a wrong password', async () => {
    await run('GRANT USAGE ON SCHEMA auth TO content; GRANT CREATE ON SCHEMA content TO content');
    await run('REVOKE USAGE ON SCHEMA weather FROM weather; ALTER ROLE submissions CREATEROLE');
    expect(await check(addressOf('content'))).toEqual(
      expect.arrayContaining(['FAILED content can use the schema auth', 'FAILED content can change tables of content']),
    );
    expect(await check(addressOf('weather'))).toContain('FAILED weather can’t use the schema weather');
    expect(await check(addressOf('submissions'))).toContain('FAILED the role submissions is an administrator');
    expect(await check(addressOf('auth', 'wrong'))).toEqual([expect.stringMatching(/^FAILED 28P01: password/)]);
  });
});

describeWithRedis('Redis', () => {
  it('finds a user that may do more, or less', async () => {
    const server = await redisServer();
    try {
      for (const [user, rules] of Object.entries(redisUsers))
        await server.runCommand('ACL', 'SETUSER', user, 'on', '>secret-of-user', ...rules.split(' '));
      const check = (user: string) =>
        rowsOf((report) => checkRedis(report, `redis://${user}:secret-of-user@127.0.0.1:${server.port}`));
      for (const user of Object.keys(redisUsers)) expect(await check(user)).toEqual([expect.stringMatching(/^ok /)]);
      await server.runCommand('ACL', 'SETUSER', 'gateway', 'resetkeys', '~*', '+@all');
      await server.runCommand('ACL', 'SETUSER', 'auth', 'resetkeys', '~other:*');
      expect(await check('gateway')).toEqual([
        'FAILED gateway can read every key',
        'FAILED gateway can read the configuration',
      ]);
      expect(await check('auth')).toEqual(['FAILED auth can’t read its own keys']);
    } finally {
      await server.remove();
    }
  });
});

describe('the object store', () => {
  it('gives each key its own prefixes, and another process’s key is found', async () => {
    const { settings } = await testObjectStore();
    const check = (key: keyof typeof storeAccess, process: string = key) =>
      rowsOf((report) => checkStore(report, { ...settings, ...testStoreKey(key) }, process));
    for (const key of Object.keys(storeAccess) as (keyof typeof storeAccess)[])
      expect(await check(key)).toEqual([expect.stringMatching(/^ok /)]);
    const rows = await check('pictures', 'gateway');
    expect(rows).toContain('FAILED gateway can write public/');
    expect(rows).toContain('FAILED gateway can’t write staging/');
  });
});

describe('the mail server', () => {
  const withServer = async (
    { offersTls, isRight }: { offersTls: boolean; isRight: boolean },
    work: (url: string) => Promise<void>,
  ) => {
    const server = new SMTPServer({
      disabledCommands: offersTls ? [] : ['STARTTLS'],
      allowInsecureAuth: true,
      disableReverseLookup: true,
      onAuth: (_auth, _session, callback) =>
        isRight ? callback(null, { user: 'news' }) : callback(new Error('no such user')),
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      await work(`smtp://news:password-canary@127.0.0.1:${(server.server.address() as AddressInfo).port}`);
    } finally {
      await new Promise<void>((resolve) => server.close(resolve));
    }
  };
  const check = (SMTP_URL: string) =>
    rowsOf((report) => checkMail(report, { SMTP_URL, MAIL_FROM: 'news@weather.example' }), { SMTP_URL });

  it('is found without STARTTLS, and with a refused login', async () => {
    await withServer({ offersTls: false, isRight: true }, async (url) =>
      expect((await check(url)).slice(0, 2)).toEqual([
        'warning the server offers no STARTTLS',
        'ok 127.0.0.1: signed in',
      ]),
    );
    await withServer({ offersTls: false, isRight: false }, async (url) => {
      const rows = await check(url);
      expect(rows[1]).toMatch(/^FAILED EAUTH/);
      expect(rows.join()).not.toContain('canary');
    });
  });
});

describe('the public address and push services', () => {
  it('are found when they fail, or disagree about the time', async () => {
    let status = 200;
    const server = createServer((_request, response) => {
      const date = new Date(Date.now() + (status === 201 ? 3_600_000 : 0));
      response.sendDate = false;
      response.writeHead(status, { Date: date.toUTCString() }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const site = (report: Report) => checkSite(report, url);
    const push = (report: Report) => checkPush(report, [url]);
    try {
      expect([await rowsOf(site), await rowsOf(push)]).toEqual([['ok /healthz answers 200'], ['ok answers 200']]);
      status = 201;
      expect(await rowsOf(push)).toEqual([expect.stringMatching(/^FAILED our clock is -\d+ s ahead/)]);
      status = 503;
      expect(await rowsOf(site)).toEqual(['FAILED /healthz answers 503']);
    } finally {
      server.closeAllConnections();
      server.close();
    }
    expect(await rowsOf(push)).toEqual([expect.stringMatching(/^FAILED fetch failed/)]);
  });
});
