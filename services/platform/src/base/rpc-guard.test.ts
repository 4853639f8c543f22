import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  Client,
  experimental,
  Server,
  status,
  type Metadata,
  type sendUnaryData,
  type ServerUnaryCall,
} from '@grpc/grpc-js';
import { loadSync, type ServiceDefinition } from '@grpc/proto-loader';
import { callMetadata, findCaller, messageOptions, metadataKeys, protoRoot, type Caller } from '@site/proto/grpc';
import { roles } from '@site/domain/roles';
import { peers, rpcAccess, type Peer, type RpcAccess } from '@site/proto/rpc-access';
import { peers as certified } from '../../local/certificates.mjs';
import { testIdentity } from '../../testing/identities.js';
import { testLogger } from '../../testing/logger.js';
import { toPeer } from './peer-identity.js';
import { rpcGuard } from './rpc-guard.js';

/**
 * Checks the whole access table: every rpc of every contract, on a real server with the real guard, called by every
 * process for every kind of caller. The handlers report the caller.
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
    rpcGuard(testLogger),
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

/** The caller that the handler saw (null for none), or the status of the refusal. */
async function call(path: string, peer: Peer, metadata = callMetadata('request-1')): Promise<unknown> {
  const client = clients.get(peer)!;
  return new Promise((resolve) =>
    client.makeUnaryRequest(path, asIs, asIs, Buffer.alloc(0), metadata, (error, response) =>
      resolve(error ? status[error.code] : JSON.parse(String(response))),
    ),
  );
}

const as = (caller: Caller) => callMetadata('request-1', caller);

/** Metadata with these values as callers. */
function withCallers(...values: unknown[]): Metadata {
  const metadata = callMetadata('request-1');
  for (const value of values) metadata.add(metadataKeys.caller, Buffer.from(JSON.stringify(value)));
  return metadata;
}

const malformed: Record<string, () => Metadata> = {
  'that is not JSON': () => {
    const metadata = callMetadata('request-1');
    metadata.set(metadataKeys.caller, Buffer.from('admin'));
    return metadata;
  },
  'that is a role only': () => withCallers('admin'),
  'without an id': () => withCallers({ ...admin, id: '' }),
  'with a role that does not exist': () => withCallers({ ...admin, role: 'owner' }),
  'with several roles': () => withCallers({ ...admin, role: ['moderator', 'admin'] }),
  'beside another caller': () => withCallers(moderator, admin),
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
  nobody: open === 'nobody' ? null : 'UNAUTHENTICATED',
  ...Object.fromEntries(
    roles.map((role) => [role, open === 'nobody' || open.includes(role) ? callers[role] : 'PERMISSION_DENIED']),
  ),
});

it.each([...rpcAccess])('%s is open to the callers in the table and to no one else', async (path, access) => {
  for (const peer of peers) {
    const responses = {
      nobody: await call(path, peer),
      moderator: await call(path, peer, as(moderator)),
      editor: await call(path, peer, as(editor)),
      admin: await call(path, peer, as(admin)),
    };
    const rejected = Object.fromEntries(Object.keys(responses).map((who) => [who, 'PERMISSION_DENIED']));
    if (!access.peers.includes(peer)) expect({ peer, ...responses }).toEqual({ peer, ...rejected });
    // Only the gateway may act for users.
    else if (peer !== 'gateway') expect({ peer, ...responses }).toEqual({ peer, ...rejected, nobody: null });
    else expect(responses).toEqual(expected(access));
  }
});

it.each(Object.entries(malformed))('refuses a caller %s, even where none is required', async (_what, metadata) => {
  for (const path of ['/auth.v1.ModeratorsService/CreateModerator', '/content.v1.HomeService/GetHomeContent'])
    expect([path, await call(path, 'gateway', metadata())]).toEqual([path, 'UNAUTHENTICATED']);
});

it.each(peers.filter((peer) => peer !== 'gateway'))('refuses a call for a user from %s', async (peer) => {
  const open = [...rpcAccess].filter(([, access]) => access.peers.includes(peer)).map(([path]) => path);
  for (const path of [...open, '/auth.v1.ModeratorsService/CreateModerator'])
    for (const metadata of [as(admin), as(moderator), withCallers({}), withCallers(moderator, admin)])
      expect([path, await call(path, peer, metadata)]).toEqual([path, 'PERMISSION_DENIED']);
});

it('refuses an rpc that is missing in the table', async () => {
  expect(await call(unlisted, 'gateway', as(admin))).toBe('PERMISSION_DENIED');
});

it('reports to every known process whether the service is serving', async () => {
  for (const peer of peers) expect([peer, await call(health, peer)]).toEqual([peer, null]);
});
