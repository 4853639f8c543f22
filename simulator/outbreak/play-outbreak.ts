import type { Product } from '../xmpp/products.js';
import { outbreakSteps, type OutbreakStep } from './outbreak-steps.js';

/** Plays an outbreak: each step on the NWWS-OI feed when it is issued, and on the list with a realistic delay. */

export interface PlayOptions {
  /** Receives the alert list. */
  simulator?: { setAlerts(features: readonly unknown[]): void };
  /** Receives the products. */
  wire?: { say(product: Product): void };
  /** Timeline minutes per second. */
  minutesPerSecond: number;
  /** Delay of the list behind the feed. */
  listBehindMs?: number;
  number?: string;
  beside?: readonly unknown[];
  /** Called when a step is on the list, or on the feed without a list. */
  onStep?: (step: OutbreakStep) => void;
}

export interface Playing {
  /** Resolves after the last step, or when stopped. */
  done: Promise<void>;
  stop(): void;
}

export function startOutbreak(options: PlayOptions): Playing {
  const { simulator, wire, minutesPerSecond, listBehindMs = 0, onStep } = options;
  const minuteMs = 1_000 / minutesPerSecond;
  const steps = outbreakSteps({
    start: new Date(),
    minuteMs,
    ...(options.number && { number: options.number }),
    ...(options.beside && { beside: options.beside }),
  });
  const timers = new Set<NodeJS.Timeout>();
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const later = (ms: number, act: () => void) => timers.add(setTimeout(act, ms));
  steps.forEach((step, index) => {
    const isLast = index === steps.length - 1;
    later(step.minute * minuteMs, () => wire?.say(step.product));
    later(step.minute * minuteMs + listBehindMs, () => {
      simulator?.setAlerts(step.list);
      onStep?.(step);
      if (isLast) finish();
    });
  });
  return {
    done,
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
      finish();
    },
  };
}
