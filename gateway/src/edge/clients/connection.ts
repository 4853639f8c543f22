/**
 * A gRPC channel to one service. Unary calls wait for a restarting service and retry network failures, so that a
 * restart goes unnoticed.
 */
import {
  type ChannelCredentials,
  Client,
  connectivityState,
  Metadata,
  status,
  type CallOptions,
  type ServiceClientConstructor,
  type ServiceError,
} from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { LastingChannel, neverSent } from '@site/platform/base/resilient-channel';
import { isExpiredCertificate, toPeer, type PeerIdentity } from '@site/platform/base/peer-identity';
import { serviceDependencies } from '@site/platform/base/probes';
import { currentContext } from '@site/platform/base/request-context';
import { carry, inSpan, SpanKind } from '@site/platform/base/tracing';
import type { WatchChangesResponse } from '@site/proto/gen/nest/changes/v1/changes';
import { callMetadata, clientOptions, metadataKeys } from '@site/proto/grpc';
import type { Peer } from '@site/proto/rpc-access';
import { Observable } from 'rxjs';
import { busy } from '../http-errors.js';

export type Calls<ServiceClient> = {
  readonly [Method in keyof ServiceClient]: ServiceClient[Method] extends (
    request: infer Request,
    metadata?: Metadata,
  ) => Observable<infer Response>
    ? (request: Request, metadata?: Metadata, deadline?: Date) => Promise<Response>
    : never;
};

/** Nested deadlines: browser 15 s > nginx 10 s > this > SQL statement 4 s. */
const deadlineMs = 5_000;
/** Returns the time by which a call that starts now must finish. */
export const callDeadline = () => new Date(Date.now() + deadlineMs);
/** After this long without a response, calls fail right away. */
const restartMs = 10_000;
/** Concurrent calls per service; more get 503. */
const maxConcurrentCalls = 500;
const attempts = 4;
const pauseMs = (attempt: number) => 50 * 2 ** attempt * (0.5 + Math.random());

/** Not idempotent: must not be repeated if the first attempt may have arrived. */
const notRepeatable = new Set([
  '/auth.v1.SessionsService/SignIn',
  '/auth.v1.SecondStepService/CompleteStep',
  '/auth.v1.SecondStepService/CompleteEnrolment',
  '/auth.v1.SecondFactorsService/CompleteFactor',
  '/auth.v1.SecondFactorsService/MakeRecoveryCodes',
  '/auth.v1.SecondFactorsService/ConfirmIdentity',
  '/auth.v1.PasswordsService/ChangePassword',
  '/auth.v1.PasswordsService/VerifyResetCode',
  '/auth.v1.PasswordsService/ResetPassword',
  '/auth.v1.ModeratorsService/UpdateModerator',
]);

/** Reason of a service that can't be reached. */
export const noResponse = 'no answer';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether the service itself sent the error (with a retry time). */
const isReportedByService = (error: ServiceError) => error.metadata.get(metadataKeys.retryAfterSeconds).length > 0;

export class Connection {
  private readonly credentials: ChannelCredentials;
  private readonly channel: LastingChannel;
  /** When calls began to fail. */
  private unreachableSince: number | undefined;
  private underWay = 0;
  /** Shared by concurrent callers. */
  private looking: Promise<boolean> | undefined;

  /**
   * @param peer the expected peer at `address`
   * @param maxResponseBytes if larger than the default message limit (`channelOptions`)
   */
  constructor(
    private readonly address: string,
    peer: Peer,
    identity: PeerIdentity,
    { maxResponseBytes }: { maxResponseBytes?: number } = {},
  ) {
    this.credentials = identity.channelCredentials(peer);
    this.channel = new LastingChannel(address, this.credentials, {
      ...clientOptions(),
      ...toPeer(peer),
      ...(maxResponseBytes && { 'grpc.max_receive_message_length': maxResponseBytes }),
    });
  }

  /** Returns a promise-based client without the contract's streams. Its calls reject with gRPC errors. */
  calls<ServiceClient>(constructor: ServiceClientConstructor): Calls<ServiceClient> {
    const client = new constructor(this.address, this.credentials, { channelOverride: this.channel });
    const methods = Object.entries(constructor.service).filter(([, method]) => !method.responseStream);
    return Object.fromEntries(
      methods.map(([, { path, originalName, requestSerialize, responseDeserialize }]) => [
        originalName,
        (request: object, metadata?: Metadata, deadline = callDeadline()) =>
          this.counted(path, metadata, deadline, (prepared, options) =>
            unary(client, path, requestSerialize, responseDeserialize, request, prepared, options),
          ),
      ]),
    ) as Calls<ServiceClient>;
  }

  /** Limits calls that wait for a restarting service. */
  private async counted(...call: Parameters<Connection['call']>): Promise<unknown> {
    if (this.underWay >= maxConcurrentCalls) throw busy();
    this.underWay += 1;
    try {
      return await this.call(...call);
    } finally {
      this.underWay -= 1;
    }
  }

  private async call(
    path: string,
    callerMetadata: Metadata | undefined,
    deadline: Date,
    attempt: (metadata: Metadata, options: CallOptions) => Promise<unknown>,
  ): Promise<unknown> {
    const metadata = callerMetadata?.clone() ?? callMetadata(currentContext()?.requestId ?? newId());
    let wasUnreachable = false;
    for (let tried = 1; ; tried += 1) {
      const waiting = this.unreachableSince === undefined || performance.now() - this.unreachableSince < restartMs;
      metadata.setOptions({ waitForReady: waiting });
      try {
        const response = await attempt(metadata, { deadline });
        this.unreachableSince = undefined;
        return response;
      } catch (error) {
        const { code } = error as ServiceError;
        // We never cancel unary calls, so CANCELLED means that a server shut down in mid-call.
        const isUnreachable =
          code === status.CANCELLED || (code === status.UNAVAILABLE && !isReportedByService(error as ServiceError));
        if (isUnreachable || code === status.DEADLINE_EXCEEDED) this.unreachableSince ??= performance.now();
        else this.unreachableSince = undefined;
        wasUnreachable ||= isUnreachable;
        if (code === status.DEADLINE_EXCEEDED && (wasUnreachable || !(await this.isThere()))) throw busy();
        const mayRepeat = !notRepeatable.has(path) || neverSent(error);
        const shouldRetry = isUnreachable && waiting && tried < attempts && mayRepeat;
        const pauseFor = pauseMs(tried);
        if (!shouldRetry || Date.now() + pauseFor > deadline.getTime()) throw error;
        await pause(pauseFor);
      }
    }
  }

  /**
   * Tells a slow service from an unreachable one after a deadline. A dead connection (its machine is gone) is replaced
   * before keepalive detects it.
   */
  private async isThere(): Promise<boolean> {
    if (this.channel.getConnectivityState(false) !== connectivityState.READY) return false;
    this.looking ??= this.checkHealth()
      .then(
        () => true,
        (error: ServiceError) => {
          if (error.code === status.DEADLINE_EXCEEDED) this.channel.renew();
          return false;
        },
      )
      .finally(() => (this.looking = undefined));
    return this.looking;
  }

  /** Streams change notices. No deadline: keepalive detects a vanished peer. */
  changes(constructor: ServiceClientConstructor): Observable<WatchChangesResponse> {
    const client = new constructor(this.address, this.credentials, { channelOverride: this.channel });
    const { path, requestSerialize, responseDeserialize } = constructor.service['WatchChanges']!;
    return new Observable((subscriber) => {
      const stream = client.makeServerStreamRequest(
        path,
        requestSerialize,
        responseDeserialize,
        {},
        callMetadata(newId()),
      );
      stream.on('data', (notice: WatchChangesResponse) => subscriber.next(notice));
      stream.on('error', (error) => subscriber.error(error));
      stream.on('end', () => subscriber.complete());
      return () => stream.cancel();
    });
  }

  /** Answers within a second. */
  isServing(): Promise<boolean> {
    return this.checkHealth().then(serves, () => false);
  }

  /** Returns the failing dependencies, or why the service doesn't respond; empty if it is serving. */
  async failing(): Promise<string[]> {
    const response = await this.checkHealth().catch((error: unknown) => error);
    if (!Buffer.isBuffer(response))
      return [isExpiredCertificate(response) ? `${noResponse}: certificate expired` : noResponse];
    if (serves(response)) return [];
    const fails = (name: string) =>
      this.checkHealth(name).then(
        (each) => !serves(each),
        () => false,
      );
    const found = await Promise.all(serviceDependencies.map(async (name) => ((await fails(name)) ? [name] : [])));
    return found.some((names) => names.length > 0) ? found.flat() : ['not ready'];
  }

  /** Calls the standard gRPC health service with a one-second deadline. */
  private async checkHealth(dependency = ''): Promise<Buffer> {
    const client = new Client(this.address, this.credentials, { channelOverride: this.channel });
    // HealthCheckRequest { service = 1 }: field 1, length-delimited; omitted if empty.
    const name = Buffer.from(dependency);
    const encode = () => (name.length ? Buffer.concat([Buffer.from([0x0a, name.length]), name]) : name);
    const deadline = new Date(Date.now() + 1_000);
    const path = '/grpc.health.v1.Health/Check';
    return (await unary(client, path, encode, (bytes) => bytes, {}, new Metadata(), { deadline })) as Buffer;
  }

  close(): void {
    this.channel.close();
  }
}

/** HealthCheckResponse { status = 1 }: field 1, varint, 1 = SERVING. */
const serves = (response: Buffer): boolean => Buffer.from([0x08, 0x01]).equals(response);

function unary(
  client: Client,
  path: string,
  encode: (request: object) => Buffer,
  decode: (bytes: Buffer) => unknown,
  request: object,
  metadata: Metadata,
  options: CallOptions,
): Promise<unknown> {
  const call = () =>
    new Promise((resolve, reject) => {
      carry(metadata);
      client.makeUnaryRequest(path, encode, decode, request, metadata, options, (error, response) =>
        error ? reject(error) : resolve(response),
      );
    });
  const attributes = { 'rpc.system': 'grpc', 'rpc.method': path };
  return inSpan(path.slice(1), { kind: SpanKind.CLIENT, attributes }, call);
}
