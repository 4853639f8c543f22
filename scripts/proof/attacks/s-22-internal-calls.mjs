import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import { CallerTokens } from '../../../services/platform/dist/base/caller-token.js';
import { tlsFiles } from '../../../services/platform/dist/base/config.js';
import { PeerIdentity } from '../../../services/platform/dist/base/peer-identity.js';
import { leafVariables, makeAuthority, makeLeaf } from '../../../services/platform/local/certificates.mjs';

export const name = 'S-22';
export const title = 'internal calls';
export const rule =
  'An internal process can call only what the access table allows: without a certificate, with a foreign one, or with another process’s, it has no access, whatever it claims to be.';

/** The name in the certificate, and a call that a legitimate caller may make. */
const services = {
  content: ['content', '/content.v1.SiteService/GetHeader'],
  submissions: ['submissions', '/submissions.v1.SponsorsService/ListSponsors'],
  auth: ['auth', '/auth.v1.ModeratorsService/ListModerators'],
  weather: ['weather-proxy', '/weather.v1.ProvidersService/ListProviders'],
  notifications: ['notifications', '/notifications.v1.DeliveriesService/ListRuns'],
};

/** A token is valid for one request. */
const request = 'attack';
const asIs = (bytes) => bytes;

/** Returns the status. */
function ask(client, path, token) {
  const metadata = new Metadata();
  metadata.set('x-request-id', request);
  metadata.set('x-principal-bin', Buffer.from(JSON.stringify({ id: 'x', name: 'Mallory', role: 'admin' })));
  if (token) metadata.set('x-caller-token', token);
  const deadline = { deadline: new Date(Date.now() + 10_000) };
  return new Promise((resolve) => {
    client.makeUnaryRequest(path, asIs, asIs, Buffer.alloc(0), metadata, deadline, (error) =>
      resolve(error ? status[error.code] : 'OK'),
    );
  });
}

export async function run({ product: start, say, checks, rows, defer }) {
  const product = await start();
  const { rpcAccess } = await import(new URL('../../../proto/dist/rpc-access.js', import.meta.url).href);
  const { ports, tls } = product.state();
  const files = (peer) => tlsFiles(leafVariables(join(tls, peer)));
  const authority = readFileSync(files('gateway').authorities);
  const foreign = await makeLeaf(await makeAuthority(), { peer: 'gateway' });
  const [gateway, worker, content] = ['gateway', 'worker', 'content'].map((peer) => {
    const identity = new PeerIdentity(peer, files(peer), console);
    const tokens = new CallerTokens(identity);
    const caller = { id: '01a1fb55-69c7-766f-8ee9-d5a97b08f9a2', name: 'Mallory', clientAddress: '192.0.2.66' };
    return {
      peer,
      connect: (service) => identity.channelCredentials(service),
      token: (audience, role = 'admin') => tokens.sign({ ...caller, role }, request, audience),
    };
  });
  /** rpc-guard.test.ts forges other tokens. */
  const attackers = {
    'without encryption': { connect: () => credentials.createInsecure() },
    'without a certificate': { connect: () => credentials.createSsl(authority) },
    'with the certificate of a foreign authority': {
      connect: () => credentials.createSsl(authority, Buffer.from(foreign.key), Buffer.from(foreign.certificate)),
    },
    'with another process’s certificate': content,
    'as the worker': worker,
    'as the worker, with a self-made token': { ...worker, sends: worker.token, never: true },
    'as the worker, with a token of the gateway': { ...worker, sends: gateway.token, never: true },
    // Only for RPCs that need a signed-in user.
    'as the gateway, without a user': gateway,
    'as the gateway, with a token for another service': {
      ...gateway,
      sends: () => gateway.token('nobody'),
      never: true,
    },
    'as the gateway, for a moderator': {
      ...gateway,
      sends: (audience) => gateway.token(audience, 'moderator'),
      role: 'moderator',
    },
  };
  /** Whether the table allows this call, which then isn't an attack. */
  const mayCall = ({ peers, roles }, { peer, role = 'nobody', never = false }) =>
    !never && peers.includes(peer) && (roles === 'nobody' || roles.includes(role));
  const clients = [];
  defer(async () => {
    for (const client of clients) client.close();
  });
  const clientTo = (port, peer, connect) => {
    const client = new Client(`127.0.0.1:${ports[port].grpc}`, connect(peer), {
      'grpc.ssl_target_name_override': peer,
      'grpc.use_local_subchannel_pool': 1,
    });
    clients.push(client);
    return client;
  };

  const people = () => product.query('SELECT id, role FROM auth.people ORDER BY id');
  const before = JSON.stringify(await people());
  // Legitimate calls must succeed.
  for (const [port, [peer, path]] of Object.entries(services)) {
    const right = await ask(clientTo(port, peer, gateway.connect), path, await gateway.token(peer));
    checks.that(right === 'OK' || right === 'INVALID_ARGUMENT', `the gateway itself at ${path}: ${right}`);
  }
  const reviewers = await ask(clientTo('auth', 'auth', worker.connect), '/auth.v1.PeopleService/ListReviewers');
  checks.that(reviewers === 'OK', `the worker itself at ListReviewers: ${reviewers}`);
  let calls = 0;
  for (const [who, attacker] of Object.entries(attackers)) {
    // Without a certificate from our authority there is no connection; with one, the guard must refuse the call.
    const refusals = attacker.peer ? ['UNAUTHENTICATED', 'PERMISSION_DENIED'] : ['UNAVAILABLE'];
    for (const [port, [peer]] of Object.entries(services)) {
      const client = clientTo(port, peer, attacker.connect);
      const token = await attacker.sends?.(peer);
      let refused = 0;
      for (const [path, access] of rpcAccess) {
        if (mayCall(access, attacker)) continue;
        const outcome = await ask(client, path, token);
        if (outcome === 'UNIMPLEMENTED') continue;
        refused += 1;
        if (!checks.that(refusals.includes(outcome), `${who}: ${path} of ${peer} returned ${outcome}`))
          rows.push({ who, path, service: peer, outcome });
      }
      checks.that(refused > 0, `${who}: ${peer} refused nothing`);
      calls += refused;
    }
  }
  checks.that(JSON.stringify(await people()) === before, 'an account was added or changed');
  checks.that((await fetch(`${product.url}/main/home`)).ok, 'the home page no longer responds');
  say(`${calls} calls by ${Object.keys(attackers).length} kinds of attackers`);
  return { calls, attackers: Object.keys(attackers).length };
}
