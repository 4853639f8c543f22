import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  Client,
  experimental,
  Metadata,
  Server,
  status,
  type sendUnaryData,
  type ServerUnaryCall,
} from '@grpc/grpc-js';
import { loadSync, type ServiceDefinition } from '@grpc/proto-loader';
import { callMetadata, findCaller, messageOptions, metadataKeys, protoRoot, type Caller } from '@site/proto/grpc';
import { roles } from '@site/domain/roles';
import { peers, rpcAccess, type Peer, type RpcAccess } from '@site/proto/rpc-access';
import { SignJWT } from 'jose';
import { makeAuthority, makeLeaf, peers as certified } from '../../local/certificates.mjs';
import { testIdentity } from '../../testing/identities.js';
import { testLogger } from '../../testing/logger.js';
import { CallerTokens } from './caller-token.js';
import { toPeer } from './peer-identity.js';
import { rpcGuard } from './rpc-guard.js';

/**
 * Checks the whole access table: every rpc of every contract, on a real server with the real guard, called by every
 * process with every kind of caller token. The handlers report the caller.
 */

const contracts = loadSync(
  readdirSync(protoRoot, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^\w+\/v1\/\w+\.proto$/.test(file))
    .map((file) => join(protoRoot, file)),
  { ...messageOptions, includeDirs: [...messageOptions.includeDirs] },
);
/** Messages and enums have a "format". */
const paths = Object.values(contracts)
  .filter((definition): definition is ServiceDefinition => !('format' in definition))
  .flatMap((service) => Object.values(service).map(({ path }) => path));

const admin: Caller = { id: 'a-1', name: 'Ada Ädmin', role: 'admin', clientAddress: '192.0.2.1', session: 'f00d' };
const moderator: Caller = { ...admin, id: 'm-1', name: 'Mo', role: 'moderator' };
const editor: Caller = { ...admin, id: 'e-1', name: 'Ed', role: 'editor' };
const callers = { admin, editor, moderator };

const asIs = (bytes: Buffer) => bytes;
const raw = (path: string) => ({
  path,
  requestStream: false,
  responseStream: false,
  requestSerialize: asIs,
  requestDeserialize: asIs,
  responseSerialize: asIs,
  responseDeserialize: asIs,
});
const unlisted = '/auth.v1.PeopleService/EmptyTheHouse';
const health = '/grpc.health.v1.Health/Check';

const me: Peer = 'content';
let server: Server;
let address: string;
const clients = new Map<Peer, Client>();

beforeAll(async () => {
  server = new Server();
  const answer = ({ metadata }: ServerUnaryCall<Buffer, Buffer>, callback: sendUnaryData<Buffer>) =>
    callback(null, Buffer.from(JSON.stringify(findCaller(metadata) ?? null)));
  server.addService(
    Object.fromEntries([...paths, unlisted, health].map((path) => [path, raw(path)])),
    Object.fromEntries([...paths, unlisted, health].map((path) => [path, answer])),
  );
  const identity = testIdentity(me);
  const credentials = experimental.createServerCredentialsWithInterceptors(identity.serverCredentials(), [
    rpcGuard(identity, testLogger),
  ]);
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) => (error ? reject(error) : resolve(bound))),
  );
  address = `127.0.0.1:${port}`;
  for (const peer of peers)
    clients.set(peer, new Client(address, testIdentity(peer).channelCredentials(me), toPeer(me)));
});
afterAll(() => {
  for (const client of clients.values()) client.close();
  server.forceShutdown();
});

const requestId = 'request-1';

/** The caller that the handler saw (null for none), or the status of the refusal. */
async function call(path: string, peer: Peer, token?: string): Promise<unknown> {
  const metadata = callMetadata(requestId);
  if (token) metadata.set(metadataKeys.callerToken, token);
  const client = clients.get(peer)!;
  return new Promise((resolve) =>
    client.makeUnaryRequest(path, asIs, asIs, Buffer.alloc(0), metadata, (error, response) =>
      resolve(error ? status[error.code] : JSON.parse(String(response))),
    ),
  );
}

const tokens = new CallerTokens(testIdentity('gateway'));
const word = (caller: Caller) => tokens.sign(caller, requestId, me);

interface Forgery {
  issuer?: string;
  audience?: string;
  rid?: string;
  type?: string;
  issuedAt?: number;
  lifetimeSeconds?: number;
  role?: string;
  signer?: { key: string | Buffer; leaf: X509Certificate };
  x5c?: string[];
}

/** Like the gateway's token, except for the given fields. */
async function forgery({
  issuer = 'arkansas-weather:gateway',
  audience = me,
  rid = requestId,
  type = 'caller+jwt',
  issuedAt = Math.floor(Date.now() / 1_000),
  lifetimeSeconds = 60,
  role = 'admin',
  signer = testIdentity('gateway').signer(),
  x5c = [signer.leaf.raw.toString('base64')],
}: Forgery = {}): Promise<string> {
  return new SignJWT({ name: 'Mallory', role, rid, address: '192.0.2.66' })
    .setProtectedHeader({ alg: 'ES256', typ: type, x5c })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject('m-66')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(createPrivateKey(signer.key));
}

async function foreign(peer: Peer) {
  const { key, certificate } = await makeLeaf(await makeAuthority(), { peer });
  return { key, leaf: new X509Certificate(certificate) };
}

const seconds = () => Math.floor(Date.now() / 1_000);

const forgeries: Record<string, () => Promise<string>> = {
  'that is no token': async () => 'admin',
  'that is the caller in plain words': async () => JSON.stringify(moderator),
  'without a signature': async () => {
    const [, payload] = (await word(admin)).split('.');
    return `${Buffer.from('{"alg":"none","typ":"caller+jwt"}').toString('base64url')}.${payload}.`;
  },
  'whose role was changed after signing': async () => {
    const [header, payload = '', signature] = (await word(moderator)).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    return `${header}.${Buffer.from(JSON.stringify({ ...claims, role: 'admin' })).toString('base64url')}.${signature}`;
  },
  'signed by the worker': () => forgery({ signer: testIdentity('worker').signer() }),
  'signed by the worker, with the certificate of the gateway': () =>
    forgery({
      signer: testIdentity('worker').signer(),
      x5c: [testIdentity('gateway').signer().leaf.raw.toString('base64')],
    }),
  'signed by a gateway of a foreign authority': async () => forgery({ signer: await foreign('gateway') }),
  'without a certificate': () => forgery({ x5c: [] }),
  'whose certificate is nonsense': () => forgery({ x5c: ['AAAA'] }),
  'signed with a key that nobody certified': () =>
    forgery({
      signer: {
        ...testIdentity('gateway').signer(),
        key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
      },
    }),
  'for another service': () => forgery({ audience: 'auth' }),
  'of another request': () => forgery({ rid: 'request-2' }),
  'of another kind, like a session of the dashboard': () => forgery({ type: 'at+jwt' }),
  'of another issuer': () => forgery({ issuer: 'arkansas-weather' }),
  'that has expired': () => forgery({ issuedAt: seconds() - 120 }),
  'that was signed for a day': () => forgery({ issuedAt: seconds() - 300, lifetimeSeconds: 86_400 }),
  'of the future': () => forgery({ issuedAt: seconds() + 120 }),
  'with a role that there is not': () => forgery({ role: 'owner' }),
};

it('has a line for every rpc of every contract, and an rpc for every line', () => {
  expect(paths.length).toBeGreaterThan(70);
  expect([...paths].sort()).toEqual([...rpcAccess.keys()].sort());
});

it('issues certificates for exactly the processes in the table', () => {
  expect([...certified].sort()).toEqual([...peers].sort());
});

/** Expected outcome per caller, by the rules of the table. */
const expected = ({ roles: open }: RpcAccess) => ({
  noPrincipalId: open === 'nobody' ? null : 'UNAUTHENTICATED',
  ...Object.fromEntries(
    roles.map((role) => [role, open === 'nobody' || open.includes(role) ? callers[role] : 'PERMISSION_DENIED']),
  ),
});

it.each([...rpcAccess])('%s is open to the callers in the table and to no one else', async (path, access) => {
  const text = {
    noPrincipalId: undefined,
    moderator: await word(moderator),
    editor: await word(editor),
    admin: await word(admin),
  };
  for (const peer of peers) {
    const publicResponses = {
      noPrincipalId: await call(path, peer),
      moderator: await call(path, peer, text.moderator),
      editor: await call(path, peer, text.editor),
      admin: await call(path, peer, text.admin),
    };
    const rejected = Object.fromEntries(Object.keys(text).map((who) => [who, 'PERMISSION_DENIED']));
    if (!access.peers.includes(peer)) expect({ peer, ...publicResponses }).toEqual({ peer, ...rejected });
    // Only the gateway may act for users.
    else if (peer !== 'gateway')
      expect({ peer, ...publicResponses }).toEqual({ peer, ...rejected, noPrincipalId: null });
    else expect(publicResponses).toEqual(expected(access));
  }
});

it.each(Object.entries(forgeries))('refuses a token %s, even where none is required', async (_what, forge) => {
  const token = await forge();
  for (const path of ['/auth.v1.ModeratorsService/CreateModerator', '/content.v1.HomeService/GetHomeContent'])
    expect([path, await call(path, 'gateway', token)]).toEqual([path, 'UNAUTHENTICATED']);
});

it('accepts a token from a machine whose clock is half a minute off', async () => {
  for (const issuedAt of [seconds() + 25, seconds() - 85])
    expect(await call('/trash.v1.TrashService/ListTrash', 'gateway', await forgery({ issuedAt }))).toMatchObject({
      id: 'm-66',
    });
});

it('ignores metadata in which the client claims an identity', async () => {
  const metadata = new Metadata();
  metadata.set('x-principal-bin', Buffer.from(JSON.stringify(admin)));
  const outcome = await new Promise((resolve) =>
    clients
      .get('gateway')!
      .makeUnaryRequest('/auth.v1.ModeratorsService/CreateModerator', asIs, asIs, Buffer.alloc(0), metadata, (error) =>
        resolve(error?.code),
      ),
  );
  expect(outcome).toBe(status.UNAUTHENTICATED);
});

it('refuses an rpc that is missing in the table', async () => {
  expect(await call(unlisted, 'gateway', await word(admin))).toBe('PERMISSION_DENIED');
});

it('reports to every known process whether the service is serving', async () => {
  for (const peer of peers) expect([peer, await call(health, peer)]).toEqual([peer, null]);
});
