import { isOutage } from '@site/platform/base/outage';
import type { ChannelSender, Outcome } from '../adapters/adapter.js';
import type { Reserved, Result, Run } from '../runs/rows.js';

/** Sends a batch that has been reserved, and says how each message ended. */

/** Before the second, third and fourth attempt, and before any later one; while the run lasts. */
const waitsMs = [1_000, 4_000, 15_000] as const;

/** Before the end of a run. */
const lastAttemptMs = 1_000;

/** Apart from each other, so that those who failed together do not come back together. */
const spread = (ms: number) => ms * (0.8 + Math.random() * 0.4);

/**
 * @param senders those of this site, by the kind of their channels
 */
export async function sendBatch(
  run: Run,
  batch: readonly Reserved[],
  senders: ReadonlyMap<string, ChannelSender>,
): Promise<Result[]> {
  const sendTo = new Map([...senders].map(([kind, sender]) => [kind, sender.begin(run)]));
  return Promise.all(
    batch.map(async (reserved) => {
      const send = sendTo.get(reserved.kind);
      const outcome: Outcome = send
        ? await send(reserved).catch(unexpected)
        : { state: 'failed', reason: 'this site has no such channel' };
      return resultOf(run, reserved, outcome, Date.now());
    }),
  );
}

/** An error of one message must not repeat the whole batch, most of which is out. */
const unexpected = (error: unknown): Outcome => {
  const reason = error instanceof Error ? error.message : String(error);
  return isOutage(error) ? { state: 'later', reason, maybeSent: true } : { state: 'failed', reason };
};

/** @param now milliseconds since 1970 UTC, when the attempt ended */
export function resultOf(run: Run, { channelId, tries, wasHeld }: Reserved, outcome: Outcome, now: number): Result {
  const result = { channelId, tries: tries + 1 };
  if (outcome.state === 'accepted') {
    const lagSeconds = (now - run.clockAheadMs - run.firstSeenAt.getTime()) / 1_000;
    return { ...result, state: 'accepted', ...(!wasHeld && { lagSeconds }) };
  }
  // Postgres takes no NUL in a text, and the other side may say anything.
  const reason = outcome.reason.replaceAll('\0', '');
  if (outcome.state !== 'later') return { ...result, state: outcome.state, reason };
  const made = outcome.notTried ? tries : tries + 1;
  const usualMs = waitsMs[Math.min(Math.max(made - 1, 0), waitsMs.length - 1)] ?? waitsMs[0];
  const dueInMs = outcome.waitMs ?? spread(usualMs);
  const leftMs = run.sendUntil.getTime() - now;
  // A break that outlasts the run is worth one more attempt at its very end.
  const lastMs = leftMs > 2 * lastAttemptMs ? leftMs - lastAttemptMs : undefined;
  const inMs = dueInMs < leftMs ? dueInMs : lastMs;
  if (inMs === undefined || dueInMs === Number.POSITIVE_INFINITY)
    return { channelId, tries: made, state: 'late', reason };
  return {
    ...{ channelId, tries: made, state: 'waiting', reason, dueInMs: inMs },
    ...(outcome.maybeSent && { maybeSent: true }),
  };
}
