import type { AlertEvent } from '@site/proto/gen/nest/weather/v1/alert_events';

/** Everybody's channels are dealt to so many shards, by their ids; each is sent to by one sender at a time. */
export const shardCount = 16;

export type ChannelKind = 'push' | 'mail' | 'sms' | 'webhook';

/**
 * What is slow has a lane of its own, so that pushes never wait for a mail server or for somebody's own system. Each lane has
 * all shards; a shard of a lane is numbered lane × 16 + shard.
 */
export const lanes: readonly (readonly ChannelKind[])[] = [['push'], ['mail'], ['sms'], ['webhook']];

export type RunKind = 'new' | 'grown' | 'raised' | 'quiet' | 'ended';

/** Whom a run is for, among those who match. */
export type Audience = 'all' | 'untold' | 'told';

/** A run as its senders know it. */
export interface Run {
  id: string;
  eventKey: string;
  revision: number;
  kind: RunKind;
  audience: Audience;
  alertKind: string;
  level: number;
  priority: number;
  counties: string[];
  /** The revision that it tells; a later one where it was held for the morning. */
  alert: AlertEvent;
  /** By the weather service's clock. */
  firstSeenAt: Date;
  /** How far our clock was ahead of the weather service's when the run was made. */
  clockAheadMs: number;
  createdAt: Date;
  sendUntil: Date;
}

/** The columns of a `Run`, of `alert_runs AS run`. */
export const runColumns = `run.id, run.event_key AS "eventKey", run.revision, run.kind, run.audience,
  run.alert_kind AS "alertKind", run.level, run.priority, run.counties, run.alert, run.first_seen_at AS "firstSeenAt",
  run.clock_ahead_ms::float AS "clockAheadMs", run.created_at AS "createdAt", run.send_until AS "sendUntil"`;

/** The partition of a run's deliveries. */
export const dayOf = ({ createdAt }: Pick<Run, 'createdAt'>): string => createdAt.toISOString().slice(0, 10);

/** One message to one channel, reserved for this sender. */
export interface Reserved {
  channelId: string;
  kind: ChannelKind;
  addressSealed: Buffer;
  keysSealed: Buffer | null;
  pushOrigin: string | null;
  /** Those of the run that this person follows, FIPS codes. */
  counties: string[];
  /** Earlier attempts. */
  tries: number;
  wasHeld: boolean;
  /** Whether this address has accepted something before; of a browser that has just moved, nobody knows. */
  isProven: boolean;
}

/** How one attempt ended. */
export interface Result {
  channelId: string;
  /** "waiting": again at `dueInMs`. */
  state: 'accepted' | 'gone' | 'failed' | 'late' | 'waiting';
  /** Attempts so far; one that was not made does not count. */
  tries: number;
  reason?: string;
  dueInMs?: number;
  /** Whether the message may be out although nothing was heard. */
  maybeSent?: boolean;
  /** Seconds from our first sight to accepted; absent where it waited for the morning. */
  lagSeconds?: number;
}
