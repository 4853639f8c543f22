import { setTimeout as pause } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';

/** How the simulated push service answers. */
export const pushModes = ['ok', 'gone', 'throttle', 'error', 'hang', 'reset', 'slow', 'too_large'] as const;
export type PushMode = (typeof pushModes)[number];

export interface PushBehaviour {
  mode: PushMode;
  /** How many of a hundred it concerns; 100 when absent. `gone` picks browsers, and always the same; the others, pushes. */
  percent?: number;
  /** For this many pushes; then `ok`. */
  times?: number;
  /** `error`: 503 when absent. */
  status?: number;
  /** `throttle`: 10 when absent. */
  retry_after_s?: number;
  /** `slow`: 300 when absent. */
  delay_ms?: number;
  /** `too_large`: larger bodies are refused; 2,048 when absent. */
  largest_bytes?: number;
}

/** Counts down, and picks what a behaviour concerns. */
export class PushTemper {
  private behaviour: PushBehaviour = { mode: 'ok' };
  private left = Infinity;
  private seen = 0;

  set(behaviour: PushBehaviour): void {
    this.behaviour = behaviour;
    this.left = behaviour.times ?? Infinity;
    this.seen = 0;
  }

  /** The behaviour for a push to this browser. */
  next(browser: number): PushBehaviour {
    const { mode, percent = 100 } = this.behaviour;
    if (mode === 'ok' || this.left <= 0) return { mode: 'ok' };
    this.seen += 1;
    // A multiplier without a common factor with 100, so that neighbours fare differently.
    const place = (mode === 'gone' ? browser : this.seen) * 61;
    if (place % 100 >= percent) return { mode: 'ok' };
    this.left -= 1;
    return this.behaviour;
  }
}

/** Answers in a mode that refuses; returns the status, 0 without an answer, or undefined when the push is to be accepted. */
export async function refuse(
  response: ServerResponse,
  behaviour: PushBehaviour,
  bodyBytes: number,
): Promise<number | undefined> {
  const answer = (status: number, headers: Record<string, string> = {}) => {
    response.writeHead(status, headers).end();
    return status;
  };
  switch (behaviour.mode) {
    case 'gone':
      return answer(410);
    case 'throttle':
      return answer(429, { 'Retry-After': String(behaviour.retry_after_s ?? 10) });
    case 'error':
      return answer(behaviour.status ?? 503);
    case 'hang':
      return 0;
    case 'reset':
      response.destroy();
      return 0;
    case 'too_large':
      return bodyBytes > (behaviour.largest_bytes ?? 2_048) ? answer(413) : undefined;
    case 'slow':
      await pause(behaviour.delay_ms ?? 300);
      return undefined;
    case 'ok':
      return undefined;
  }
}
