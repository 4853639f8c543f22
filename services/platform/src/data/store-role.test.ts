import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { z } from 'zod';
import { startObjectStore } from '../../local/object-store.mjs';
import { until } from '../../testing/until.js';
import { isOutage } from '../base/outage.js';
import { objectStoreVariables, parseConfig } from '../base/config.js';
import { ObjectStore, objectStoreSettings } from './object-store.js';

/**
 * A real store that accepts two keys, issued one after the other by a local server in the formats of Amazon's token
 * service and agents.
 */

const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-role-'));
const tokenFile = join(folder, 'token');
const bucket = 'uploads';
const everything = ['staging/', 'public/'];
const access = { read: everything, write: everything, remove: everything, list: everything };
const lentKeys = ['lent-one', 'lent-two'].map((accessKey) => ({
  accessKey,
  secretKey: `secret of ${accessKey}`,
  access,
}));
const hourMs = 3_600_000;

let store: Awaited<ReturnType<typeof startObjectStore>>;
let giver: Server;
let target: { request: IncomingMessage; body: string }[];
/** By default a key that is valid for an hour. */
let answer: () => { status: number; body: string };
let now: number;

const keyOf = (index: number) => {
  const { accessKey, secretKey } = lentKeys[index]!;
  const ends = new Date(now + hourMs).toISOString();
  return { AccessKeyId: accessKey, SecretAccessKey: secretKey, Token: `session of ${accessKey}`, Expiration: ends };
};
const asAgent = (index: number) => ({ status: 200, body: JSON.stringify({ AccountId: '1', ...keyOf(index) }) });
const asService = (index: number) => {
  const { Token, ...key } = keyOf(index);
  const fields = Object.entries({ ...key, SessionToken: Token }).map(([name, value]) => `<${name}>${value}</${name}>`);
  return {
    status: 200,
    body: `<?xml version="1.0"?><AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult><Credentials>${fields.join('')}</Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
  };
};

const address = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const shape = z.object(objectStoreVariables);
const inProduction = { NODE_ENV: 'production', S3_BUCKET: bucket, S3_CREDENTIALS: 'role' };
const open = (environment: Record<string, string>) =>
  new ObjectStore(objectStoreSettings(parseConfig(shape, { ...inProduction, S3_ENDPOINT: store.url, ...environment })));
const withAgent = () =>
  open({
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `${address(giver)}/v1/credentials`,
    AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: tokenFile,
  });
const withService = () =>
  open({
    AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile,
    AWS_ROLE_ARN: 'arn:aws:iam::1:role/gateway',
    AWS_ENDPOINT_URL_STS: address(giver),
  });

beforeAll(async () => {
  store = await startObjectStore({
    directory: join(folder, 'store'),
    port: 0,
    accessKey: 'the-owner',
    secretKey: 'secret of the owner',
    keys: lentKeys,
    bucket,
  });
  giver = createServer((request, response) => {
    void text(request).then((body) => {
      target.push({ request, body });
      const { status, body: said } = answer();
      response.writeHead(status).end(said);
    });
  });
  await new Promise<void>((resolve) => giver.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  target = [];
  now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  writeFileSync(tokenFile, 'the first token\n');
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  giver.closeAllConnections();
  giver.close();
  await store.stop();
  rmSync(folder, { recursive: true });
});

const picture = Buffer.from('a picture');
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: Error) => error,
  );

it('uses a key that the token service issues for its role, with one request for concurrent calls', async () => {
  answer = () => asService(0);
  const objects = withService();
  await Promise.all(['1', '2', '3'].map((name) => objects.put(`staging/${name}`, picture, 'image/png')));
  expect(await objects.get('staging/2')).toEqual(picture);
  expect(target).toHaveLength(1);
  expect(target[0]!.request).toMatchObject({ method: 'POST', url: '/' });
  expect(Object.fromEntries(new URLSearchParams(target[0]!.body))).toEqual({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: 'arn:aws:iam::1:role/gateway',
    RoleSessionName: 'arkansas-weather',
    WebIdentityToken: 'the first token',
  });
  objects.close();
});

it('uses a key that an agent issues, and sends the current token', async () => {
  answer = () => asAgent(0);
  const objects = withAgent();
  await objects.put('staging/1', picture, 'image/png');
  writeFileSync(tokenFile, 'the second token');
  now += hourMs;
  await objects.put('staging/1', picture, 'image/png');
  expect(target.map(({ request }) => request.headers.authorization)).toEqual(['the first token', 'the second token']);
  expect(target[0]!.request).toMatchObject({ method: 'GET', url: '/v1/credentials' });
  objects.close();
});

it('requests the next key ten minutes before the current one expires, and uses the current one until then', async () => {
  answer = () => asAgent(0);
  const objects = withAgent();
  const signers: (string | null)[] = [];
  const sign = async () => {
    signers.push(new URL(await objects.presignedPut('staging/1')).searchParams.get('X-Amz-Credential'));
  };
  await sign();
  answer = () => asAgent(1);
  now += hourMs - 610_000;
  await sign();
  expect(target).toHaveLength(1);
  now += 20_000;
  await sign();
  await until('the next key to be used', async () => {
    await sign();
    return signers.at(-1)!.startsWith('lent-two/');
  });
  expect(signers.slice(0, 3).map((signer) => signer!.split('/')[0])).toEqual(['lent-one', 'lent-one', 'lent-one']);
  expect(target).toHaveLength(2);
  objects.close();
});

it('keeps using its key while no new one is available, and reports an outage once it has expired', async () => {
  answer = () => asAgent(0);
  const objects = withAgent();
  await objects.put('staging/1', picture, 'image/png');
  answer = () => ({ status: 503, body: '' });
  now += hourMs - 60_000;
  await objects.put('staging/1', picture, 'image/png');
  await until('another key to have been asked for', () => Promise.resolve(target.length === 2));
  await objects.put('staging/1', picture, 'image/png');
  now += 60_000;
  const failure = await failureOf(objects.put('staging/1', picture, 'image/png'));
  expect(failure).toMatchObject({ message: expect.stringContaining('responded with 503') as string });
  expect(isOutage(failure)).toBe(true);
  answer = () => asAgent(1);
  await objects.put('staging/1', picture, 'image/png');
  objects.close();
});

it.each([
  ['a refusal', { status: 403, body: '<Error>the first token</Error>' }, /refuses the role \(403\)$/],
  ['what cannot be read', { status: 200, body: '{"AccessKeyId":"lent-one"}' }, /the response cannot be parsed$/],
])('reports %s in one sentence, without the token or a key', async (_what, said, sentence) => {
  answer = () => said;
  for (const objects of [withAgent(), withService()]) {
    const failure = await failureOf(objects.ping());
    expect(failure!.message).toMatch(sentence);
    expect(failure!.message).not.toMatch(/first token|lent-one/);
    expect(isOutage(failure)).toBe(false);
    objects.close();
  }
});

describe('the configuration', () => {
  const endpoint = { S3_ENDPOINT: 'https://s3.example.com' };

  it.each([
    ['neither keys nor a role', {}, 'Configuration is wrong. S3_ACCESS_KEY: is missing; S3_SECRET_KEY: is missing'],
    [
      'a role that the platform does not give',
      { S3_CREDENTIALS: 'role' },
      'Configuration is wrong. S3_CREDENTIALS: the platform gives this process no role (none of AWS_WEB_IDENTITY_TOKEN_FILE, AWS_CONTAINER_CREDENTIALS_FULL_URI, AWS_CONTAINER_CREDENTIALS_RELATIVE_URI is set)',
    ],
    [
      'an agent somewhere else, in the clear',
      { S3_CREDENTIALS: 'role', AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://10.0.0.1/keys' },
      'Configuration is wrong. AWS_CONTAINER_CREDENTIALS_FULL_URI: must be https, or an address of this machine',
    ],
  ])('is refused with %s', (_what, environment, sentence) => {
    expect(() => parseConfig(shape, { NODE_ENV: 'production', ...endpoint, ...environment })).toThrow(
      new Error(sentence),
    );
  });

  it('finds the token service of the store’s region, and the agents of EKS and ECS', () => {
    const roleOf = (environment: Record<string, string>) =>
      objectStoreSettings(parseConfig(shape, { ...inProduction, ...endpoint, S3_REGION: 'us-east-2', ...environment }));
    expect(roleOf({ AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile })).toMatchObject({
      role: { endpoint: 'https://sts.us-east-2.amazonaws.com' },
    });
    const ofPods = 'http://169.254.170.23/v1/credentials';
    expect(roleOf({ AWS_CONTAINER_CREDENTIALS_FULL_URI: ofPods })).toMatchObject({ role: { address: ofPods } });
    expect(roleOf({ AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/v2/credentials/1' })).toMatchObject({
      role: { address: 'http://169.254.170.2/v2/credentials/1' },
    });
  });
});
