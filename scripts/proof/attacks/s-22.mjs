import { sign as signBytes, X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { leafVariables, makeAuthority, makeLeaf } from '../../../services/platform/local/certificates.mjs';
import { root } from '../../lib/checkout.mjs';

export const name = 'S-22';
export const title = 'internal calls';
export const rule =
  'An internal process can call only what the access table allows: without a certificate, with a foreign one, or with another process’s, it has no access, whatever it claims to be.';

/** Services by port name, with the name in their certificate. */
const services = {
  content: 'content',
  submissions: 'submissions',
  auth: 'auth',
  weather: 'weather-proxy',
  notifications: 'notifications',
};

const asIs = (bytes) => bytes;
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const derOf = (pem) => new X509Certificate(pem).raw.toString('base64');

/** Returns every rpc of every contract: "/auth.v1.PeopleService/ListReviewers". */
function everyRpc() {
  const folder = join(root, 'proto');
  const files = readdirSync(folder, { recursive: true }).filter((file) => /^\w+\/v1\/\w+\.proto$/.test(file));
  const contracts = loadSync(
    files.map((file) => join(folder, file)),
    { includeDirs: [folder] },
  );
  return Object.values(contracts)
    .filter((contract) => !('format' in contract))
    .flatMap((contract) => Object.values(contract).map(({ path }) => path));
}

/** Request ID of all calls here; a token is valid for one request. */
const request = 'attack';
/** RPCs that no attacker may call, even if the table allows it. */
const neverOpen = [
  '/auth.v1.ModeratorsService/CreateModerator',
  '/auth.v1.PeopleService/ChangeRole',
  '/auth.v1.PeopleService/ResetSecondFactor',
  '/submissions.v1.PersonalDataService/ExportPersonalData',
  '/notifications.v1.WebhooksService/CreateWebhook',
];
/**
 * Calls that a legitimate caller may make: without this check, a missing service would be mistaken for a closed one.
 */
const doors = {
  content: '/content.v1.SiteService/GetHeader',
  submissions: '/submissions.v1.SponsorsService/ListSponsors',
  auth: '/auth.v1.ModeratorsService/ListModerators',
  weather: '/weather.v1.ProvidersService/ListProviders',
  notifications: '/notifications.v1.DeliveriesService/ListRuns',
};

/** Returns a caller token as the gateway issues it, signed with `key`. */
function token({
  key,
  certificate,
  audience,
  role = 'admin',
  rid = request,
  issuedAt = Math.floor(Date.now() / 1_000),
}) {
  const head = encode({ alg: 'ES256', typ: 'caller+jwt', x5c: [derOf(certificate)] });
  const claims = {
    iss: 'arkansas-weather:gateway',
    aud: audience,
    sub: '01a1fb55-69c7-766f-8ee9-d5a97b08f9a2',
    name: 'Mallory',
    role,
    rid,
    address: '192.0.2.66',
    iat: issuedAt,
    exp: issuedAt + 60,
  };
  const text = `${head}.${encode(claims)}`;
  return `${text}.${signBytes('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

export async function run({ product: start, say, checks, rows, defer }) {
  const product = await start();
  const { rpcAccess } = await import(new URL('../../../proto/dist/rpc-access.js', import.meta.url).href);
  const { ports, tls } = product.state();
  const files = (peer) => {
    const { TLS_CERT_FILE, TLS_KEY_FILE, TLS_CA_FILE } = leafVariables(join(tls, peer));
    const [certificate, key, authority] = [TLS_CERT_FILE, TLS_KEY_FILE, TLS_CA_FILE].map((file) => readFileSync(file));
    return { certificate, key, authority };
  };
  const house = files('gateway').authority;
  const shown = ({ certificate, key }) => credentials.createSsl(house, Buffer.from(key), Buffer.from(certificate));
  const foreign = await makeLeaf(await makeAuthority(), { peer: 'gateway' });
  const gateway = files('gateway');
  const worker = files('worker');
  const content = files('content');
  const now = Math.floor(Date.now() / 1_000);
  /** The certificate each attacker presents, and the token it sends to the service `audience`. */
  const attackers = {
    'without encryption': { connection: credentials.createInsecure() },
    'without a certificate': { connection: credentials.createSsl(house) },
    'with the certificate of a foreign authority': { connection: shown(foreign) },
    'with another process’s certificate': { connection: shown(content), peer: 'content' },
    'as the worker': { connection: shown(worker), peer: 'worker' },
    'as the worker, with a self-made token': {
      connection: shown(worker),
      peer: 'worker',
      says: (audience) => token({ ...worker, audience }),
      never: true,
    },
    'as the worker, with a token that names the gateway’s certificate': {
      connection: shown(worker),
      peer: 'worker',
      says: (audience) => token({ key: worker.key, certificate: gateway.certificate, audience }),
      never: true,
    },
    'as the worker, with a token of the gateway': {
      connection: shown(worker),
      peer: 'worker',
      says: (audience) => token({ ...gateway, audience }),
      never: true,
    },
    // Only for RPCs that need a signed-in user: the gateway may of course request the home page.
    'as the gateway, without a user': { connection: shown(gateway), peer: 'gateway' },
    'as the gateway, with a token of a foreign one': {
      connection: shown(gateway),
      peer: 'gateway',
      says: (audience) => token({ ...foreign, audience }),
      never: true,
    },
    'as the gateway, with an old token': {
      connection: shown(gateway),
      peer: 'gateway',
      says: (audience) => token({ ...gateway, audience, issuedAt: now - 600 }),
      never: true,
    },
    'as the gateway, with a token for another service': {
      connection: shown(gateway),
      peer: 'gateway',
      says: () => token({ ...gateway, audience: 'nobody' }),
      never: true,
    },
    'as the gateway, with a token of another request': {
      connection: shown(gateway),
      peer: 'gateway',
      says: (audience) => token({ ...gateway, audience, rid: 'another' }),
      never: true,
    },
    'as the gateway, for a moderator': {
      connection: shown(gateway),
      peer: 'gateway',
      says: (audience) => token({ ...gateway, audience, role: 'moderator' }),
      role: 'moderator',
    },
    'as the gateway, for an editor': {
      connection: shown(gateway),
      peer: 'gateway',
      says: (audience) => token({ ...gateway, audience, role: 'editor' }),
      role: 'editor',
    },
  };
  const rpcs = everyRpc();
  /** Returns whether the table allows this call; such calls are not attacks and are skipped. */
  const mayCall = (path, { peer, role = 'nobody', never = false }) => {
    const access = rpcAccess.get(path);
    return !never && access?.peers.includes(peer) && (access.roles === 'nobody' || access.roles.includes(role));
  };
  const clients = [];
  defer(async () => {
    for (const client of clients) client.close();
  });
  const clientTo = (service, connection) => {
    const client = new Client(`127.0.0.1:${ports[service].grpc}`, connection, {
      'grpc.ssl_target_name_override': services[service],
      'grpc.use_local_subchannel_pool': 1,
    });
    clients.push(client);
    return client;
  };
  const ask = (client, path, said) =>
    new Promise((resolve) => {
      const metadata = new Metadata();
      metadata.set('x-request-id', request);
      metadata.set('x-principal-bin', Buffer.from(JSON.stringify({ id: 'x', name: 'Mallory', role: 'admin' })));
      if (said) metadata.set('x-caller-token', said);
      const deadline = { deadline: new Date(Date.now() + 10_000) };
      client.makeUnaryRequest(path, asIs, asIs, Buffer.alloc(0), metadata, deadline, (error) =>
        resolve(error ? status[error.code] : 'OK'),
      );
    });

  const people = () => product.query('SELECT id, role FROM auth.people ORDER BY id');
  const before = JSON.stringify(await people());
  // First check that legitimate calls succeed, so that later refusals are for the expected reason.
  for (const [service, path] of Object.entries(doors)) {
    const right = await ask(
      clientTo(service, shown(gateway)),
      path,
      token({ ...gateway, audience: services[service] }),
    );
    checks.that(right === 'OK' || right === 'INVALID_ARGUMENT', `the gateway itself at ${path}: ${right}`);
  }
  const reviewers = await ask(clientTo('auth', shown(worker)), '/auth.v1.PeopleService/ListReviewers');
  checks.that(reviewers === 'OK', `the worker itself at ListReviewers: ${reviewers}`);
  let calls = 0;
  for (const [who, attacker] of Object.entries(attackers)) {
    for (const path of neverOpen) checks.that(!mayCall(path, attacker), `the table admits, ${who}: ${path}`);
    // Without a certificate from our authority there is no connection; with one, the guard must refuse the call.
    const refusals = attacker.peer ? ['UNAUTHENTICATED', 'PERMISSION_DENIED'] : ['UNAVAILABLE'];
    for (const service of Object.keys(services)) {
      const client = clientTo(service, attacker.connection);
      const said = attacker.says?.(services[service]);
      let refused = 0;
      for (const path of rpcs.filter((rpc) => !mayCall(rpc, attacker))) {
        const outcome = await ask(client, path, said);
        // The service doesn't implement this contract.
        if (outcome === 'UNIMPLEMENTED') continue;
        refused += 1;
        if (!checks.that(refusals.includes(outcome), `${who}: ${path} of ${service} returned ${outcome}`))
          rows.push({ who, path, service, outcome });
      }
      checks.that(refused > 0, `${who}: ${service} refused nothing`);
      calls += refused;
    }
  }
  checks.that(JSON.stringify(await people()) === before, 'an account was added or changed');
  checks.that((await fetch(`${product.url}/main/home`)).ok, 'the home page no longer responds');
  say(`${calls} calls by ${Object.keys(attackers).length} kinds of attackers`);
  return { calls, attackers: Object.keys(attackers).length };
}
