import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Metadata, status } from '@grpc/grpc-js';
import { RpcException } from '@nestjs/microservices';
import type { Role } from '@site/domain/roles';

/** What all our gRPC servers and clients agree on: files, message options, errors and the caller's identity. */

const here = dirname(fileURLToPath(import.meta.url));
/** The folder of the .proto files, found from the sources as well as from dist/. */
export const protoRoot = existsSync(join(here, 'buf.yaml')) ? here : dirname(here);

export type GrpcPackage =
  | 'audit'
  | 'auth'
  | 'changes'
  | 'content'
  | 'jobs'
  | 'notifications'
  | 'pictures'
  | 'submissions'
  | 'trash'
  | 'weather';

/** How messages look in JavaScript: camelCase, empty lists instead of missing ones, absent optionals left out. */
export const messageOptions = {
  includeDirs: [protoRoot] as string[],
  keepCase: false,
  longs: String,
  enums: String,
  defaults: true,
  arrays: true,
  oneofs: false,
} as const;

/**
 * Limits that both ends set. Keepalive detects a peer that vanished without closing (within ten seconds); the short reconnect
 * backoff, and names that are looked up again after a second (grpc-js waits for thirty), bring a client back within seconds of its
 * service's restart, at whatever address. Files never cross gRPC, so 1 MiB is generous. A connection is closed
 * after ten minutes, once its calls are done: the client then resolves the addresses again and finds added replicas.
 */
export const channelOptions = {
  'grpc.max_receive_message_length': 1024 * 1024,
  'grpc.max_send_message_length': 1024 * 1024,
  'grpc.keepalive_time_ms': 5_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.keepalive_permit_without_calls': 1,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
  'grpc.dns_min_time_between_resolutions_ms': 1_000,
  'grpc.max_connection_age_ms': 600_000,
  'grpc.max_connection_age_grace_ms': 30_000,
} as const;

/**
 * Options of a client: calls go round the replicas of a service (all addresses of its name). `timeouts` holds, by contract
 * ("auth.v1.PeopleService"), the deadline of calls that set none themselves.
 */
export const clientOptions = (timeouts: Record<string, `${number}s`> = {}) => ({
  ...channelOptions,
  'grpc.service_config': JSON.stringify({
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: Object.entries(timeouts).map(([service, timeout]) => ({ name: [{ service }], timeout })),
  }),
});

/** Metadata keys. gRPC requires the names of binary values to end in -bin. */
export const metadataKeys = {
  requestId: 'x-request-id',
  callerToken: 'x-caller-token',
  fieldErrors: 'x-field-errors-bin',
  retryAfterSeconds: 'x-retry-after-seconds',
} as const;

/** Who is asking, as far as a service may know: the gateway takes it from the session, never from the client. */
export interface Caller {
  id: string;
  name: string;
  role: Role;
  clientAddress: string;
  /** `sessionKey` of the session; absent in tests that need none. */
  session?: string | undefined;
}

/** A field of the submitted form and what is wrong with it, in words for the person who filled it in. */
export interface FieldError {
  field: string;
  message: string;
}

/**
 * The callers of calls. They stand beside the metadata, never in it: what travels is a token that the gateway signs for the
 * service called, and only who has checked one says `vouchFor` at the other end.
 */
const callers = new WeakMap<Metadata, Caller>();

/** Metadata for a call of a service, made for `caller` if there is one. */
export function callMetadata(requestId: string, caller?: Caller): Metadata {
  const metadata = new Metadata();
  metadata.set(metadataKeys.requestId, requestId);
  if (caller) vouchFor(metadata, caller);
  return metadata;
}

/** Says that the call is made for `caller`: the gateway after looking at the session, a service after checking the token. */
export const vouchFor = (metadata: Metadata, caller: Caller): void => void callers.set(metadata, caller);

/** The caller of a call, if somebody vouched for one. */
export const findCaller = (metadata: Metadata | undefined): Caller | undefined => metadata && callers.get(metadata);

/** The caller of an authenticated call; `UNAUTHENTICATED` when nobody vouched for one. */
export function readCaller(metadata: Metadata | undefined): Caller {
  const caller = findCaller(metadata);
  if (!caller) throw failure(status.UNAUTHENTICATED, 'no caller');
  return caller;
}

interface FailureExtras {
  fields?: FieldError[];
  retryAfterSeconds?: number;
}

function failure(code: status, message: string, extras: FailureExtras = {}): RpcException {
  const metadata = new Metadata();
  if (extras.fields) metadata.set(metadataKeys.fieldErrors, Buffer.from(JSON.stringify(extras.fields)));
  if (extras.retryAfterSeconds) metadata.set(metadataKeys.retryAfterSeconds, String(extras.retryAfterSeconds));
  return new RpcException({ code, message, metadata });
}

/** 404: it never existed, or is not visible to this caller. */
export const notFound = (message: string) => failure(status.NOT_FOUND, message);
/** 409: it exists, but in a state that forbids this. The message is shown to the person. */
export const conflict = (message: string) => failure(status.ABORTED, message);
/** 400: the fields named are wrong. */
export const invalid = (message: string, fields: FieldError[] = []) =>
  failure(status.INVALID_ARGUMENT, message, { fields });
/** 422: well-formed, but cannot be carried out (an idempotency key that was used with other content). */
export const unprocessable = (message: string, fields: FieldError[] = []) =>
  failure(status.FAILED_PRECONDITION, message, { fields });
/** 401: not signed in, or no longer. */
export const unauthenticated = (message: string) => failure(status.UNAUTHENTICATED, message);
/** 403: signed in, but not allowed; a field names what is missing, if something can be done about it. */
export const forbidden = (message: string, fields: FieldError[] = []) =>
  failure(status.PERMISSION_DENIED, message, { fields });
/** 429: asked too often. */
export const tooMany = (message: string, retryAfterSeconds: number) =>
  failure(status.RESOURCE_EXHAUSTED, message, { retryAfterSeconds });
/** 503: something is down or overloaded; trying again later may work. */
export const unavailable = (message: string, retryAfterSeconds = 5) =>
  failure(status.UNAVAILABLE, message, { retryAfterSeconds });
