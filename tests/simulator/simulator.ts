import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { misbehave, modes, problem, sendJson, withoutValues, withWordsForNumbers, type Behaviour } from './modes.js';
import { findNws, tornadoWarning } from './nws.js';

/** A call that the simulator received. */
export interface Call {
  at: string;
  provider: string;
  method: string;
  /** With query, without the provider's prefix. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
  mode: string;
}

export interface Simulator {
  /** For instance "http://127.0.0.1:40123"; the National Weather Service is at `${url}/nws`. */
  url: string;
  close(): Promise<void>;
  setMode(provider: 'nws', behaviour: Behaviour): void;
  /** The calls so far; only those whose address contains `part`, when given. */
  calls(part?: string): Call[];
  forgetCalls(): void;
}

const recordingAgeWhenStaleMs = 88 * 3_600_000;
/** The log of a simulator that runs for days stays small. */
const mostCalls = 20_000;

/** Starts the simulator on a port of the loopback address; 0 chooses a free one. */
export async function startSimulator({
  port = 0,
  host = '127.0.0.1',
}: { port?: number; host?: string } = {}): Promise<Simulator> {
  let behaviour: Behaviour = { mode: 'ok' };
  let warning: unknown;
  let log: Call[] = [];

  const setMode = (_provider: 'nws', wanted: Behaviour) => {
    behaviour = { ...wanted };
    const now = Date.now();
    warning =
      wanted.mode === 'tornado'
        ? tornadoWarning(new Date(now), new Date(now + (wanted.expires_in_s ?? 60) * 1_000))
        : undefined;
  };

  /** The behaviour for one call; counts down `times`. */
  const behaviourFor = (path: string): Behaviour => {
    if (behaviour.path !== undefined && !path.includes(behaviour.path)) return { mode: 'ok' };
    if (behaviour.times === undefined) return behaviour;
    if (behaviour.times <= 0) return { mode: 'ok' };
    behaviour = { ...behaviour, times: behaviour.times - 1 };
    return behaviour;
  };

  const record = (request: IncomingMessage, provider: string, path: string, mode: string) => {
    const { method = '', headers } = request;
    log.push({ at: new Date().toISOString(), provider, method, path, headers, mode });
    if (log.length > mostCalls) log = log.slice(-mostCalls / 2);
  };

  const answerNws = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const current = behaviourFor(path);
    record(request, 'nws', path, current.mode);
    const delayMs = current.delay_ms ?? (current.mode === 'slow' ? 800 : 0);
    if (delayMs > 0) await pause(delayMs);
    // Nameless callers get the content network's page, not the provider's document (weather-gov/api#163).
    if (!request.headers['user-agent'])
      return void response.writeHead(403, { 'Content-Type': 'text/html' }).end('Access Denied');
    if (await misbehave(response, current, '/__sim/trap')) return;
    const isStale = current.mode === 'stale';
    const now = new Date(Date.now() - (isStale ? recordingAgeWhenStaleMs : 0));
    const found = findNws(new URL(path, 'http://simulator'), now, warning);
    if (found.kind === 'moved') return void response.writeHead(301, { Location: `/nws${found.location}` }).end();
    if (found.kind === 'not_found') return sendJson(response, 404, problem(404, found.title, found.type));
    const headers = isStale ? { Age: String(recordingAgeWhenStaleMs / 1_000) } : undefined;
    switch (current.mode) {
      case 'nulls':
        return sendJson(response, 200, withoutValues(found.body));
      case 'wrong_type':
        return sendJson(response, 200, withWordsForNumbers(found.body));
      case 'calm':
        return sendJson(
          response,
          200,
          path.startsWith('/alerts/') ? { ...(found.body as object), features: [] } : found.body,
        );
      case 'malformed': {
        const text = JSON.stringify(found.body);
        return void response
          .writeHead(200, { 'Content-Type': 'application/geo+json' })
          .end(text.slice(0, text.length / 2));
      }
      default:
        return sendJson(response, 200, found.body, headers);
    }
  };

  const answerControl = async (request: IncomingMessage, response: ServerResponse, path: string) => {
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
    if (path === '/nws' && request.method === 'POST') {
      const wanted = await readJson(request);
      const known = modes.find((mode) => mode === (wanted as { mode?: unknown } | undefined)?.mode);
      if (!known) return send(400, { error: `mode must be one of ${modes.join(', ')}` });
      setMode('nws', { ...(wanted as Behaviour), mode: known });
      return send(200, behaviour);
    }
    return send(404, { error: 'unknown address' });
  };

  const server = createServer((request, response) => {
    // A caller that gives up, for instance after a second of "drip", is what many modes are for.
    response.on('error', () => undefined);
    const address = request.url ?? '/';
    const [prefix, answer] = address.startsWith('/nws/')
      ? (['/nws', answerNws] as const)
      : (['/__sim', answerControl] as const);
    const path = address.startsWith(`${prefix}/`) ? address.slice(prefix.length) : '';
    answer(request, response, path).catch((error: unknown) => {
      process.stderr.write(`simulator: ${String(error)}\n`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    setMode,
    calls: (part) => log.filter(({ path }) => part === undefined || path.includes(part)),
    forgetCalls: () => {
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
