/** Sends a reserved batch and returns each message's result. */
import { isOutage } from '@site/platform/base/outage';
import type { ChannelSender, DeliveryResult } from '../adapters/adapter.js';
import type { Reserved, Result, Dispatch } from '../dispatches/dispatch-rows.js';

/** Delays before the second, third, fourth and any later attempt. */
const waitsMs = [1_000, 4_000, 15_000] as const;

/** Before the end of a dispatch. */
const lastAttemptMs = 1_000;

/** Adds jitter. */
const spread = (ms: number) => ms * (0.8 + Math.random() * 0.4);

/** @param senders by channel kind */
export async function sendBatch(
  dispatch: Dispatch,
  batch: readonly Reserved[],
  senders: ReadonlyMap<string, ChannelSender>,
): Promise<Result[]> {
  const sendTo = new Map([...senders].map(([kind, sender]) => [kind, sender.begin(dispatch)]));
  return Promise.all(
    batch.map(async (reserved) => {
      const send = sendTo.get(reserved.kind);
      const outcome: DeliveryResult = send
        ? await send(reserved).catch(unexpected)
        : { state: 'failed', reason: 'this site does not support the channel' };
      return resultOf(dispatch, reserved, outcome, Date.now());
    }),
  );
}

/** Turns one message's error into its outcome, so that it doesn't repeat the whole batch. */
const unexpected = (error: unknown): DeliveryResult => {
  const reason = error instanceof Error ? error.message : String(error);
  return isOutage(error) ? { state: 'later', reason, maybeSent: true } : { state: 'failed', reason };
};

/** @param now milliseconds since 1970 UTC, when the attempt ended */
export function resultOf(
  dispatch: Dispatch,
  { channelId, tries, wasHeld }: Reserved,
  outcome: DeliveryResult,
  now: number,
): Result {
  const result = { channelId, tries: tries + 1 };
  if (outcome.state === 'accepted') {
    const lagSeconds = (now - dispatch.clockAheadMs - dispatch.firstSeenAt.getTime()) / 1_000;
    return { ...result, state: 'accepted', ...(!wasHeld && { lagSeconds }) };
  }
  // Postgres text can't contain NUL.
  const reason = outcome.reason.replaceAll('\0', '');
  if (outcome.state !== 'later') return { ...result, state: outcome.state, reason };
  const attempts = outcome.notTried ? tries : tries + 1;
  const defaultDelayMs = waitsMs[Math.min(Math.max(attempts - 1, 0), waitsMs.length - 1)] ?? waitsMs[0];
  const dueInMs = outcome.waitMs ?? spread(defaultDelayMs);
  const leftMs = dispatch.sendUntil.getTime() - now;
  // One last attempt just before the dispatch's end.
  const lastMs = leftMs > 2 * lastAttemptMs ? leftMs - lastAttemptMs : undefined;
  const inMs = dueInMs < leftMs ? dueInMs : lastMs;
  if (inMs === undefined || dueInMs === Number.POSITIVE_INFINITY)
    return { channelId, tries: attempts, state: 'late', reason };
  return {
    channelId,
    tries: attempts,
    state: 'waiting',
    reason,
    dueInMs: inMs,
    ...(outcome.maybeSent && { maybeSent: true }),
  };
}
