import { renameSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../../services/platform/local/ports.mjs';
import { startReplica } from '../../lib/start-replica.mjs';

/** Replicas as in a cluster: services found by names that resolve late, gateways behind a load balancer. */

/** Services that take writes, and how the gateway's variables name them. */
export const services = ['auth', 'submissions', 'notifications'];
const resolver = `--import=${new URL('cluster-names.mjs', import.meta.url)}`;
const nameOf = (service) => `${service}.cluster.test`;

/** Starts a replica of a service at another address of this machine; all have the same port. */
export const startService = (product, service, address, defer) =>
  startReplica(product, service, {
    environment: { GRPC_LISTEN: `${address}:${product.state().ports[service].grpc}` },
    defer,
  });

/** A name server's cache. */
export class Names {
  constructor(file) {
    this.file = file;
  }

  /** Makes all services resolve to these addresses. */
  set(addresses) {
    writeFileSync(`${this.file}.new`, JSON.stringify(Object.fromEntries(services.map((s) => [nameOf(s), addresses]))));
    renameSync(`${this.file}.new`, this.file);
  }
}

/** Starts a gateway that finds the services through `names`; ready to serve when `readyUrl` answers 200. */
export async function startGateway(product, names, defer) {
  const port = await freePort();
  const { ports } = product.state();
  const addresses = services.map((service) => [
    `${service.toUpperCase()}_GRPC_ADDRESS`,
    `${nameOf(service)}:${ports[service].grpc}`,
  ]);
  const environment = {
    ...Object.fromEntries(addresses),
    PORT: String(port),
    NODE_OPTIONS: resolver,
    NAMES_FILE: names.file,
  };
  return { port, ...(await startReplica(product, 'gateway', { environment, defer })) };
}

/** Starts a load balancer that distributes connections over `ports`, like a Service. */
export async function startBalancer(defer) {
  const balancer = { ports: [], url: '' };
  let number = 0;
  const server = createServer((client) => {
    const upstream = connect(balancer.ports[number++ % balancer.ports.length], '127.0.0.1');
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ])
      one
        .on('error', () => other.destroy())
        .on('close', () => other.destroySoon())
        .pipe(other);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  defer(() => server.close());
  balancer.url = `http://127.0.0.1:${server.address().port}`;
  return balancer;
}

/** Stops a process as a cluster does: after the pause in which clients leave. */
export async function stopAfter(pauseMs, { pid }) {
  await wait(pauseMs);
  process.kill(pid, 'SIGTERM');
}
