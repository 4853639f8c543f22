/** Shared settings of our gRPC servers and clients. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Metadata, status } from '@grpc/grpc-js';
import { RpcException } from '@nestjs/microservices';
import { roles } from '@site/domain/roles';
import { z } from 'zod';

const here = dirname(fileURLToPath(import.meta.url));
/** Of the .proto files, from the sources and from dist/. */
export const protoRoot = existsSync(join(here, 'buf.yaml')) ? here : dirname(here);

export type GrpcPackage =
  | 'audit'
  | 'auth'
  | 'changes'
  | 'content'
  | 'jobs'
  | 'mail'
  | 'mentions'
  | 'notifications'
  | 'images'
  | 'submissions'
  | 'trash'
  | 'weather';

/** Messages in JavaScript: camelCase, empty instead of missing lists, no absent optionals. */
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
 * Limits set by both ends. Keepalive detects a vanished peer within ten seconds. The short reconnect backoff and DNS
 * re-resolution interval (the default of grpc-js is thirty seconds) let a client reconnect within seconds of its
 * service's restart, at any address. Files never cross gRPC, so 1 MiB is generous. Closing connections after ten
 * minutes, once their calls are done, lets clients find added replicas.
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
 * Client options: round-robin over all addresses of a service's name. `timeouts` maps a contract
 * ("auth.v1.PeopleService") to the deadline of calls that set none.
 */
export const clientOptions = (timeouts: Record<string, `${number}s`> = {}) => ({
  ...channelOptions,
  'grpc.service_config': JSON.stringify({
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: Object.entries(timeouts).map(([service, timeout]) => ({ name: [{ service }], timeout })),
  }),
});

/** gRPC requires names of binary values to end in -bin. */
export const metadataKeys = {
  requestId: 'x-request-id',
  caller: 'x-caller-bin',
  fieldErrors: 'x-field-errors-bin',
  retryAfterSeconds: 'x-retry-after-seconds',
} as const;

const callerSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  role: z.enum(roles),
  clientAddress: z.string(),
  /** `sessionKey` of the session; absent in tests that don't need it. */
  session: z.string().optional(),
});

/**
 * The caller's identity, which the gateway takes from the session, never from the client. The servers' guard accepts it
 * from the gateway alone.
 */
export type Caller = z.infer<typeof callerSchema>;

/** An invalid field of the form, with a message for the user. */
export interface FieldError {
  field: string;
  message: string;
}

/** Returns metadata for a call, on behalf of `caller` if given. */
export function callMetadata(requestId: string, caller?: Caller): Metadata {
  const metadata = new Metadata();
  metadata.set(metadataKeys.requestId, requestId);
  if (caller) metadata.set(metadataKeys.caller, Buffer.from(JSON.stringify(caller)));
  return metadata;
}

/** Returns undefined for a visitor without an account. @throws Error for malformed metadata */
export function findCaller(metadata: Metadata | undefined): Caller | undefined {
  const [bytes, ...others] = metadata?.get(metadataKeys.caller) ?? [];
  if (bytes === undefined) return undefined;
  if (others.length > 0) throw new Error('the metadata names several callers');
  return callerSchema.parse(JSON.parse(String(bytes)));
}

/** Returns the caller. @throws UNAUTHENTICATED without one */
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

/** 404: it never existed, or isn't visible to this caller. */
export const notFound = (message: string) => failure(status.NOT_FOUND, message);
/** 409: it exists, but its state forbids this. The message is shown to the user. */
export const conflict = (message: string) => failure(status.ABORTED, message);
/** 400: the named fields are invalid. */
export const invalid = (message: string, fields: FieldError[] = []) =>
  failure(status.INVALID_ARGUMENT, message, { fields });
/** 400, for one field. */
export const invalidField = (field: string, message: string) => invalid(message, [{ field, message }]);
/** 422: can't be processed (an idempotency key used with other content). */
export const unprocessable = (message: string, fields: FieldError[] = []) =>
  failure(status.FAILED_PRECONDITION, message, { fields });
/** 401: not signed in, or no longer signed in. */
export const unauthenticated = (message: string) => failure(status.UNAUTHENTICATED, message);
/** 403: signed in, but not allowed; a field names what is missing, if the user can provide it. */
export const forbidden = (message: string, fields: FieldError[] = []) =>
  failure(status.PERMISSION_DENIED, message, { fields });
/** 429: too many requests. */
export const tooMany = (message: string, retryAfterSeconds: number) =>
  failure(status.RESOURCE_EXHAUSTED, message, { retryAfterSeconds });
/** 503: something is down or overloaded. */
export const unavailable = (message: string, retryAfterSeconds = 5) =>
  failure(status.UNAVAILABLE, message, { retryAfterSeconds });
