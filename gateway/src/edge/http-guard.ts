/**
 * Handles malformed and stalled requests on the public port. Node would send a bare status line or wait five minutes;
 * here they get the usual envelope, or a closed connection, within ten seconds.
 */
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '@site/platform/base/ids';
import type { Logger } from '@site/platform/base/injection-tokens';
import { handleFirst, headerLines } from './before-express.js';
import { readAddress } from './canonical-address.js';
import { failure } from './envelope.js';
import { sentenceFor } from './http-errors.js';
import { hasBody } from './has-body.js';
import { requestSeconds } from './request-edge.js';
import { buildSecurityHeaders } from './security-headers.js';
import type { Config } from '../config.js';

/** Bodies may be slow but not stall. With `checkIntervalMs` this stays below ten seconds. */
const maxStallMs = 8_500;
const checkIntervalMs = 500;
/** Larger than any legitimate file. Forms refuse smaller oversized bodies and name the field. */
const maxBodyBytes = 1024 ** 3;
/** After a last response: closing while the client still sends would discard the response. */
const lingerMs = 1_000;

/** By parser error code; all others become 400. */
const statusByParserError: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

interface Reply {
  status: number;
  message?: string;
  location?: string;
}

interface BodyInTransit {
  socket: Socket;
  response: ServerResponse;
  received: number;
  lastReceivedAt: number;
}

/** Answers malformed and non-canonical requests on the server itself, before Express sees them. */
export function installHttpGuard(server: Server, { config, logger }: { config: Config; logger: Logger }): void {
  const common = buildSecurityHeaders(config).flat();
  const encodeReply = ({ status, message = sentenceFor(status), location }: Reply, closes: boolean) => {
    const body = location === undefined ? JSON.stringify(failure(message)) : '';
    const headers = [...common, 'X-Request-Id', newId(), 'Content-Length', String(Buffer.byteLength(body))];
    if (location === undefined) headers.push('Content-Type', 'application/json; charset=utf-8');
    else headers.push('Location', location);
    if (closes) headers.push('Connection', 'close');
    return { headers, body };
  };

  const send = (request: IncomingMessage, response: ServerResponse, reply: Reply, closes = hasBody(request)) => {
    const { headers, body } = encodeReply(reply, closes);
    response.writeHead(reply.status, headers);
    response.end(request.method === 'HEAD' ? undefined : body);
    requestSeconds.observe({ method: 'other', route: 'front door', status: reply.status }, 0);
  };

  /** Per connection, with the previous response if it was still being sent. */
  const latest = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse; before?: ServerResponse }>();
  const closing = new WeakSet<Socket>();
  /** Flushes pending output and ignores later requests on this connection. */
  const hangUp = (socket: Socket, finalOutput = '') => {
    closing.add(socket);
    socket.end(finalOutput);
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };

  /** Returns what to send after a parser error: at most one response per request. */
  const owedTo = (socket: Socket): 'refusal' | 'rest of the response' | 'nothing' => {
    const { request, response, before } = latest.get(socket) ?? {};
    if (!request || !response) return 'refusal';
    // The client would take the refusal for an earlier response.
    if (before && !before.writableFinished) return 'nothing';
    if (request.complete) {
      if (response.writableFinished) return 'refusal';
    } else if (!response.headersSent) return 'refusal';
    return response.writableEnded ? 'rest of the response' : 'nothing';
  };

  server.on('connection', (socket) => {
    // A closed connection loses its address, but its requests still count against limits.
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return void socket.destroy();
    Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress, configurable: true });
  });

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (closing.has(socket)) return;
    const owed = owedTo(socket);
    // Browsers open connections in advance; unused ones are closed silently.
    if (error.code === 'ECONNRESET' || !socket.writable || owed === 'nothing' || socket.bytesRead === 0)
      return void socket.destroy();
    if (owed === 'rest of the response') return hangUp(socket);
    const status = statusByParserError[error.code ?? ''] ?? 400;
    const { headers, body } = encodeReply({ status }, true);
    hangUp(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headerLines(headers)}\r\n${body}`);
    requestSeconds.observe({ method: 'other', route: 'front door', status }, 0);
    logger.debug({ code: error.code, client: socket.remoteAddress }, 'malformed request');
  });

  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    send(request, response, { status: 417 }, true);
  });

  /** Checked by one interval: a timer each would keep every request in memory for half a second. */
  const bodiesInTransit = new Map<IncomingMessage, BodyInTransit>();
  const isOver = (request: IncomingMessage, { socket }: BodyInTransit) => request.complete || socket.destroyed;
  const watch = setInterval(() => {
    const now = performance.now();
    for (const [request, body] of bodiesInTransit) {
      const { socket, response } = body;
      if (isOver(request, body)) {
        bodiesInTransit.delete(request);
        continue;
      }
      if (socket.bytesRead !== body.received) Object.assign(body, { received: socket.bytesRead, lastReceivedAt: now });
      if (now - body.lastReceivedAt < maxStallMs) continue;
      bodiesInTransit.delete(request);
      if (response.headersSent) socket.destroy();
      else send(request, response, { status: 408 }, true);
    }
  }, checkIntervalMs).unref();
  server.once('close', () => clearInterval(watch));

  /** Ends a stalled request, even after the response. */
  const watchForStall = (request: IncomingMessage, response: ServerResponse) => {
    // After the response, the request loses its socket.
    const { socket } = request;
    const body = { socket, response, received: socket.bytesRead, lastReceivedAt: performance.now() };
    bodiesInTransit.set(request, body);
    request.once('close', () => {
      if (isOver(request, body)) bodiesInTransit.delete(request);
    });
  };

  handleFirst(server, (request, response, others) => {
    const before = latest.get(request.socket)?.response;
    latest.set(request.socket, { request, response, ...(before?.writableFinished === false && { before }) });
    if (hasBody(request)) watchForStall(request, response);
    // Node would refuse it with a bare status line (RFC 9112, 3.2).
    if (request.headers.host === undefined && request.httpVersion !== '1.0')
      return send(request, response, { status: 400 }, true);
    if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes)
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
