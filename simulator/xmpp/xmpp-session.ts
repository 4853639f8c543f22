/** One client of the simulated feed. */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { escaped, StanzaScanner, textOf, type Stanza } from './stanza-scanner.js';

export interface SessionHost {
  domain: string;
  room: string;
  users: Readonly<Record<string, string>>;
  /** PEM; unencrypted without it. */
  tls?: { certificate: string; key: string };
  /** Rejects passwords. */
  refuses(): boolean;
  /** Whether clients get no response. */
  isDeaf(): boolean;
  /** Returns recent messages, for a client that has just joined. */
  history(seconds: number): string[];
}

const streams = 'http://etherx.jabber.org/streams';
const sasl = 'urn:ietf:params:xml:ns:xmpp-sasl';
const startTls = 'urn:ietf:params:xml:ns:xmpp-tls';
const bind = 'urn:ietf:params:xml:ns:xmpp-bind';

/** Handles TLS, sign-in, and joining the room for one client. */
export class XmppSession {
  private socket: Socket;
  private scanner = new StanzaScanner();
  private user: string | undefined;
  private isSecure = false;
  /** In the room; undefined outside. */
  private nickname: string | undefined;

  constructor(
    socket: Socket,
    private readonly host: SessionHost,
    private readonly onEnd: () => void,
  ) {
    this.socket = socket;
    this.listen(socket);
  }

  get isInRoom(): boolean {
    return this.nickname !== undefined;
  }

  /** Sends in pieces of `pieceBytes`. */
  send(xml: string, pieceBytes = xml.length): void {
    if (this.socket.destroyed) return;
    for (let at = 0; at < xml.length; at += pieceBytes) this.socket.write(xml.slice(at, at + pieceBytes));
  }

  /** Ends without a goodbye. */
  cut(): void {
    this.socket.destroy();
  }

  private listen(socket: Socket): void {
    socket.setNoDelay(true);
    socket.on('data', (data) => this.read(data.toString('utf8')));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.nickname = undefined;
      this.onEnd();
    });
  }

  private read(text: string): void {
    if (this.host.isDeaf()) return;
    for (const item of this.scanner.feed(text)) {
      if (item.kind === 'open') this.open();
      else if (item.kind === 'close') this.socket.end('</stream:stream>');
      else this.answer(item);
    }
  }

  private open(): void {
    this.send(
      `<?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='${streams}' id='${randomUUID()}' from='${this.host.domain}' version='1.0'>` +
        `<stream:features>${this.features()}</stream:features>`,
    );
  }

  private features(): string {
    if (this.user !== undefined) return `<bind xmlns='${bind}'/>`;
    if (this.host.tls && !this.isSecure) return `<starttls xmlns='${startTls}'><required/></starttls>`;
    return `<mechanisms xmlns='${sasl}'><mechanism>PLAIN</mechanism></mechanisms>`;
  }

  private answer({ name, attributes, xml }: Stanza): void {
    switch (name) {
      case 'starttls':
        return this.secure();
      case 'auth':
        return this.signIn(textOf(xml, 'auth') ?? '');
      case 'iq':
        return this.respondToQuery(attributes, xml);
      case 'presence':
        return this.comeOrGo(attributes, xml);
      default:
        return undefined;
    }
  }

  private secure(): void {
    const { tls } = this.host;
    if (!tls) return this.send(`<failure xmlns='${startTls}'/>`);
    this.send(`<proceed xmlns='${startTls}'/>`);
    const plain = this.socket;
    plain.removeAllListeners('data');
    plain.removeAllListeners('close');
    this.scanner = new StanzaScanner();
    this.isSecure = true;
    this.socket = new TLSSocket(plain, { isServer: true, cert: tls.certificate, key: tls.key });
    this.listen(this.socket);
  }

  private signIn(initial: string): void {
    const [, user = '', password = ''] = Buffer.from(initial, 'base64').toString('utf8').split('\0');
    const isAuthorized = Object.hasOwn(this.host.users, user) && this.host.users[user] === password;
    if (this.host.refuses() || !isAuthorized) return this.send(`<failure xmlns='${sasl}'><not-authorized/></failure>`);
    this.user = user;
    this.scanner = new StanzaScanner();
    this.send(`<success xmlns='${sasl}'/>`);
  }

  private respondToQuery({ id = '', type }: Stanza['attributes'], xml: string): void {
    if (type !== 'get' && type !== 'set') return;
    const result = (content: string) => this.send(`<iq type='result' id='${escaped(id)}'>${content}</iq>`);
    if (this.user === undefined) return this.cut();
    if (xml.includes(bind)) {
      const resource = textOf(xml, 'resource') ?? randomUUID();
      return result(`<bind xmlns='${bind}'><jid>${escaped(this.user)}@${this.host.domain}/${resource}</jid></bind>`);
    }
    if (xml.includes('urn:xmpp:ping')) return result('');
    this.send(`<iq type='error' id='${escaped(id)}'><error type='cancel'/></iq>`);
  }

  private comeOrGo({ to = '', type }: Stanza['attributes'], xml: string): void {
    const [room, nickname] = to.split('/');
    if (room !== this.host.room || !nickname || this.user === undefined) return;
    const self = `<x xmlns='http://jabber.org/protocol/muc#user'><item affiliation='none' role='visitor'/><status code='110'/></x>`;
    this.nickname = type === 'unavailable' ? undefined : nickname;
    this.send(`<presence from='${escaped(to)}'${this.isInRoom ? '' : " type='unavailable'"}>${self}</presence>`);
    const [, seconds] = /<history\b[^>]*\bseconds=["'](\d+)["']/.exec(xml) ?? [];
    if (this.isInRoom) for (const message of this.host.history(Number(seconds ?? 0))) this.send(message);
  }
}
