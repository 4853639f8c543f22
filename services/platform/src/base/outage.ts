/**
 * Detects errors of a dependency that is down or restarting. Callers decide what an outage means (503, a retry, a mail
 * that may have been sent).
 */
import { status } from '@grpc/grpc-js';

/** No connection was made. Includes the codes of undici and nodemailer. */
const neverReachedCodes =
  /^(ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|EAI_FAIL|EDNS|UND_ERR_CONNECT_TIMEOUT)$/;
/** The connection broke: the request may have arrived. */
const brokeOffCodes = /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|UND_ERR_SOCKET)$/;
/**
 * Postgres: connection, resources, shutdown, lock timeout (classes 08, 53, 57 and 55P03), and a standby, read-only
 * until promoted (25006). S3: overloaded or broken.
 */
const reportedCodes = /^(08|53|57)...$|^(55P03|25006)$|^(SlowDown|ServiceUnavailable|InternalError)$/;
/** Errors without a code, from Node's HTTP client, the S3 client, pg, TypeORM and node-redis. */
const messagePatterns = [
  /socket hang up|Retryable HTTP status/,
  /timeout exceeded when trying to connect|^timeout expired$|Connection terminated|is not queryable|DataSource is not/,
  /^(Socket closed unexpectedly|The client is (closed|offline)|Connection timeout)$/,
  // Redis: starting, out of memory, a replica, or without its disk.
  /^(LOADING|OOM|READONLY|MISCONF|NOREPLICAS|MASTERDOWN|BUSY) /,
  // `withDeadline`
  /^no answer within \d+ ms$/,
];

/** Redis: user, password or permissions. Postgres: insufficient privilege or refused login. */
const accessDeniedPattern = /\b(NOPERM|WRONGPASS|NOAUTH)\b/;
const deniedCodes = /^(42501|28...)$/;

/** Returns whether a network error code means that nothing was sent. */
export const neverReached = (code: string): boolean => neverReachedCodes.test(code);

interface Failure {
  code?: unknown;
  message?: string;
  /** TypeORM's query errors wrap the driver's. */
  driverError?: unknown;
  /** `fetch` hides the reason here. */
  cause?: unknown;
}

/** Returns whether a failure means that a dependency is down, not a problem with the request. */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message = '', driverError, cause } = error as Failure;
  if (driverError !== undefined) return isOutage(driverError);
  if (code === status.UNAVAILABLE || code === status.DEADLINE_EXCEEDED) return true;
  if (typeof code === 'string' && [neverReachedCodes, brokeOffCodes, reportedCodes].some((codes) => codes.test(code)))
    return true;
  return (
    messagePatterns.some((pattern) => pattern.test(message)) ||
    (cause !== undefined && cause !== error && isOutage(cause))
  );
}

/** Returns whether a dependency responded but denied this process access. */
export function isDenied(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message = '', cause } = error as Failure;
  return deniedCodes.test(String(code)) || accessDeniedPattern.test(message) || isDenied(cause);
}
