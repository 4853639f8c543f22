import {
  Channel,
  connectivityState,
  type ChannelCredentials,
  type ChannelInterface,
  type ChannelOptions,
} from '@grpc/grpc-js';

/**
 * A gRPC channel that does not cling to an address. grpc-js looks the name up again when a connection ends or cannot be made; one
 * that is being made to a machine that is gone answers neither way, for as long as the kernel tries (minutes). A channel without
 * a connection for three seconds is therefore made anew: it looks the name up, and dials with sockets of its own.
 */

/** Longer than a restart on a busy machine needs to be seen, shorter than the deadline of a call (5 s). */
const patienceMs = 3_000;

/** How a call ends that never left, because its channel was closed: it may be made again, whatever it does. */
const neverLeft = 'Channel closed before call started';

/** Whether a failed call never left this process. */
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
    this.channel = this.made();
  }

  private made(): Channel {
    // Connections of its own: from the common pool it would get the one that is still being made.
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
    if (isAway) this.absence ??= setTimeout(() => this.renew(), patienceMs).unref();
    else this.forgetAbsence();
    channel.watchConnectivityState(state, Infinity, () => {
      if (channel === this.channel && !this.isClosed) this.watch(channel);
    });
  }

  private forgetAbsence(): void {
    clearTimeout(this.absence);
    this.absence = undefined;
  }

  /**
   * Begins anew: calls that wait for a connection end (`neverSent`), those under way are finished on the old one, and the next
   * ones look the name up.
   */
  renew(): void {
    if (this.isClosed) return;
    this.forgetAbsence();
    const before = this.channel;
    this.channel = this.made();
    this.channel.getConnectivityState(true);
    before.close();
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.forgetAbsence();
    this.channel.close();
  }

  getTarget(): string {
    return this.channel.getTarget();
  }

  getConnectivityState(tryToConnect: boolean): connectivityState {
    return this.channel.getConnectivityState(tryToConnect);
  }

  watchConnectivityState(...watched: Parameters<Channel['watchConnectivityState']>): void {
    this.channel.watchConnectivityState(...watched);
  }

  getChannelzRef(): ReturnType<Channel['getChannelzRef']> {
    return this.channel.getChannelzRef();
  }

  createCall(...call: Parameters<Channel['createCall']>): ReturnType<Channel['createCall']> {
    return this.channel.createCall(...call);
  }
}
