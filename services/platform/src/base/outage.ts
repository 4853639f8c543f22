import { status } from '@grpc/grpc-js';

/**
 * How it looks when a part that this process depends on is down or restarting: Postgres, Redis, the object store, a mail server,
 * another service. The one list of such codes; what an outage means (503, another attempt, a mail that may be out) is for others.
 */

/** There never was a connection: nothing has been sent. With what undici and nodemailer make of it. */
const neverReachedCodes =
  /^(ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|EAI_FAIL|EDNS|UND_ERR_CONNECT_TIMEOUT)$/;
/** There was one, and it broke, or nobody can tell: what was sent may have arrived. */
const brokeOffCodes = /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|UND_ERR_SOCKET)$/;
/**
 * Postgres: connection, resources, shutdown, lock timeout (classes 08, 53, 57 and 55P03), and a standby, which takes no writes until it
 * is promoted (25006). S3: overloaded or broken.
 */
const saidCodes = /^(08|53|57)...$|^(55P03|25006)$|^(SlowDown|ServiceUnavailable|InternalError)$/;
/** What has no code, in the words of Node's HTTP client, the store's client, pg, TypeORM and node-redis. */
const words = [
  /socket hang up|Retryable HTTP status/,
  /timeout exceeded when trying to connect|^timeout expired$|Connection terminated|is not queryable|DataSource is not/,
  /^(Socket closed unexpectedly|The client is (closed|offline)|Connection timeout|All the root nodes are unavailable)$/,
  // Redis: starting, full, a replica, or without its disk or its cluster.
  /^(LOADING|OOM|READONLY|MISCONF|NOREPLICAS|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY) /,
  // `withDeadline`
  /^no answer within \d+ ms$/,
];

/** Redis: the user, its password or its rights. Postgres: insufficient privilege, and a login that is refused. */
const deniedWords = /\b(NOPERM|WRONGPASS|NOAUTH)\b/;
const deniedCodes = /^(42501|28...)$/;

/** Whether the code of a network error says that no connection was made, so that nothing can have been sent. */
export const neverReached = (code: string): boolean => neverReachedCodes.test(code);

interface Failure {
  code?: unknown;
  message?: string;
  /** TypeORM's query errors hold the driver's. */
  driverError?: unknown;
  /** `fetch` says only "fetch failed", and why in here. */
  cause?: unknown;
}

/** Whether a failure means that something this process depends on is down, which says nothing about what was asked of it. */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message = '', driverError, cause } = error as Failure;
  if (driverError !== undefined) return isOutage(driverError);
  if (code === status.UNAVAILABLE || code === status.DEADLINE_EXCEEDED) return true;
  if (typeof code === 'string' && [neverReachedCodes, brokeOffCodes, saidCodes].some((codes) => codes.test(code)))
    return true;
  return words.some((said) => said.test(message)) || (cause !== undefined && cause !== error && isOutage(cause));
}

/** Whether a part answered, and refused what this process may not do. */
export function isDenied(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message = '', cause } = error as Failure;
  return deniedCodes.test(String(code)) || deniedWords.test(message) || isDenied(cause);
}
