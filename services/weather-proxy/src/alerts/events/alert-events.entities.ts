import { isoDate } from '@site/platform/data/database';
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A nullable timestamp. */
const isoDateOrNull = {
  to: (value: string | null) => value,
  from: (value: Date | null) => value?.toISOString() ?? null,
};

/** One revision of an event. Rows are append-only and removed after two years. */
@Entity('alert_events')
@Unique(['eventKey', 'revision'])
export class AlertEventRow {
  /** In commit order, without gaps: only the transaction that locks the list's row writes. */
  @PrimaryColumn('integer') sequence!: number;
  @Column('text') eventKey!: string;
  @Column('integer') revision!: number;
  /**
   * A VTEC action; "UNLISTED" when it left the upstream list before its end; "END" when it was unlisted for a day and
   * had no end.
   */
  @Column('text') action!: string;
  @Column('text') event!: string;
  @Column('text') severity!: string;
  @Column('text', { array: true }) counties!: string[];
  @Column('text', { array: true }) newCounties!: string[];
  /** The message that caused the revision; empty for "END". */
  @Column('text') alertId!: string;
  @Column('integer') danger!: number;
  @Column('integer') threatStep!: number;
  @Column('timestamptz', { transformer: isoDate }) sent!: string;
  /** By the upstream clock. */
  @Column('timestamptz', { transformer: isoDate }) firstSeenAt!: string;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) onset!: string | null;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) ends!: string | null;
  /** Changes since the previous revision, as text. */
  @Column('text', { array: true }) changes!: string[];
  /** The messages in force; for an ending, the messages that announced it. */
  @Column('jsonb') alerts!: Alert[];
  /** Whether the event was in effect before the proxy could see it: on a new installation, or after an outage. */
  @Column('boolean', { default: false }) alreadyActive!: boolean;
}

/** Current state of an event: its newest revision, and whether it has ended. */
@Entity('alert_event_heads')
export class AlertEventHead {
  @PrimaryColumn('text') eventKey!: string;
  @Column('text') event!: string;
  @Column('integer') revision!: number;
  /** Digest of the newest revision's messages. */
  @Column('text') digest!: string;
  /** How many complete lists in a row lacked the event. */
  @Column('integer') missedLooks!: number;
  @Column('timestamptz', { transformer: isoDate }) beganAt!: string;
  @Column('timestamptz', { transformer: isoDate }) lastSeenAt!: string;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) ends!: string | null;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) endedAt!: string | null;
  @Column('text') endedBy!: EndedBy;
  /** When it left the upstream list without having ended; null while it is listed. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) unlistedAt!: string | null;
  @Column('text', { nullable: true }) successorKey!: string | null;
}

export type EndedBy = '' | 'cancelled' | 'expired' | 'upgraded' | 'ended';

/** Maps a message to its event, so that links to messages resolve. */
@Entity('alert_messages')
export class AlertMessage {
  @PrimaryColumn('text') alertId!: string;
  @Column('text') eventKey!: string;
  @Column('timestamptz', { transformer: isoDate }) firstSeenAt!: string;
}

/** The list that every replica serves, and the polling lease: a single row. */
@Entity('alert_list')
export class AlertListRow {
  @PrimaryColumn('smallint') id!: 1;
  /** Increases with every poll, successful or not. */
  @Column('integer') version!: number;
  /** The version at which `alerts` last changed. */
  @Column('integer') listVersion!: number;
  @Column('text') source!: string;
  @Column('jsonb') alerts!: unknown;
  /** Validators of the upstream response, for conditional requests. */
  @Column('jsonb') validators!: unknown;
  /** The latest successful poll, by the upstream clock. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) updatedAt!: string | null;
  /** The upstream clock's time, and when it was received by the database's clock. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) heardSourceAt!: string | null;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) heardAt!: string | null;
  /** Failed polls since the last successful one. */
  @Column('integer') failures!: number;
  /** By the database's clock, like the three below. */
  @Column('timestamptz', { transformer: isoDate }) nextLookAt!: string;
  /** The replica that is polling, or polled last. */
  @Column('text', { nullable: true }) watcher!: string | null;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) leasedUntil!: string | null;
  /** Until then, after a first failure, another replica may poll immediately. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) passedUntil!: string | null;
}
