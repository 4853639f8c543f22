/**
 * Logs an outage with one line per dependency and minute. Every loop, listener and request of a process fails with the
 * same dependency, within seconds, and each would log it.
 */
import type { LoggerOptions } from 'pino';
import { isOutage } from './outage.js';

const logIntervalMs = 60_000;
/** The levels warn and error. A process that ends always says why. */
const levels = [40, 50];

interface Failure {
  code?: unknown;
  port?: unknown;
  hostname?: unknown;
  message?: string;
  driverError?: unknown;
  cause?: unknown;
  /** Node tries all addresses of a host. */
  errors?: unknown[];
}

const names = new Map<string, string>();

/** Names what listens on the port of `url`, because errors only contain an address. */
export function nameDependency(url: string, name: string, defaultPort: number): void {
  const [, port = String(defaultPort)] = /^[a-z-]+:\/\/(?:[^/@]*@)?(?:\[[^\]]*\]|[^/:]+):(\d+)/.exec(url) ?? [];
  names.set(port, name);
}

const inMessage = /\b(?:E[A-Z]+) (\S+):(\d+)\b/;
const ofPostgres = /^(08|25|53|55|57)\w{3}$/;
const postgresPattern =
  /timeout exceeded when trying to connect|^timeout expired$|Connection terminated|not queryable|DataSource/;
const ofObjectStore = /^(SlowDown|ServiceUnavailable|InternalError)$/;
const redisPattern = /^(Socket closed|The client is|LOADING|OOM|READONLY|MISCONF|NOREPLICAS|MASTERDOWN)/;

/** Returns the name of the dependency that an outage's error is about, or its address. */
export function dependencyOf(error: unknown): string {
  const { code, port, hostname, message = '', driverError, cause, errors } = (error ?? {}) as Failure;
  const inner = driverError ?? errors?.[0];
  if (inner !== undefined) return dependencyOf(inner);
  if (typeof port === 'number')
    return names.get(String(port)) ?? (typeof hostname === 'string' ? hostname : `port ${port}`);
  if (ofPostgres.test(String(code)) || postgresPattern.test(message)) return 'postgres';
  if (redisPattern.test(message)) return 'redis';
  if (ofObjectStore.test(String(code))) return 'object store';
  const [, host, failedPort] = inMessage.exec(message) ?? [];
  if (failedPort) return names.get(failedPort) ?? `${host}:${failedPort}`;
  if (cause !== undefined && cause !== error) return dependencyOf(cause);
  return typeof hostname === 'string' ? hostname : 'another service';
}

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/**
 * Returns a hook that drops further warnings about a dependency for a minute, and counts them in the next line. They are
 * lines with an outage's error, or with the field `dependency`.
 */
export function onceAMinute(now: () => number = () => performance.now()): LogMethod {
  const stateByDependency = new Map<string, { until: number; suppressed: number }>();
  return function (args, method, level) {
    const [fields] = args as unknown[];
    if (levels.includes(level) && typeof fields === 'object' && fields !== null) {
      const { err, dependency: named } = fields as { err?: unknown; dependency?: unknown };
      const dependency = typeof named === 'string' ? named : isOutage(err) ? dependencyOf(err) : undefined;
      if (dependency !== undefined) {
        const last = stateByDependency.get(dependency);
        if (last && now() < last.until) {
          last.suppressed += 1;
          return;
        }
        stateByDependency.set(dependency, { until: now() + logIntervalMs, suppressed: 0 });
        const suppressed = last && last.suppressed > 0 ? { suppressed: last.suppressed } : {};
        args[0] = { ...fields, dependency, ...suppressed };
      }
    }
    method.apply(this, args);
  };
}
