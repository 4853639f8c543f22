/**
 * Simulates the NWWS-OI feed: an XMPP server with one room, where only the server sends. Each product is a message with
 * <x xmlns="nwws-oi"> and, as in the real feed, doubled line ends.
 */
import { createServer, type AddressInfo } from 'node:net';
import { escaped } from './stanza-scanner.js';
import type { Product } from './products.js';
import { XmppSession } from './xmpp-session.js';

/**
 * "refuse": rejects every password. "closed": drops every connection immediately. "deaf": accepts connections without
 * responding.
 */
export type XmppMode = 'ok' | 'refuse' | 'closed' | 'deaf';

export interface BroadcastOptions {
  /** Splits the message. */
  pieceBytes?: number;
  /** To each client instead of the room, as a stranger would. */
  isDirect?: boolean;
  /** Line ends aren't doubled. */
  isPlain?: boolean;
}

export interface XmppServer {
  /** "127.0.0.1:40123", for NWWS_HOST. */
  address: string;
  room: string;
  /** Clients in the room. */
  listeners(): number;
  /** Also keeps it in the history. */
  say(product: Product, options?: BroadcastOptions): void;
  setMode(mode: XmppMode): void;
  /** Drops every connection. */
  cut(): void;
  close(): Promise<void>;
}

export interface XmppServerOptions {
  port?: number;
  host?: string;
  users?: Readonly<Record<string, string>>;
  /** PEM. Clients must then start TLS first. */
  tls?: { certificate: string; key: string };
}

/** NWWS_USER and NWWS_PASSWORD in tests. */
export const simulatedUser = { user: 'simulated', password: 'simulated wire' } as const;

const maxHistory = 200;

function messageOf(
  { id, cccc, ttaaii, awipsid, issue, text }: Product,
  room: string,
  options: BroadcastOptions,
): string {
  const body = options.isPlain ? text : text.replaceAll('\n', '\n\n');
  const from = options.isDirect ? `stranger@${room.split('@')[1]}/x` : `${room}/nwws-oi`;
  return (
    `<message xmlns='jabber:client' type='${options.isDirect ? 'chat' : 'groupchat'}' from='${from}'>` +
    `<body>${escaped(`${cccc} issues ${awipsid.slice(0, 3)} valid ${issue}`)}</body>` +
    `<x xmlns='nwws-oi' cccc='${cccc}' ttaaii='${ttaaii}' issue='${issue}' awipsid='${awipsid}' id='${id}'>${escaped(body)}</x></message>`
  );
}

/** Port 0 picks a free one. */
export async function startXmppServer(options: XmppServerOptions = {}): Promise<XmppServer> {
  const { port = 0, host = '127.0.0.1', users = { [simulatedUser.user]: simulatedUser.password }, tls } = options;
  const room = `nwws@conference.${host}`;
  const sessions = new Set<XmppSession>();
  let history: { at: number; message: string }[] = [];
  let mode: XmppMode = 'ok';

  const server = createServer((socket) => {
    if (mode === 'closed') return void socket.destroy();
    const session: XmppSession = new XmppSession(
      socket,
      {
        domain: host,
        room,
        users,
        ...(tls && { tls }),
        refuses: () => mode === 'refuse',
        isDeaf: () => mode === 'deaf',
        history: (seconds) =>
          history
            .filter(({ at }) => Date.now() - at <= seconds * 1_000)
            .map(({ at, message }) => {
              const stamp = new Date(at).toISOString();
              return message.replace('</message>', `<delay xmlns='urn:xmpp:delay' stamp='${stamp}'/></message>`);
            }),
      },
      () => sessions.delete(session),
    );
    sessions.add(session);
    return undefined;
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const cut = () => {
    for (const session of sessions) session.cut();
  };
  return {
    address: `${host}:${(server.address() as AddressInfo).port}`,
    room,
    listeners: () => [...sessions].filter(({ isInRoom }) => isInRoom).length,
    say: (product, broadcastOptions = {}) => {
      const message = messageOf(product, room, broadcastOptions);
      if (!broadcastOptions.isDirect) history = [...history, { at: Date.now(), message }].slice(-maxHistory);
      for (const session of sessions) if (session.isInRoom) session.send(message, broadcastOptions.pieceBytes);
    },
    setMode: (newMode) => {
      mode = newMode;
      if (mode === 'closed') cut();
    },
    cut,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
