/** How a simulated push service may misbehave. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';

export const pushModes = ['ok', 'gone', 'throttle', 'error', 'hang', 'reset', 'slow', 'too_large'] as const;
export type PushMode = (typeof pushModes)[number];

export interface PushBehavior {
  mode: PushMode;
  /** Default: 100. `gone` always affects the same browsers; other modes affect pushes. */
  percent?: number;
  /** Pushes; then `ok`. */
  times?: number;
  /** `error`: 503 by default. */
  status?: number;
  /** `throttle`: 10 by default. */
  retry_after_s?: number;
  /** `slow`: 300 by default. */
  delay_ms?: number;
  /** `too_large`: larger bodies are rejected; 2,048 by default. */
  largest_bytes?: number;
}

/** Counts down and selects the affected pushes. */
export class PushTemper {
  private behavior: PushBehavior = { mode: 'ok' };
  private left = Infinity;
  private seen = 0;

  set(behavior: PushBehavior): void {
    this.behavior = behavior;
    this.left = behavior.times ?? Infinity;
    this.seen = 0;
  }

  /** Returns the behavior for the next push to this browser, and counts it. */
  next(browser: number): PushBehavior {
    const { mode, percent = 100 } = this.behavior;
    if (mode === 'ok' || this.left <= 0) return { mode: 'ok' };
    this.seen += 1;
    // Coprime to 100, so that neighbors fare differently.
    const place = (mode === 'gone' ? browser : this.seen) * 61;
    if (place % 100 >= percent) return { mode: 'ok' };
    this.left -= 1;
    return this.behavior;
  }
}

/**
 * Rejects a push according to the mode.
 * @returns the status, 0 without a response, or undefined to accept it
 */
export async function rejectPush(
  response: ServerResponse,
  behavior: PushBehavior,
  bodyBytes: number,
): Promise<number | undefined> {
  const respond = (status: number, headers: Record<string, string> = {}) => {
    response.writeHead(status, headers).end();
    return status;
  };
  switch (behavior.mode) {
    case 'gone':
      return respond(410);
    case 'throttle':
      return respond(429, { 'Retry-After': String(behavior.retry_after_s ?? 10) });
    case 'error':
      return respond(behavior.status ?? 503);
    case 'hang':
      return 0;
    case 'reset':
      response.destroy();
      return 0;
    case 'too_large':
      return bodyBytes > (behavior.largest_bytes ?? 2_048) ? respond(413) : undefined;
    case 'slow':
      await pause(behavior.delay_ms ?? 300);
      return undefined;
    case 'ok':
      return undefined;
  }
}
