/** Health and readiness of a process, and its internal port for probes and metrics. */
import { createServer, type Server } from 'node:http';
import { withDeadline } from './deadline.js';
import { metrics } from './metrics.js';

/** Rejects when the dependency is unusable. */
export type ReadinessCheck = () => Promise<void>;

/** Dependencies that a service may have, which the gateway checks by name. */
export const serviceDependencies = ['database', 'objectStore'] as const;
export type ServiceDependency = (typeof serviceDependencies)[number];

export interface ReadinessState {
  ready: boolean;
  /** Failing dependencies. A ready process with failures runs degraded. */
  failing: string[];
}

const checkTimeoutMs = 1_000;

/** State of a process for /healthz (it runs), /readyz (it can work now) and the gRPC health service. */
export class Readiness {
  private stopping = false;

  /** @param warnings failing ones are reported, but the process stays ready */
  constructor(
    private readonly checks: Record<string, ReadinessCheck>,
    private readonly warnings: Record<string, ReadinessCheck> = {},
  ) {}

  /** Marks this process as not ready. */
  stop(): void {
    this.stopping = true;
  }

  /** Returns the dependencies that don't respond within a second; empty when ready. */
  async failing(): Promise<string[]> {
    return this.stopping ? ['stopping'] : failingOf(this.checks);
  }

  /** Runs all checks. A failed warning check doesn't make the process unready. */
  async state(): Promise<ReadinessState> {
    const [failing, warnings] = await Promise.all([this.failing(), failingOf(this.warnings)]);
    return { ready: failing.length === 0, failing: [...failing, ...warnings] };
  }
}

async function failingOf(checks: Record<string, ReadinessCheck>): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(checks).map(([name, check]) =>
      withDeadline(check(), checkTimeoutMs).then(
        () => [],
        () => [name],
      ),
    ),
  );
  return results.flat();
}

/** Serves /healthz, /readyz and /metrics on the internal port. Bodies never contain versions or addresses. */
export function serveProbes(options: { port: number; host: string; readiness: Readiness }): Promise<Server> {
  const server = createServer((request, response) => {
    const send = (status: number, body: string, type = 'application/json') =>
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
    if (request.url === '/healthz') return send(200, '{"status":"ok"}');
    if (request.url === '/readyz') {
      return void options.readiness.state().then((state) => send(state.ready ? 200 : 503, JSON.stringify(state)));
    }
    if (request.url === '/metrics') return void metrics.metrics().then((text) => send(200, text, metrics.contentType));
    return send(404, '{"status":"not found"}');
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => resolve(server));
  });
}
