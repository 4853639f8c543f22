import { STATUS_CODES, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '@site/platform/base/ids';
import type { Logger } from '@site/platform/base/tokens';
import { readAddress } from './canonical-address.js';
import { failure } from './envelope.js';
import { sentenceFor } from './failures.js';
import { hasBody } from './has-body.js';
import { requestSeconds } from './request-edge.js';
import { answerHeaders } from './security-headers.js';
import type { Config } from '../config.js';

/**
 * What stands in front of everything else on the public port. Node answers what is no proper request by itself, with a bare
 * status line, or waits five minutes for the rest of it; here it gets the envelope and headers of every other answer, or a
 * closed connection, within ten seconds.
 */

/** Bodies may be slow, which the uploads watch over, but not silent. With the check's second this is less than ten. */
const longestSilenceMs = 8_500;
const checkEveryMs = 500;
/** Nobody's file. Smaller ones that are too large are refused where their form is known, by the field's name. */
const largestBodyBytes = 1024 ** 3;
/** After an answer that ends the connection: closing while the client still sends would make its system drop the answer. */
const lingerMs = 1_000;

/** What a failed parser's code is answered with; the others are 400. */
const statusOfFault: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** An answer of the door itself: an envelope, or a redirect. */
interface Answer {
  status: number;
  message?: string;
  location?: string;
}

/** A body on its way: how much of it was there when, and who gets the answer. */
interface Coming {
  socket: Socket;
  response: ServerResponse;
  received: number;
  heardAt: number;
}

export function openFrontDoor(server: Server, { config, logger }: { config: Config; logger: Logger }): void {
  const common = answerHeaders(config).flat();
  const answerOf = ({ status, message = sentenceFor(status), location }: Answer, closes: boolean) => {
    const body = location === undefined ? JSON.stringify(failure(message)) : '';
    const headers = [...common, 'X-Request-Id', newId(), 'Content-Length', String(Buffer.byteLength(body))];
    if (location === undefined) headers.push('Content-Type', 'application/json; charset=utf-8');
    else headers.push('Location', location);
    if (closes) headers.push('Connection', 'close');
    return { headers, body };
  };

  const send = (request: IncomingMessage, response: ServerResponse, answer: Answer, closes = hasBody(request)) => {
    const { headers, body } = answerOf(answer, closes);
    response.writeHead(answer.status, headers);
    response.end(request.method === 'HEAD' ? undefined : body);
    requestSeconds.observe({ method: 'other', route: 'front door', status: answer.status }, 0);
  };

  /** The latest request of each connection, and the response before its own where that was still to be sent. */
  const latest = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse; before?: ServerResponse }>();
  const closing = new WeakSet<Socket>();
  /** Flushes what was written, then closes. Nothing more on this connection is answered. */
  const hangUp = (socket: Socket, lastWords = '') => {
    closing.add(socket);
    socket.end(lastWords);
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };

  /** What a connection gets on which the parser failed. Each request has one response, however much of it was malformed. */
  const owedTo = (socket: Socket): 'refusal' | 'rest of the response' | 'nothing' => {
    const { request, response, before } = latest.get(socket) ?? {};
    if (!request || !response) return 'refusal';
    // A refusal would be taken for the response to an earlier request.
    if (before && !before.writableFinished) return 'nothing';
    if (request.complete) {
      if (response.writableFinished) return 'refusal';
    } else if (!response.headersSent) return 'refusal';
    return response.writableEnded ? 'rest of the response' : 'nothing';
  };

  server.on('connection', (socket) => {
    // A connection that has ended cannot tell its address any more, and what it sent still counts.
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return void socket.destroy();
    Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress, configurable: true });
  });

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (closing.has(socket)) return;
    const owed = owedTo(socket);
    // Browsers open connections in advance: one that never sent anything is closed without a word.
    if (error.code === 'ECONNRESET' || !socket.writable || owed === 'nothing' || socket.bytesRead === 0)
      return void socket.destroy();
    if (owed === 'rest of the response') return hangUp(socket);
    const status = statusOfFault[error.code ?? ''] ?? 400;
    const { headers, body } = answerOf({ status }, true);
    const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}`] : []));
    hangUp(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
    requestSeconds.observe({ method: 'other', route: 'front door', status }, 0);
    logger.debug({ code: error.code, client: socket.remoteAddress }, 'what came was no request');
  });

  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    send(request, response, { status: 417 }, true);
  });

  /** Whose bodies are still coming. One watch for all: a timer for each would keep each in memory for its last half second. */
  const coming = new Map<IncomingMessage, Coming>();
  const isOver = (request: IncomingMessage, { socket }: Coming) => request.complete || socket.destroyed;
  const watch = setInterval(() => {
    const now = performance.now();
    for (const [request, body] of coming) {
      const { socket, response } = body;
      if (isOver(request, body)) {
        coming.delete(request);
        continue;
      }
      if (socket.bytesRead !== body.received) Object.assign(body, { received: socket.bytesRead, heardAt: now });
      if (now - body.heardAt < longestSilenceMs) continue;
      coming.delete(request);
      if (response.headersSent) socket.destroy();
      else send(request, response, { status: 408 }, true);
    }
  }, checkEveryMs).unref();
  server.once('close', () => clearInterval(watch));

  /** Ends a request whose body has stopped coming, answered or not. */
  const refuseSilence = (request: IncomingMessage, response: ServerResponse) => {
    // Once answered, the request itself no longer knows its connection.
    const { socket } = request;
    const body = { socket, response, received: socket.bytesRead, heardAt: performance.now() };
    coming.set(request, body);
    request.once('close', () => {
      if (isOver(request, body)) coming.delete(request);
    });
  };

  const [others] = server.listeners('request') as RequestListener[];
  if (!others) throw new Error('the server has no listener yet');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const before = latest.get(request.socket)?.response;
    latest.set(request.socket, { request, response, ...(before?.writableFinished === false && { before }) });
    if (hasBody(request)) refuseSilence(request, response);
    // Node would refuse it with a bare status line (RFC 9112, 3.2).
    if (request.headers.host === undefined && request.httpVersion !== '1.0')
      return send(request, response, { status: 400 }, true);
    if (Number(request.headers['content-length'] ?? 0) > largestBodyBytes)
      return send(request, response, { status: 413 }, true);
    const reading = readAddress(request.url ?? '');
    if (reading === 'refuse') return send(request, response, { status: 404, message: 'This address does not exist.' });
    if ('take' in reading) {
      request.url = reading.take;
      return others(request, response);
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead) send(request, response, { status: 308, location: reading.redirect });
    else send(request, response, { status: 404, message: 'This address does not exist.' });
  });
}
