/** The simulated weather providers in one HTTP server, controlled by tests and the command line. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Facebook } from './facebook.js';
import { mapbox } from './mapbox.js';
import {
  clockIn,
  edited,
  gzipBomb,
  misbehave,
  modes,
  nwsErrorFormat,
  problem,
  recordingAgeWhenStaleMs,
  sendJson,
  typeIn,
  withHeaders,
  withoutValues,
  written,
  type Behavior,
} from './provider-modes.js';
import { findNwsAfter, tornadoWarning, type NwsChanges, type PlayedAlerts } from './nws.js';
import { outbreakAt } from './outbreak.js';
import { openweather } from './openweather.js';
import { sendDocument, type Sky, type Source } from './simulated-source.js';
import { spc } from './storm-context/outlook.js';
import { mrms, nexrad } from './storm-context/radar.js';
import { iem, noaaMaps } from './storm-context/reports.js';
import { nwps } from './storm-context/rivers.js';
import { weatherApi } from './weatherapi.js';

/** Each below a path with its name. */
export const providers = [
  'nws',
  'weatherapi',
  'mapbox',
  'facebook',
  'openweather',
  'mrms',
  'nexrad',
  'spc',
  'iem',
  'noaa-maps',
  'nwps',
] as const;
export type Provider = (typeof providers)[number];

export interface Call {
  at: string;
  provider: string;
  method: string;
  /** With the query, without the provider. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
  mode: string;
}

export interface Simulator {
  /** "http://127.0.0.1:40123"; the weather service is at `${url}/nws`. */
  url: string;
  close(): Promise<void>;
  setMode(provider: Provider, behavior: Behavior): void;
  /** Replaces the recorded alerts; undefined restores them. */
  setAlerts(features: readonly unknown[] | undefined): void;
  /** Cells and stations; undefined restores the recorded ones. */
  changeNws(changes: NwsChanges | undefined): void;
  /** Returns the calls so far, or those whose address contains `part`. */
  calls(part?: string): Call[];
  clearCalls(): void;
}

/** For a simulator that runs for days. */
const maxCalls = 20_000;

/** Port 0 picks a free one. */
export async function startSimulator({
  port = 0,
  host = '127.0.0.1',
}: { port?: number; host?: string } = {}): Promise<Simulator> {
  const behaviours = new Map<Provider, Behavior>();
  let warning: unknown;
  let alerts: readonly unknown[] | undefined;
  let changes: NwsChanges = {};
  let nwsSetAt = Date.now();
  let log: Call[] = [];
  const sources: Record<Exclude<Provider, 'nws'>, Source> = {
    weatherapi: weatherApi,
    mapbox,
    facebook: new Facebook(() => `${url}/facebook`),
    openweather,
    mrms,
    nexrad,
    spc,
    iem,
    'noaa-maps': noaaMaps,
    nwps,
  };

  const setMode = (provider: Provider, behavior: Behavior) => {
    if (behavior.mode === 'gzip_bomb') gzipBomb();
    behaviours.set(provider, { ...behavior });
    if (provider !== 'nws') return;
    const now = Date.now();
    nwsSetAt = now;
    warning =
      behavior.mode === 'tornado'
        ? tornadoWarning(new Date(now), new Date(now + (behavior.expires_in_s ?? 60) * 1_000))
        : undefined;
  };

  const outbreakMinutes = ({ minutes_per_s: pace = 1 / 60 }: Behavior) => ((Date.now() - nwsSetAt) / 1_000) * pace;

  const playedAlerts = (behavior: Behavior): PlayedAlerts => {
    if (behavior.mode === 'calm') return { instead: [] };
    if (behavior.mode === 'outbreak') return { instead: outbreakAt(new Date(nwsSetAt), outbreakMinutes(behavior)) };
    return { ...(alerts && { instead: alerts }), ...(warning !== undefined && { added: [warning] }) };
  };

  /** Runs as fast as the timeline. */
  const nwsClock = (behavior: Behavior): number => {
    if (behavior.mode === 'outbreak') return nwsSetAt + outbreakMinutes(behavior) * 60_000;
    return behavior.date === 'held' ? nwsSetAt : Date.now();
  };

  const nwsHeaders = (behavior: Behavior, body: string) => ({
    ...(behavior.date !== 'none' && {
      Date: new Date(nwsClock(behavior) + (behavior.clock_ahead_s ?? 0) * 1_000).toUTCString(),
    }),
    ...(behavior.mode === 'stale' && { Age: String(recordingAgeWhenStaleMs / 1_000) }),
    ETag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  });

  /** Counts down `times`. */
  const behaviorFor = (provider: Provider, path: string): Behavior => {
    const behavior = behaviours.get(provider) ?? { mode: 'ok' };
    if (behavior.path !== undefined && !path.includes(behavior.path)) return { mode: 'ok' };
    if (behavior.times === undefined) return behavior;
    if (behavior.times <= 0) return { mode: 'ok' };
    behaviours.set(provider, { ...behavior, times: behavior.times - 1 });
    return behavior;
  };

  const record = (request: IncomingMessage, provider: string, path: string, mode: string) => {
    const { method = '', headers } = request;
    log.push({ at: new Date().toISOString(), provider, method, path, headers, mode });
    if (log.length > maxCalls) log = log.slice(-maxCalls / 2);
  };

  /** Records the call and applies the mode's delay. */
  const receive = async (request: IncomingMessage, provider: Provider, path: string): Promise<Behavior> => {
    const current = behaviorFor(provider, path);
    record(request, provider, path, current.mode);
    const delayMs = current.delay_ms ?? (current.mode === 'slow' ? 800 : 0);
    if (delayMs > 0) await pause(delayMs);
    return current;
  };

  const respondAsNws = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const current = await receive(request, 'nws', path);
    // The CDN's page without a User-Agent (weather-gov/api#163).
    if (!request.headers['user-agent'])
      return void response.writeHead(403, { 'Content-Type': 'text/html' }).end('Access Denied');
    if (await misbehave(response, current, '/__sim/trap')) return;
    const address = new URL(path, 'http://simulator');
    const found = findNwsAfter(changes, address, clockIn(current.mode), playedAlerts(current));
    if (found.kind === 'moved')
      return void response.writeHead(found.status ?? 301, { Location: `/nws${found.location}` }).end();
    if (found.kind === 'not_found') {
      const { status = 404, title, type } = found;
      return sendJson(response, status, problem(status, title, type));
    }
    if (found.kind === 'cap')
      return void response.writeHead(200, { 'Content-Type': 'application/cap+xml' }).end(found.xml);
    const editedBody = edited(found.body, current.edit);
    const body = written(current.mode === 'nulls' ? withoutValues(editedBody) : editedBody, current.mode);
    const defaultHeaders = nwsHeaders(current, body);
    const headers = withHeaders(defaultHeaders, current);
    response.sendDate = false;
    if (request.headers['if-none-match'] === defaultHeaders.ETag) return void response.writeHead(304, headers).end();
    response.writeHead(200, { 'Content-Type': typeIn(current.mode, nwsErrorFormat.mediaType), ...headers }).end(body);
  };

  const skyIn = ({ mode }: Behavior): Sky => {
    const nws = behaviours.get('nws') ?? { mode: 'ok' };
    const kind = nws.mode === 'calm' || nws.mode === 'outbreak' ? nws.mode : 'usual';
    // A fast timeline speeds up all clocks.
    const now = kind === 'outbreak' && mode === 'ok' ? new Date(nwsClock(nws)) : clockIn(mode);
    return { now, kind, minutes: kind === 'outbreak' ? outbreakMinutes(nws) : 0, mode };
  };

  const respondAsProvider = async (
    provider: keyof typeof sources,
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ) => {
    const current = await receive(request, provider, path);
    const source = sources[provider];
    if (await misbehave(response, current, '/__sim/trap', source.errorFormat)) return;
    await sendDocument(source, request, response, { path, sky: skyIn(current), behavior: current });
  };

  const handleControl = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const send = (status: number, body: unknown) =>
      void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/log' && request.method === 'GET') return send(200, log);
    if (path === '/log' && request.method === 'DELETE') {
      log = [];
      return send(200, {});
    }
    if (path === '/trap') {
      record(request, 'trap', path, '');
      return send(200, {});
    }
    if (path === '/nws/alerts' && request.method === 'POST') {
      const input = (await readJson(request)) as { features?: unknown } | undefined;
      if (input?.features !== undefined && !Array.isArray(input.features))
        return send(400, { error: 'features must be a list' });
      alerts = input?.features as unknown[] | undefined;
      return send(200, { features: alerts?.length ?? null });
    }
    const provider = providers.find((name) => path === `/${name}`);
    if (provider && request.method === 'POST') {
      const input = await readJson(request);
      const validMode = modes.find((mode) => mode === (input as { mode?: unknown } | undefined)?.mode);
      if (!validMode) return send(400, { error: `mode must be one of ${modes.join(', ')}` });
      setMode(provider, { ...(input as Behavior), mode: validMode });
      return send(200, behaviours.get(provider));
    }
    return send(404, { error: 'unknown address' });
  };

  const server = createServer((request, response) => {
    // Many modes make callers abort.
    response.on('error', () => undefined);
    const address = request.url ?? '/';
    const provider = providers.find((name) => address.startsWith(`/${name}/`));
    const prefix = provider ? `/${provider}` : '/__sim';
    const path = address.startsWith(`${prefix}/`) ? address.slice(prefix.length) : '';
    const handled =
      provider === undefined
        ? handleControl(request, response, path)
        : provider === 'nws'
          ? respondAsNws(request, response, path)
          : respondAsProvider(provider, request, response, path);
    handled.catch((error: unknown) => {
      process.stderr.write(`simulator: ${String(error)}\n`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    setMode,
    setAlerts: (features) => {
      alerts = features;
    },
    changeNws: (newChanges = {}) => {
      changes = newChanges;
    },
    calls: (part) => log.filter(({ path }) => part === undefined || path.includes(part)),
    clearCalls: () => {
      log = [];
    },
  };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
