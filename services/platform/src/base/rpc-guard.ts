/**
 * Guards every gRPC server: checks calls against the access table (`proto/rpc-access.ts`) by the connection's
 * certificate and the caller that the gateway names, before any handler or parser runs.
 */
import {
  ResponderBuilder,
  ServerInterceptingCall,
  ServerListenerBuilder,
  status,
  type Metadata,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
} from '@grpc/grpc-js';
import { findCaller, metadataKeys, type Caller } from '@site/proto/grpc';
import { rpcAccess, type Peer } from '@site/proto/rpc-access';
import { Counter } from 'prom-client';
import { metrics } from './metrics.js';
import { peerNamed } from './peer-identity.js';
import type { Logger } from './injection-tokens.js';

const refusals = new Counter({
  name: 'grpc_server_rejected_calls_total',
  help: 'gRPC calls that were refused because of the caller',
  labelNames: ['method', 'peer'],
  registers: [metrics],
});

/** Any process with a certificate may call it. */
const health = '/grpc.health.v1.Health/';

class CallRejectedError extends Error {
  constructor(
    readonly code: status,
    /** Sent to the caller. */
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** Cached because parsing a certificate takes longer than many calls. */
const peersOfSessions = new WeakMap<object, Peer>();

function peerOf(call: ServerInterceptingCallInterface): Peer | undefined {
  // Not in grpc-js's public interface; without it, every call parses the certificate.
  const { session } = (call as { stream?: { session?: object } }).stream ?? {};
  const cached = session && peersOfSessions.get(session);
  if (cached) return cached;
  const peer = peerNamed(call.getAuthContext().sslPeerCertificate?.subjectaltname);
  if (session && peer) peersOfSessions.set(session, peer);
  return peer;
}

/** Only the gateway checks sessions, so only its certificate may name the user behind a call. */
function callerOf(peer: Peer, metadata: Metadata): Caller | undefined {
  if (peer !== 'gateway' && metadata.get(metadataKeys.caller).length > 0)
    throw new CallRejectedError(status.PERMISSION_DENIED, 'only the gateway may call for a user');
  try {
    return findCaller(metadata);
  } catch (error) {
    throw new CallRejectedError(status.UNAUTHENTICATED, 'the caller is not known', error);
  }
}

function check(path: string, peer: Peer | undefined, metadata: Metadata): void {
  if (!peer) throw new CallRejectedError(status.UNAUTHENTICATED, 'the certificate names no known process');
  if (path.startsWith(health)) return;
  const access = rpcAccess.get(path);
  if (!access?.peers.includes(peer)) throw new CallRejectedError(status.PERMISSION_DENIED, `${peer} may not call this`);
  const caller = callerOf(peer, metadata);
  if (access.roles === 'nobody') return;
  if (!caller) throw new CallRejectedError(status.UNAUTHENTICATED, 'no caller');
  if (!access.roles.includes(caller.role))
    throw new CallRejectedError(
      status.PERMISSION_DENIED,
      access.roles.length === 1 ? 'Only an admin can do this.' : 'You are not allowed to do this.',
    );
}

/** Returns the interceptor, which logs refused calls and ends them with PERMISSION_DENIED or UNAUTHENTICATED. */
export function rpcGuard(logger: Logger): ServerInterceptor {
  const reject = (call: ServerInterceptingCallInterface, path: string, peer: Peer | undefined, error: unknown) => {
    const rejection =
      error instanceof CallRejectedError ? error : new CallRejectedError(status.INTERNAL, 'internal error', error);
    refusals.inc({ method: path, peer: peer ?? 'nobody' });
    // Only the message: the error object contains the caller.
    const cause = rejection.cause instanceof Error ? rejection.cause.message : undefined;
    logger.warn({ method: path, peer, reason: rejection.message, error: cause }, 'a call was refused');
    call.sendStatus({ code: rejection.code, details: rejection.message });
  };

  return ({ path }, call) => {
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        const peer = peerOf(call);
        try {
          check(path, peer, metadata);
        } catch (error) {
          reject(call, path, peer, error);
          return;
        }
        next(metadata);
      })
      .build();
    const responder = new ResponderBuilder().withStart((next) => next(listener)).build();
    return new ServerInterceptingCall(call, responder);
  };
}
