import type { Product } from '../xmpp/products.js';
import { outbreakSteps, type OutbreakStep } from './outbreak-steps.js';

/** Plays an outbreak: each step on the wire as it is issued, and on the list a while later, as it really happens. */

export interface PlayOptions {
  /** Whose list of alerts is set, if any. */
  simulator?: { setAlerts(features: readonly unknown[]): void };
  /** Which wire says the products, if any. */
  wire?: { say(product: Product): void };
  /** How many minutes of the timeline pass in a second. */
  minutesPerSecond: number;
  /** How long the list runs behind the wire. */
  listBehindMs?: number;
  number?: string;
  beside?: readonly unknown[];
  /** Called as a step is on the list, or on the wire where there is no list. */
  onStep?: (step: OutbreakStep) => void;
}

export interface Playing {
  /** Resolves after the last step, or when stopped. */
  done: Promise<void>;
  stop(): void;
}

/** Begins to play now. */
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
