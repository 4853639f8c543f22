/**
 * A connection to the NWWS-OI feed: joins the room, and forwards its messages. Reconnects when it breaks or falls
 * silent.
 */
import { randomUUID } from 'node:crypto';
import type { Client, Element } from '@xmpp/client';
import type { Clock } from '@site/platform/base/clock';
import { mayBePlain, type NwwsSettings } from './settings.js';

export interface NwwsProduct {
  /** The feed's sequence number, "29116.17989"; may be empty. */
  id: string;
  /** Issuing office, "KLZK". */
  cccc: string;
  /** WMO heading, "WFUS54". */
  ttaaii: string;
  /** AWIPS identifier, "TORLZK". */
  awipsid: string;
  /** RFC 3339. */
  issue: string;
  text: string;
}

export interface NwwsHandlers {
  onProduct: (product: NwwsProduct) => void;
  onUp: () => void;
  /** @param reason without secrets */
  onDown: (reason: string) => void;
}

/** For joining the room. */
const enterWithinMs = 15_000;
const stepWithinMs = 5_000;
const pingIntervalMs = 30_000;
/** The room is never silent for long, and our pings get responses. */
const deafAfterMs = 75_000;
const shortestPauseMs = 1_000;
const maxReconnectDelayMs = 60_000;
/** Of the room's history to request; repetitions are recognized. */
const historySeconds = 300;
const hangUpWithinMs = 1_000;

/** In characters. A longer stanza would be buffered until it ends, if ever. */
const maxStanzaLength = 1_000_000;

const muc = 'http://jabber.org/protocol/muc';

/** Connects until stopped. Pauses between attempts double from one second to a minute. */
export class NwwsConnection {
  private running: Promise<void> | undefined;
  private stopped = true;
  /** Ends the connection, or the pause between two. */
  private interrupt: ((reason: string) => void) | undefined;

  constructor(
    private readonly settings: NwwsSettings,
    private readonly handlers: NwwsHandlers,
    private readonly clock: Pick<Clock, 'elapsed'>,
  ) {}

  start(): void {
    if (!this.stopped) return;
    this.stopped = false;
    const before = this.running ?? Promise.resolve();
    this.running = before.then(() => this.run());
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.interrupt?.('stopped');
    await this.running;
  }

  private async run(): Promise<void> {
    let pauseMs = shortestPauseMs;
    while (!this.stopped) {
      const wasIn = await this.connection();
      if (this.stopped) return;
      pauseMs = wasIn ? shortestPauseMs : Math.min(pauseMs * 2, maxReconnectDelayMs);
      // Jitter, so that clients don't reconnect together.
      await this.pause(pauseMs * (0.5 + Math.random()));
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Resolves at its end with whether it had joined the room. Never rejects. */
  private async connection(): Promise<boolean> {
    // Most installations don't use the feed.
    const { client, xml } = await import('@xmpp/client');
    if (this.stopped) return false;
    const { host, port, room, user } = this.settings;
    // Unique: the previous connection may remain in the room.
    const nickname = `${user.replace(/[^\w.-]/g, '')}-${randomUUID().slice(0, 8)}`;
    const occupantJid = `${room}/${nickname}`;
    return new Promise((resolve) => {
      let state: 'entering' | 'in' | 'over' = 'entering';
      let lastReceivedAt = this.clock.elapsed();
      const service = `xmpp://${host}:${port}`;
      const xmpp = client({
        service,
        domain: host,
        resource: nickname,
        timeout: stepWithinMs,
        credentials: (authenticate, mechanisms, _fast, entity) => this.signIn(authenticate, mechanisms, entity),
      });
      // It doesn't detect silence, and would keep a half-open connection.
      xmpp.reconnect.stop();

      const end = (reason: string) => {
        if (state === 'over') return;
        const wasIn = state === 'in';
        state = 'over';
        clearTimeout(joinTimeout);
        clearInterval(pings);
        hangUp(xmpp);
        this.handlers.onDown(reason);
        resolve(wasIn);
      };
      this.interrupt = end;
      const failed = (error: unknown) => end(error instanceof Error ? error.message : 'the connection failed');
      const joinTimeout = setTimeout(() => end('did not join the room in time'), enterWithinMs);
      const pings = setInterval(() => {
        if (this.clock.elapsed() - lastReceivedAt > deafAfterMs) return end('silent');
        xmpp
          .send(xml('iq', { type: 'get', to: host, id: randomUUID() }, xml('ping', { xmlns: 'urn:xmpp:ping' })))
          .catch(failed);
      }, pingIntervalMs);

      xmpp.on('error', failed);
      xmpp.on('disconnect', () => end('disconnected'));
      xmpp.on('element', () => {
        lastReceivedAt = this.clock.elapsed();
      });
      xmpp.on('online', () => {
        const history = xml('history', { seconds: String(historySeconds) });
        xmpp.send(xml('presence', { to: occupantJid }, xml('x', { xmlns: muc }, history))).catch(failed);
      });
      xmpp.on('stanza', (stanza) => {
        if (stanza.is('presence') && stanza.attrs['from'] === occupantJid) {
          const type = stanza.attrs['type'];
          if (type === 'error' || type === 'unavailable') return end(`not in the room: ${type}`);
          if (state !== 'entering') return;
          state = 'in';
          clearTimeout(joinTimeout);
          this.handlers.onUp();
          return;
        }
        const product = productIn(stanza, room);
        if (product && state !== 'over') this.handlers.onProduct(product);
      });
      // `start` leaves an unhandled rejection when a connection breaks early.
      xmpp
        .connect(service)
        .then(() => {
          // Set by `connect`, used by `open`.
          xmpp.Parser = bounded(xmpp.Parser, end);
          return xmpp.open({ domain: host });
        })
        .catch(failed);
    });
  }

  private async signIn(
    authenticate: (credentials: { username: string; password: string }, mechanism: string) => Promise<void>,
    mechanisms: string[],
    entity: Client,
  ): Promise<void> {
    const { host, user: username, password } = this.settings;
    if (!entity.isSecure() && !mayBePlain(host)) throw new Error('the connection is not encrypted: not signing in');
    const mechanism = mechanisms.find((name) => name !== 'ANONYMOUS');
    if (!mechanism) throw new Error('the server offers no supported authentication mechanism');
    await authenticate({ username, password }, mechanism);
  }
}

/** Ignores direct messages. */
function productIn(stanza: Element, room: string): NwwsProduct | undefined {
  if (!stanza.is('message') || stanza.attrs['type'] !== 'groupchat') return undefined;
  if (stanza.attrs['from']?.split('/')[0] !== room) return undefined;
  const content = stanza.getChild('x', 'nwws-oi');
  if (!content) return undefined;
  const attribute = (name: string) => content.attrs[name]?.trim() ?? '';
  return {
    id: attribute('id'),
    cccc: attribute('cccc'),
    ttaaii: attribute('ttaaii'),
    awipsid: attribute('awipsid'),
    issue: attribute('issue'),
    text: content.text(),
  };
}

/**
 * Aborts on stanzas that are too long or malformed, and ignores the rest: without a parser, the library would throw an
 * uncatchable error.
 */
function bounded(Parser: Client['Parser'], giveUp: (reason: string) => void): Client['Parser'] {
  return class extends Parser {
    private unfinished = 0;
    private isOver = false;

    constructor() {
      super();
      this.on('element', () => {
        this.unfinished = 0;
      });
    }

    override write(data: string): void {
      if (this.isOver) return;
      this.unfinished += data.length;
      super.write(data);
      if (this.unfinished > maxStanzaLength) this.stop('a stanza is too long');
    }

    override emit(event: string, ...values: unknown[]): boolean {
      if (event !== 'error') return super.emit(event, ...values);
      this.stop('malformed stanza');
      return true;
    }

    private stop(reason: string): void {
      this.isOver = true;
      giveUp(reason);
    }
  };
}

/** Doesn't wait for a response that may never come. */
function hangUp(xmpp: Client): void {
  const { socket } = xmpp;
  xmpp.timeout = hangUpWithinMs;
  xmpp.stop().catch(() => undefined);
  const timer = setTimeout(() => {
    if (socket?.destroy) socket.destroy();
    else socket?.socket?.destroy();
  }, hangUpWithinMs);
  timer.unref();
}
