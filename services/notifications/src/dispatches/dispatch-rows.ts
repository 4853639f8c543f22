/** Rows of dispatches and their recipients, as the sender reads them. */
import type { MessageLanguage } from '@site/domain/notifications/kinds';
import type { AlertEvent } from '@site/proto/gen/nest/weather/v1/alert_events';

/** Shards of channels by id; one sender at a time sends to each. */
export const shardCount = 16;

export type ChannelKind = 'push' | 'mail' | 'sms' | 'webhook';

/**
 * Separate lanes, so that pushes never wait for a mail server or a receiver's system. Each lane has all shards,
 * numbered lane × 16 + shard.
 */
export const lanes: readonly (readonly ChannelKind[])[] = [['push'], ['mail'], ['sms'], ['webhook']];

export type DispatchKind = 'new' | 'grown' | 'raised' | 'quiet' | 'ended';

/** Recipients among matching subscribers: all, those already notified, or the others. */
export type Audience = 'all' | 'not_notified' | 'notified';

export interface Dispatch {
  id: string;
  eventKey: string;
  revision: number;
  kind: DispatchKind;
  audience: Audience;
  alertKind: string;
  level: number;
  priority: number;
  counties: string[];
  /** The announced revision, or a later one if held for the morning. */
  alert: AlertEvent;
  /** By the upstream clock. */
  firstSeenAt: Date;
  /** How far our clock was ahead of the upstream clock at creation. */
  clockAheadMs: number;
  createdAt: Date;
  sendUntil: Date;
}

export const dispatchColumns = `dispatch.id, dispatch.event_key AS "eventKey", dispatch.revision, dispatch.kind,
  dispatch.audience, dispatch.alert_kind AS "alertKind", dispatch.level, dispatch.priority, dispatch.counties,
  dispatch.alert, dispatch.first_seen_at AS "firstSeenAt", dispatch.clock_ahead_ms::float AS "clockAheadMs",
  dispatch.created_at AS "createdAt", dispatch.send_until AS "sendUntil"`;

/** Returns the partition of a dispatch's deliveries. */
export const dayOf = ({ createdAt }: Pick<Dispatch, 'createdAt'>): string => createdAt.toISOString().slice(0, 10);

/** A message to one channel, reserved for this sender. */
export interface Reserved {
  channelId: string;
  kind: ChannelKind;
  addressSealed: Buffer;
  keysSealed: Buffer | null;
  pushOrigin: string | null;
  /** The dispatch's counties that this subscriber follows (FIPS). */
  counties: string[];
  language: MessageLanguage;
  tries: number;
  wasHeld: boolean;
  /** Whether this address has accepted a message before. */
  isProven: boolean;
}

export interface Result {
  channelId: string;
  /** "waiting": retry at `dueInMs`. */
  state: 'accepted' | 'gone' | 'failed' | 'late' | 'waiting';
  /** Attempts so far, without skipped ones. */
  tries: number;
  reason?: string;
  dueInMs?: number;
  /** Whether the message may have been delivered without a response. */
  maybeSent?: boolean;
  /** From our first sight to acceptance; absent if held for the morning. */
  lagSeconds?: number;
}

/**
 * SQL over `dispatches`: whether the alert was in effect before the weather proxy could see it. Delivery figures count
 * such a dispatch separately.
 */
export const isAlreadyActive = `coalesce((alert->>'alreadyActive')::boolean, false)`;
