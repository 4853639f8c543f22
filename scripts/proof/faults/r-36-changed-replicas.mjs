import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../lib/checkout.mjs';
import { newFolder } from '../../lib/processes.mjs';
import { until } from '../../lib/until.mjs';
import { Ledger } from '../lib/acknowledged-writes.mjs';
import { startSiteNginx } from '../lib/nginx.mjs';
import { Names, services, startBalancer, startGateway, startService, stopAfter } from './parts/replicas.mjs';
import { checkStored, startWrites } from './parts/writes.mjs';

export const name = 'R-36';
export const title = 'replicas added, replaced and removed during writes';
export const rule =
  'While gateways and services are added, replaced and removed as Kubernetes does, no write is refused at its first attempt, and every acknowledged one is stored once. New pods reach the network late; name servers answer from a cache.';

/** Of a name server's cache: the default of CoreDNS in kubeadm, kind and k3s. */
const cachedSeconds = 30;
/** Until a cluster opens the network to a new pod. */
const networkSeconds = 10;
const kinds = ['contact', 'newsletter', 'contact', 'snapshot'];

/** Returns how long a pod serves after it left the rotation. */
const pauseOf = (manifest) =>
  Number(/preStop: \{ sleep: \{ seconds: (\d+) \} \}/.exec(readFileSync(join(root, manifest), 'utf8'))[1]);

/** Subscribes to alerts, and checks a session; returns a function that ends this and returns the results. */
function startOtherRequests(url, token) {
  const send = async (path, options) => {
    const response = await fetch(url + path, options);
    await response.arrayBuffer();
    return `${path} ${response.status}`;
  };
  const preferences = { counties: ['05119'], kinds: ['tornado'], min_level: 3, override_quiet_hours: true };
  const sent = [];
  const timer = setInterval(() => {
    const body = { email: `${randomUUID()}@example.org`, preferences, consent_version: '2026-11' };
    const headers = { 'Content-Type': 'application/json' };
    sent.push(send('/main/notifications/subscribe', { method: 'POST', headers, body: JSON.stringify(body) }));
    sent.push(send('/admin/main/overview', { headers: { Authorization: `Bearer ${token}` } }));
  }, 500);
  return () => {
    clearInterval(timer);
    return Promise.all(sent.map((each) => each.catch(({ message }) => message)));
  };
}

/** Returns "503 ×3, …". */
const formatCounts = (results) =>
  [...new Set(results)].map((each) => `${each} ×${results.filter((one) => one === each).length}`).join(', ');

export async function run(context) {
  const { checks, rows, quick, log, defer } = context;
  const scale = quick ? 0.25 : 1;
  const seconds = (count) => wait(count * scale * 1_000);
  const product = await context.product({ fresh: true });
  const folder = newFolder('names');
  defer(() => rmSync(folder, { recursive: true, force: true }));
  const pauseMs = {
    gateway: pauseOf('k8s/base/common/pod/kustomization.yaml') * scale * 1_000,
    service: pauseOf('k8s/base/common/grpc/kustomization.yaml') * scale * 1_000,
  };
  const names = new Names(join(folder, 'names.json'));
  const startServices = (address) =>
    Promise.all(services.map((service) => startService(product, service, address, defer)));
  const stopServices = (replicas) => Promise.all(replicas.map((each) => stopAfter(pauseMs.service, each)));
  const isReady = async ({ readyUrl }) => (await fetch(readyUrl)).status === 200;

  const before = await startServices('127.0.0.2');
  names.set(['127.0.0.2']);
  const balancer = await startBalancer(defer);
  const first = await startGateway(product, names, defer);
  await until('the gateway to be ready', () => isReady(first));
  balancer.ports = [first.port];
  const nginx = await startSiteNginx(balancer.url);
  defer(() => nginx.stop());

  const token = await product.signIn();

  async function during(what, work) {
    log(what);
    const ledger = new Ledger(nginx.url);
    const stopWrites = startWrites(ledger, 10, kinds);
    const stopOthers = startOtherRequests(nginx.url, token);
    await wait(1_000);
    await work();
    await seconds(8);
    await stopWrites();
    const others = await stopOthers();
    const acknowledged = await checkStored({ checks, product, ledger, what });
    const all = [...ledger.entries.map(({ kind, statuses }) => `${kind} ${statuses[0]}`), ...others];
    const rejected = all.filter((each) => !/ 20\d$/.test(each));
    checks.that(rejected.length === 0, `${what}: refused: ${formatCounts(rejected)}`);
    rows.push({ what, requests: all.length, rejected: rejected.length, acknowledged });
  }

  let added;
  let second;
  await during('a second of each is added', async () => {
    const late = new Names(join(folder, 'late.json'));
    // Where nothing listens.
    late.set(['127.0.0.9']);
    [added, second] = await Promise.all([startServices('127.0.0.3'), startGateway(product, late, defer)]);
    const opened = seconds(networkSeconds).then(() => late.set(['127.0.0.2', '127.0.0.3']));
    await until('the second gateway to be ready', () => isReady(second), { withinMs: 60_000 });
    balancer.ports = [first.port, second.port];
    await opened;
    await seconds(cachedSeconds);
    names.set(['127.0.0.2', '127.0.0.3']);
  });
  await during('the older of each is removed', async () => {
    balancer.ports = [second.port];
    const learned = seconds(cachedSeconds).then(() => names.set(['127.0.0.3']));
    await Promise.all([stopServices(before), stopAfter(pauseMs.gateway, first), learned]);
  });
  await during('services are replaced', async () => {
    // Name servers learn of the new and the lost address together.
    await startServices('127.0.0.4');
    const learned = seconds(cachedSeconds).then(() => {
      names.set(['127.0.0.4']);
      new Names(join(folder, 'late.json')).set(['127.0.0.4']);
    });
    await Promise.all([stopServices(added), learned]);
  });
  return { networkSeconds, cachedSeconds };
}
