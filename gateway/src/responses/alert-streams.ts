/**
 * Server-sent events (HTML Standard, 9.2) with the alert list's version; pages fetch the list from shared caches.
 * Clients over the limits get 503 and poll.
 */
import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { metrics } from '@site/platform/base/metrics';
import { Gauge } from 'prom-client';
import type { Config } from '../config.js';
import { addressKeyOf } from '@site/platform/base/ip-address';
import { earlyRejection, handleFirst, headerLines, headersWithoutCaching } from '../edge/before-express.js';
import { busy } from '../edge/http-errors.js';
import { clientAddress, trustedProxies } from '../edge/trusted-proxies.js';
import { CurrentAlerts } from './current-alerts.js';

export const streamPath = '/main/weather/alerts/stream';

/** Enough for a household; a school or office behind one address polls. */
const maxPerNetwork = 12;
/** Share of the heap for streams, and the most that one uses (measured by the benchmark `alert-streams`). */
const heapShare = 1 / 3;
const bytesPerStream = 8 * 1024;
const heartbeatSeconds = 20;
/**
 * Waves: 8 streams, then 128 at a time, 16,000 per second, about as many pages as two cores can serve the list to. Any
 * faster, and later events would delay the first pages' lists.
 */
const firstWave = 8;
const firstWaveMs = 25;
const wave = 128;
const waveMs = 8;
/** After a last response: closing while the client still sends would discard the response. */
const lingerMs = 1_000;
/** Spreads out reconnects. */
const retryMs = { least: 2_000, max: 10_000 } as const;

const streamsOpen = new Gauge({
  name: 'gateway_alert_streams',
  help: 'Open streams of alert list changes',
  registers: [metrics],
});

/** A response, or its bare socket. */
type Stream = Pick<Writable, 'write' | 'end' | 'destroy' | 'once' | 'writableNeedDrain'>;

@Injectable()
export class AlertStreams implements OnModuleDestroy {
  private readonly networks = new Map<Stream, string>();
  private readonly perNetwork = new Map<string, number>();
  private readonly max = Math.floor((getHeapStatistics().heap_size_limit * heapShare) / bytesPerStream);
  private readonly heartbeat: NodeJS.Timeout;
  private second = 0;
  private isEnding = false;

  constructor(@Inject(CurrentAlerts) private readonly current: CurrentAlerts) {
    current.versions.subscribe((version) => void this.announce(version));
    this.heartbeat = setInterval(() => this.beat(), 1_000).unref();
  }

  /** False once a limit is reached or the process is stopping; the page then polls instead. */
  hasCapacity(network: string): boolean {
    const isFull = this.networks.size >= this.max || (this.perNetwork.get(network) ?? 0) >= maxPerNetwork;
    return !this.isEnding && !isFull;
  }

  /** Registers a stream until it closes, and first writes the reconnect delay and the current version. */
  add(stream: Stream, network: string): void {
    this.networks.set(stream, network);
    this.perNetwork.set(network, (this.perNetwork.get(network) ?? 0) + 1);
    streamsOpen.set(this.networks.size);
    stream.once('close', () => this.remove(stream));
    const retry = retryMs.least + Math.random() * (retryMs.max - retryMs.least);
    const { announcedVersion } = this.current;
    stream.write(`retry: ${Math.round(retry)}\n\n${announcedVersion > 0 ? eventOf(announcedVersion) : ''}`);
  }

  private remove(stream: Stream): void {
    const network = this.networks.get(stream);
    if (network === undefined || !this.networks.delete(stream)) return;
    const left = (this.perNetwork.get(network) ?? 1) - 1;
    if (left > 0) this.perNetwork.set(network, left);
    else this.perNetwork.delete(network);
    streamsOpen.set(this.networks.size);
  }

  /**
   * Sends a version in waves, so that the gateway keeps serving requests and the first pages fill the shared caches. A
   * newer version aborts a send in progress.
   */
  private async announce(version: number): Promise<void> {
    const text = eventOf(version);
    const streams = [...this.networks.keys()];
    for (let at = 0, size = firstWave; at < streams.length && version === this.current.announcedVersion; size = wave) {
      for (const stream of streams.slice(at, at + size)) this.send(stream, text);
      at += size;
      await wait(size === firstWave ? firstWaveMs : waveMs);
    }
  }

  private beat(): void {
    this.second = (this.second + 1) % heartbeatSeconds;
    let number = 0;
    for (const stream of this.networks.keys()) {
      if (number % heartbeatSeconds === this.second) this.send(stream, comment);
      number += 1;
    }
  }

  private send(stream: Stream, text: string): void {
    // Writing after `end` would raise an unhandled error.
    if (this.isEnding || !this.networks.has(stream)) return;
    // The client stopped reading. Closing frees the buffer.
    if (stream.writableNeedDrain) stream.destroy();
    else stream.write(text);
  }

  /** Clients reconnect to another gateway. */
  end(): void {
    this.isEnding = true;
    clearInterval(this.heartbeat);
    for (const stream of this.networks.keys()) stream.end();
  }

  onModuleDestroy(): void {
    this.end();
  }
}

const comment = ':\n\n';
const eventOf = (version: number) => `data: ${version}\n\n`;

/**
 * Handles stream requests before Express, whose middleware would take several times the memory per open stream. nginx
 * requests an upgrade, so Node hands over the bare socket: 5 kB per stream instead of 12 kB. Responding 200 to an
 * upgrade is allowed (RFC 9110, 7.8).
 */
export function serveAlertStreams(server: Server, streams: AlertStreams, config: Config): void {
  const trusts = trustedProxies(config.TRUSTED_PROXY_CIDR);
  const reject = earlyRejection(config, busy());
  const headers = [
    ...headersWithoutCaching(config),
    'Content-Type',
    'text/event-stream; charset=utf-8',
    'Cache-Control',
    'no-store',
    'X-Accel-Buffering',
    'no',
  ];
  const head = `HTTP/1.1 200 OK\r\n${headerLines(headers)}Connection: close\r\n\r\n`;
  const isForStream = ({ method, url = '' }: IncomingMessage) =>
    method === 'GET' && url.split('?', 1)[0] === streamPath;
  const networkOf = (request: IncomingMessage) => addressKeyOf(clientAddress(request, trusts));

  handleFirst(server, (request, response, others) => {
    if (!isForStream(request)) return others(request, response);
    const network = networkOf(request);
    if (!streams.hasCapacity(network)) return reject(request, response);
    response.writeHead(200, headers);
    streams.add(response, network);
  });

  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    const network = networkOf(request);
    if (isForStream(request) && request.headers.host !== undefined && streams.hasCapacity(network)) {
      socket.once('end', () => socket.end()).resume();
      socket.write(head);
      return streams.add(socket, network);
    }
    // Other paths ignore the upgrade. Node no longer watches the socket, so it's closed even if the client keeps it open.
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Socket);
    response.once('finish', () => {
      socket.end();
      setTimeout(() => socket.destroy(), lingerMs).unref();
    });
    // Unread data would turn closing into a reset, which discards the response.
    socket.resume();
    server.emit('request', request, response);
  });
}
