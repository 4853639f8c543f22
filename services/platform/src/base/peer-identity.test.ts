import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Client,
  credentials,
  experimental,
  Server,
  status,
  type ChannelCredentials,
  type ServerOptions,
} from '@grpc/grpc-js';
import { callMetadata } from '@site/proto/grpc';
import type { Peer } from '@site/proto/rpc-access';
import { leafVariables, makeAuthority, makeLeaf, writeLeaves, type CertifiedKey } from '../../local/certificates.mjs';
import { testLogger } from '../../testing/logger.js';
import { until } from '../../testing/until.js';
import { tlsFiles } from './config.js';
import type { Logger } from './injection-tokens.js';
import { checkOwnCertificate, isExpiredCertificate, PeerIdentity, peerNamed, toPeer } from './peer-identity.js';
import { rpcGuard } from './rpc-guard.js';

let folder: string;
let authority: CertifiedKey;
const running: { close(): void }[] = [];

const reloadIntervalMs = 50;
const identity = (peer: Peer, logger: Logger = testLogger) =>
  new PeerIdentity(peer, tlsFiles(leafVariables(join(folder, peer))), logger, reloadIntervalMs);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tls-'));
  authority = await makeAuthority();
  await writeLeaves(folder, authority, ['gateway', 'auth', 'worker']);
});
afterEach(() => {
  for (const part of running.splice(0)) part.close();
  rmSync(folder, { recursive: true, force: true });
});

const asIs = (bytes: Buffer) => bytes;
const path = '/auth.v1.SessionsService/ListSigningKeys';
const adminPath = '/auth.v1.ModeratorsService/ListModerators';

async function serve(own: PeerIdentity, options: ServerOptions = {}): Promise<string> {
  const server = new Server(options);
  const rpc = {
    requestStream: false,
    responseStream: false,
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  };
  const answer = (_call: unknown, callback: (error: null, response: Buffer) => void) =>
    callback(null, Buffer.from('ok'));
  server.addService(
    { one: { ...rpc, path }, two: { ...rpc, path: adminPath } },
    { one: answer as never, two: answer as never },
  );
  const guarded = experimental.createServerCredentialsWithInterceptors(own.serverCredentials(), [rpcGuard(testLogger)]);
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', guarded, (error, bound) => (error ? reject(error) : resolve(bound))),
  );
  running.push({ close: () => server.forceShutdown() });
  return `127.0.0.1:${port}`;
}

function connect(address: string, visible: ChannelCredentials, to: Peer = 'auth'): Client {
  const client = new Client(address, visible, {
    ...toPeer(to),
    // Otherwise one test's trust would carry over to the next.
    'grpc.use_local_subchannel_pool': 1,
    'grpc.initial_reconnect_backoff_ms': 50,
    'grpc.max_reconnect_backoff_ms': 200,
  });
  running.push(client);
  return client;
}

/** "ok", or the status and the reason. */
const fetch = (client: Client, rpc = path, metadata = callMetadata('r-1')): Promise<string> =>
  new Promise((resolve) =>
    client.makeUnaryRequest(rpc, asIs, asIs, Buffer.alloc(0), metadata, (error, response) =>
      resolve(error ? `${status[error.code]}: ${error.details}` : String(response)),
    ),
  );

const bytes = (file: string) => readFileSync(file);

it('lets two known processes talk to each other', async () => {
  const address = await serve(identity('auth'));
  expect(await fetch(connect(address, identity('gateway').channelCredentials('auth')))).toBe('ok');
});

describe('refuses a connection', () => {
  it('from a process without a certificate, with or without encryption', async () => {
    const address = await serve(identity('auth'));
    const files = leafVariables(join(folder, 'auth'));
    expect(await fetch(connect(address, credentials.createInsecure()))).toMatch(/^UNAVAILABLE/);
    expect(await fetch(connect(address, credentials.createSsl(bytes(files.TLS_CA_FILE))))).toMatch(/^UNAVAILABLE/);
  });

  const refusedWith = async (leaf: { certificate: string; key: string }) => {
    const address = await serve(identity('auth'));
    const visible = credentials.createSsl(
      Buffer.from(authority.certificate),
      Buffer.from(leaf.key),
      Buffer.from(leaf.certificate),
    );
    return fetch(connect(address, visible));
  };

  it('from a process with a certificate of another CA with the same name', async () => {
    expect(await refusedWith(await makeLeaf(await makeAuthority(), { peer: 'gateway' }))).toMatch(/^UNAVAILABLE/);
  });

  it('from a process whose certificate has expired or is not valid yet', async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const expired = { peer: 'gateway', notBefore: ago(2), notAfter: ago(1) };
    const early = { peer: 'gateway', notBefore: ago(-1), notAfter: ago(-2) };
    expect(await refusedWith(await makeLeaf(authority, expired))).toMatch(/^UNAVAILABLE/);
    expect(await refusedWith(await makeLeaf(authority, early))).toMatch(/^UNAVAILABLE/);
    expect(await refusedWith(await makeLeaf(authority, { peer: 'gateway' }))).toBe('ok');
  });

  it('from an unknown process', async () => {
    expect(await refusedWith(await makeLeaf(authority, { peer: 'mallory' }))).toMatch(/^UNAUTHENTICATED/);
  });
});

it('refuses a server that responds at the right address with another identity', async () => {
  const address = await serve(identity('worker'));
  expect(await fetch(connect(address, identity('gateway').channelCredentials('auth')))).toMatch(
    /^UNAVAILABLE.*not auth/,
  );
});

it('fails readiness once its own certificate has expired, and tells callers the reason', async () => {
  const agoHours = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  identity('auth');
  await expect(checkOwnCertificate()).resolves.toBeUndefined();
  await writeLeaves(folder, authority, ['gateway'], { notBefore: agoHours(2), notAfter: agoHours(1) });
  const gateway = identity('gateway');
  await expect(checkOwnCertificate()).rejects.toThrow(/certificate expired at/);
  const expiredAddress = await serve(gateway);
  const refusal = (client: Client) =>
    new Promise<unknown>((resolve) =>
      client.makeUnaryRequest(path, asIs, asIs, Buffer.alloc(0), callMetadata('r-1'), (error) => resolve(error)),
    );
  const toExpired = connect(expiredAddress, identity('auth').channelCredentials('gateway'), 'gateway');
  expect(isExpiredCertificate(await refusal(toExpired))).toBe(true);
  const toWrongPeer = connect(await serve(identity('auth')), identity('auth').channelCredentials('worker'), 'worker');
  expect(isExpiredCertificate(await refusal(toWrongPeer))).toBe(false);
});

describe('a new certificate', () => {
  const write = (peer: Peer, by: CertifiedKey) => writeLeaves(folder, by, [peer]);
  const trust = (peer: Peer, ...authorities: CertifiedKey[]) => {
    const file = leafVariables(join(folder, peer)).TLS_CA_FILE;
    writeFileSync(`${file}.new`, authorities.map(({ certificate }) => certificate).join(''));
    renameSync(`${file}.new`, file);
  };
  /** The certificate that the identity presents. */
  const shownBy = (own: PeerIdentity) =>
    new Promise<string>((resolve) => {
      const listener = (update: { certificate: Buffer } | null) => {
        own.removeIdentityCertificateListener(listener);
        resolve(String(update?.certificate));
      };
      own.addIdentityCertificateListener(listener);
    });
  const authoritiesOf = (own: PeerIdentity) => {
    let text = '';
    own.addCaCertificateListener((update) => (text = String(update?.caCertificate)));
    return () => text;
  };

  it('replaces the old one of a running service and its callers, including the CA, without a failed call', async () => {
    const auth = identity('auth');
    const gateway = identity('gateway');
    // Connections end often, so that every certificate is presented.
    const address = await serve(auth, { 'grpc.max_connection_age_ms': 100, 'grpc.max_connection_age_grace_ms': 5_000 });
    const client = connect(address, gateway.channelCredentials('auth'));
    const trusted = [auth, gateway].map(authoritiesOf);
    const outcomes = new Map<string, number>();
    let asking = true;
    const askAllTheTime = (async () => {
      while (asking) {
        const metadata = callMetadata('r-1', { id: 'a-1', name: 'Ada', role: 'admin', clientAddress: '192.0.2.1' });
        metadata.setOptions({ waitForReady: true });
        const outcome = await fetch(client, adminPath, metadata);
        // Not processed on a closing connection (RFC 9113, 8.7). grpc-js retries only once.
        if (outcome === 'UNAVAILABLE: Stream refused by server') continue;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    })();
    const respondedAt = () => outcomes.get('ok') ?? 0;
    const moreAnswers = async () => {
      const before = respondedAt();
      await until('more answers', () => respondedAt() > before + 20);
    };
    await moreAnswers();

    const next = await makeAuthority();
    trust('auth', authority, next);
    trust('gateway', authority, next);
    await until('both to trust the new authority', () => trusted.every((text) => text().includes(next.certificate)));
    await moreAnswers();
    for (const [peer, own] of [
      ['auth', auth],
      ['gateway', gateway],
    ] as const) {
      const before = await shownBy(own);
      const cached = bytes(leafVariables(join(folder, peer)).TLS_CA_FILE);
      await write(peer, next);
      writeFileSync(leafVariables(join(folder, peer)).TLS_CA_FILE, cached);
      await until(`${peer} to show another certificate`, async () => (await shownBy(own)) !== before);
      await moreAnswers();
    }
    trust('auth', next);
    trust('gateway', next);
    await until('nobody to trust the old authority', () =>
      trusted.every((text) => !text().includes(authority.certificate)),
    );
    await moreAnswers();

    asking = false;
    await askAllTheTime;
    expect([...outcomes.keys()]).toEqual(['ok']);
    // A peer that still presents the old certificate is refused.
    const leaf = await makeLeaf(authority, { peer: 'gateway' });
    const visible = credentials.createSsl(
      Buffer.from(next.certificate),
      Buffer.from(leaf.key),
      Buffer.from(leaf.certificate),
    );
    expect(await fetch(connect(address, visible))).toMatch(/^UNAVAILABLE/);
  });

  it('is used only once its key is there too', async () => {
    const result: unknown[] = [];
    const logger = Object.assign(Object.create(testLogger), { warn: (what: unknown) => result.push(what) }) as Logger;
    const auth = identity('auth', logger);
    const address = await serve(auth);
    const before = await shownBy(auth);
    const { TLS_CERT_FILE, TLS_KEY_FILE } = leafVariables(join(folder, 'auth'));
    const leaf = await makeLeaf(authority, { peer: 'auth' });
    writeFileSync(TLS_CERT_FILE, leaf.certificate);
    const client = connect(address, identity('gateway').channelCredentials('auth'));
    await until('the files to be found not to fit', () => result.length > 0);
    expect(await shownBy(auth)).toBe(before);
    expect(await fetch(client)).toBe('ok');
    writeFileSync(TLS_KEY_FILE, leaf.key);
    await until('the new one to be shown', async () => (await shownBy(auth)) !== before);
    expect(await fetch(client)).toBe('ok');
  });
});

describe('startup fails with one sentence', () => {
  it('when a file is missing', () => {
    rmSync(leafVariables(join(folder, 'auth')).TLS_KEY_FILE);
    expect(() => identity('auth')).toThrow(/^The file .*tls\.key cannot be read \(ENOENT\)\.$/);
  });

  it('when the certificate belongs to another process', () => {
    cpSync(join(folder, 'worker'), join(folder, 'auth'), { recursive: true });
    expect(() => identity('auth')).toThrow(/^The certificate in .* names worker, not auth\.$/);
  });

  it('when the key does not match the certificate', () => {
    cpSync(join(folder, 'worker/tls.key'), join(folder, 'auth/tls.key'));
    expect(() => identity('auth')).toThrow(/^The key in .* does not match the certificate in .*\.$/);
  });

  it('when another CA issued the certificate', async () => {
    writeFileSync(join(folder, 'auth/ca.crt'), (await makeAuthority()).certificate);
    expect(() => identity('auth')).toThrow(/is not issued by a CA in .*ca\.crt\.$/);
  });
});

it.each([
  ['URI:spiffe://arkansas-weather/auth, DNS:auth', 'auth'],
  ['DNS:auth', undefined],
  ['URI:spiffe://elsewhere/auth', undefined],
  ['URI:spiffe://arkansas-weather/auth/x', undefined],
  ['URI:spiffe://arkansas-weather/toString', undefined],
  ['URI:spiffe://arkansas-weather/auth, URI:spiffe://arkansas-weather/gateway', undefined],
  ['DNS:"x, URI:spiffe://arkansas-weather/auth"', undefined],
  [undefined, undefined],
])('reads %j as %s', (names, peer) => {
  expect(peerNamed(names)).toBe(peer);
});
