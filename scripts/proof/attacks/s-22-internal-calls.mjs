import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
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
  notifications: ['notifications', '/notifications.v1.DeliveriesService/ListDispatches'],
};

const asIs = (bytes) => bytes;
const mallory = { id: '01a1fb55-69c7-766f-8ee9-d5a97b08f9a2', name: 'Mallory', clientAddress: '192.0.2.66' };
const as = (role) => ({ ...mallory, role });

/** Returns the status. */
function callRpc(client, path, caller) {
  const metadata = new Metadata();
  metadata.set('x-request-id', 'attack');
  if (caller) metadata.set('x-caller-bin', Buffer.from(JSON.stringify(caller)));
  const deadline = { deadline: new Date(Date.now() + 10_000) };
  return new Promise((resolve) => {
    client.makeUnaryRequest(path, asIs, asIs, Buffer.alloc(0), metadata, deadline, (error) =>
      resolve(error ? status[error.code] : 'OK'),
    );
  });
}

export async function run({ product: start, log, checks, rows, defer }) {
  const product = await start();
  const { rpcAccess } = await import(new URL('../../../proto/dist/rpc-access.js', import.meta.url).href);
  const { ports, tls } = product.state();
  const files = (peer) => tlsFiles(leafVariables(join(tls, peer)));
  const authority = readFileSync(files('gateway').authorities);
  const foreign = await makeLeaf(await makeAuthority(), { peer: 'gateway' });
  const [gateway, worker, content] = ['gateway', 'worker', 'content'].map((peer) => {
    const identity = new PeerIdentity(peer, files(peer), console);
    return { peer, connect: (service) => identity.channelCredentials(service) };
  });
  const attackers = {
    'without encryption': { connect: () => credentials.createInsecure(), caller: as('admin') },
    'without a certificate': { connect: () => credentials.createSsl(authority), caller: as('admin') },
    'with the certificate of a foreign authority': {
      connect: () => credentials.createSsl(authority, Buffer.from(foreign.key), Buffer.from(foreign.certificate)),
      caller: as('admin'),
    },
    'with another process’s certificate': content,
    'with another process’s certificate, for an admin': { ...content, caller: as('admin'), never: true },
    'as the worker': worker,
    'as the worker, for an admin': { ...worker, caller: as('admin'), never: true },
    // Only for RPCs that need a signed-in user.
    'as the gateway, without a user': gateway,
    'as the gateway, for a role that does not exist': { ...gateway, caller: as('owner'), never: true },
    'as the gateway, for a moderator': { ...gateway, caller: as('moderator') },
    'as the gateway, for an editor': { ...gateway, caller: as('editor') },
  };
  /** Whether the table allows this call, which then isn't an attack. */
  const mayCall = ({ peers, roles }, { peer, caller, never = false }) =>
    !never && peers.includes(peer) && (roles === 'nobody' || roles.includes(caller?.role));
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
    const right = await callRpc(clientTo(port, peer, gateway.connect), path, as('admin'));
    checks.that(right === 'OK' || right === 'INVALID_ARGUMENT', `the gateway itself at ${path}: ${right}`);
  }
  const reviewers = await callRpc(clientTo('auth', 'auth', worker.connect), '/auth.v1.PeopleService/ListReviewers');
  checks.that(reviewers === 'OK', `the worker itself at ListReviewers: ${reviewers}`);
  let calls = 0;
  for (const [who, attacker] of Object.entries(attackers)) {
    // Without a certificate from our authority there is no connection; with one, the guard must refuse the call.
    const refusals = attacker.peer ? ['UNAUTHENTICATED', 'PERMISSION_DENIED'] : ['UNAVAILABLE'];
    for (const [port, [peer]] of Object.entries(services)) {
      const client = clientTo(port, peer, attacker.connect);
      let rejected = 0;
      for (const [path, access] of rpcAccess) {
        if (mayCall(access, attacker)) continue;
        const outcome = await callRpc(client, path, attacker.caller);
        if (outcome === 'UNIMPLEMENTED') continue;
        rejected += 1;
        if (!checks.that(refusals.includes(outcome), `${who}: ${path} of ${peer} returned ${outcome}`))
          rows.push({ who, path, service: peer, outcome });
      }
      checks.that(rejected > 0, `${who}: ${peer} refused nothing`);
      calls += rejected;
    }
  }
  checks.that(JSON.stringify(await people()) === before, 'an account was added or changed');
  checks.that((await fetch(`${product.url}/main/home`)).ok, 'the home page no longer responds');
  log(`${calls} calls by ${Object.keys(attackers).length} kinds of attackers`);
  return { calls, attackers: Object.keys(attackers).length };
}
