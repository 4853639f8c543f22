/**
 * A gRPC channel that recovers when its peer moves to another address. grpc-js resolves the name again when a
 * connection fails, but an attempt to reach a machine that is gone takes minutes to fail. After three seconds without a
 * connection, this replaces the channel by one with separate sockets, which resolves the name again.
 */
import {
  Channel,
  connectivityState,
  type ChannelCredentials,
  type ChannelInterface,
  type ChannelOptions,
} from '@grpc/grpc-js';

/** Longer than a restart takes to detect on a busy machine, shorter than a call's deadline (5 s). */
const renewalDelayMs = 3_000;

/** Error of a call that was never sent because its channel was closed, and so is safe to repeat. */
const neverLeft = 'Channel closed before call started';

/** Returns whether the call failed because its channel was replaced before it was sent. */
export const neverSent = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { details?: unknown }).details === neverLeft;

export class LastingChannel implements ChannelInterface {
  private channel: Channel;
  private absence: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly address: string,
    private readonly credentials: ChannelCredentials,
    private readonly options: ChannelOptions,
  ) {
    this.channel = this.createChannel();
  }

  private createChannel(): Channel {
    // The shared pool would return the connection that is still being attempted.
    const channel = new Channel(this.address, this.credentials, {
      ...this.options,
      'grpc.use_local_subchannel_pool': 1,
    });
    this.watch(channel);
    return channel;
  }

  private watch(channel: Channel): void {
    const state = channel.getConnectivityState(false);
    const isAway = state === connectivityState.CONNECTING || state === connectivityState.TRANSIENT_FAILURE;
    if (isAway) this.absence ??= setTimeout(() => this.renew(), renewalDelayMs).unref();
    else this.clearAbsence();
    channel.watchConnectivityState(state, Infinity, () => {
      if (channel === this.channel && !this.isClosed) this.watch(channel);
    });
  }

  private clearAbsence(): void {
    clearTimeout(this.absence);
    this.absence = undefined;
  }

  /** Replaces the channel: calls waiting for a connection fail (`neverSent`), calls in flight finish on the old one. */
  renew(): void {
    if (this.isClosed) return;
    this.clearAbsence();
    const before = this.channel;
    this.channel = this.createChannel();
    this.channel.getConnectivityState(true);
    before.close();
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.clearAbsence();
    this.channel.close();
  }

  getTarget = () => this.channel.getTarget();
  getConnectivityState = (tryToConnect: boolean) => this.channel.getConnectivityState(tryToConnect);
  watchConnectivityState: Channel['watchConnectivityState'] = (...watched) =>
    this.channel.watchConnectivityState(...watched);
  getChannelzRef = () => this.channel.getChannelzRef();
  createCall: Channel['createCall'] = (...call) => this.channel.createCall(...call);
}
