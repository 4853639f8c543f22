import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Push, PushCounts } from './push-ledger.js';
import { pushModes, type PushBehavior } from './push-modes.js';
import type { PushSubscriptionJson } from './synthetic-browsers.js';

/** Controls and inspects a push service. */
export interface Steerable {
  subscription(browser: number): PushSubscriptionJson;
  setMode(behavior: PushBehavior): void;
  /** Accepts only this key's pushes from now on; any key's when undefined. */
  setVapidKey(key: string | undefined): void;
  counts(): PushCounts;
  /** Returns all, or those to one browser. */
  pushes(browser?: number): Push[];
  clear(): void;
}

/**
 * Controls a push service in another process:
 *
 * | call | does |
 * |---|---|
 * | `POST /__sim/mode {"mode", "percent", "times", …}` | sets how it responds (`push-modes.ts`) |
 * | `POST /__sim/vapid-key {"key"}` | accepts only this key's pushes; any key's without one |
 * | `GET /__sim/counts` | returns what it has received |
 * | `GET /__sim/pushes?browser=7` | returns accepted pushes, to one browser or all |
 * | `GET /__sim/subscription?browser=7` | returns that browser's subscription |
 * | `DELETE /__sim/counts` | clears the counts |
 */
export async function handleControl(
  request: IncomingMessage,
  response: ServerResponse,
  service: Steerable,
): Promise<void> {
  const send = (status: number, body: unknown) =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  const address = new URL(request.url ?? '', 'http://simulator');
  const browser = address.searchParams.get('browser');
  switch (`${request.method} ${address.pathname}`) {
    case 'POST /__sim/mode': {
      const input = await readJson(request);
      if (!isBehavior(input)) return send(400, { error: `mode must be one of ${pushModes.join(', ')}` });
      service.setMode(input);
      return send(200, input);
    }
    case 'POST /__sim/vapid-key': {
      const input = await readJson(request);
      const key = typeof input === 'object' && input !== null && 'key' in input ? input.key : undefined;
      service.setVapidKey(typeof key === 'string' ? key : undefined);
      return send(200, {});
    }
    case 'GET /__sim/counts':
      return send(200, service.counts());
    case 'DELETE /__sim/counts':
      service.clear();
      return send(200, {});
    case 'GET /__sim/pushes':
      return send(200, service.pushes(browser === null ? undefined : Number(browser)));
    case 'GET /__sim/subscription':
      return send(200, service.subscription(Number(browser ?? 0)));
    default:
      return send(404, { error: 'unknown address' });
  }
}

const isBehavior = (value: unknown): value is PushBehavior =>
  typeof value === 'object' &&
  value !== null &&
  'mode' in value &&
  (pushModes as readonly unknown[]).includes(value.mode);

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
