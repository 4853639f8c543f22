import { isoDate } from '@site/platform/data/database';
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A time that may be missing: null, as in the database. */
const isoDateOrNull = {
  to: (value: string | null) => value,
  from: (value: Date | null) => value?.toISOString() ?? null,
};

/** One revision of an event. Rows are only ever added, and removed after two years. */
@Entity('alert_events')
@Unique(['eventKey', 'revision'])
export class AlertEventRow {
  /** In the order of commits, without gaps: only the holder of the list's row writes. */
  @PrimaryColumn('integer') sequence!: number;
  @Column('text') eventKey!: string;
  @Column('integer') revision!: number;
  /** A VTEC action; "UNLISTED" when it left the source's list before its end; "END" when it was unlisted for a day and had no end. */
  @Column('text') action!: string;
  @Column('text') event!: string;
  @Column('text') severity!: string;
  @Column('text', { array: true }) counties!: string[];
  @Column('text', { array: true }) newCounties!: string[];
  /** The message that made the revision; empty for "END". */
  @Column('text') alertId!: string;
  @Column('integer') danger!: number;
  @Column('integer') threatStep!: number;
  @Column('timestamptz', { transformer: isoDate }) sent!: string;
  /** By the source's clock. */
  @Column('timestamptz', { transformer: isoDate }) firstSeenAt!: string;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) onset!: string | null;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) ends!: string | null;
  /** What changed since the revision before, in words. */
  @Column('text', { array: true }) changes!: string[];
  /** The messages in force with it; for an end, those that announced it. */
  @Column('jsonb') alerts!: Alert[];
  /** Whether the event was in effect before the weather proxy could see it: on a new installation, or after an outage. */
  @Column('boolean', { default: false }) alreadyActive!: boolean;
}

/** The current state of each event: its newest revision, and whether it is over. */
@Entity('alert_event_heads')
export class AlertEventHead {
  @PrimaryColumn('text') eventKey!: string;
  @Column('text') event!: string;
  @Column('integer') revision!: number;
  /** Of the newest revision's messages. */
  @Column('text') digest!: string;
  /** How many complete lists in a row have been without it. */
  @Column('integer') missedLooks!: number;
  @Column('timestamptz', { transformer: isoDate }) beganAt!: string;
  @Column('timestamptz', { transformer: isoDate }) lastSeenAt!: string;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) ends!: string | null;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) endedAt!: string | null;
  @Column('text') endedBy!: EndedBy;
  /** When it left the source's list without having ended; null while it is listed. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) unlistedAt!: string | null;
  @Column('text', { nullable: true }) successorKey!: string | null;
}

export type EndedBy = '' | 'cancelled' | 'expired' | 'upgraded' | 'ended';

/** Which event a message was about, so that links to messages lead somewhere. */
@Entity('alert_messages')
export class AlertMessage {
  @PrimaryColumn('text') alertId!: string;
  @Column('text') eventKey!: string;
  @Column('timestamptz', { transformer: isoDate }) firstSeenAt!: string;
}

/** The one list that every replica answers from, and whose turn it is to look at the source: a single row. */
@Entity('alert_list')
export class AlertListRow {
  @PrimaryColumn('smallint') id!: 1;
  /** Rises with every look, successful or not. */
  @Column('integer') version!: number;
  /** The version that `alerts` last changed with. */
  @Column('integer') listVersion!: number;
  @Column('text') source!: string;
  @Column('jsonb') alerts!: unknown;
  /** From the source's answer, to ask whether the list has changed. */
  @Column('jsonb') validators!: unknown;
  /** The latest successful look, by the source's clock. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) updatedAt!: string | null;
  /** What the source's clock said, and when that was by the database's clock. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) heardSourceAt!: string | null;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) heardAt!: string | null;
  /** Looks that failed since the last successful one. */
  @Column('integer') failures!: number;
  /** By the database's clock, like the three below. */
  @Column('timestamptz', { transformer: isoDate }) nextLookAt!: string;
  /** The replica that is looking, or looked last. */
  @Column('text', { nullable: true }) watcher!: string | null;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) leasedUntil!: string | null;
  /** After a first failure another replica may look at once, until then. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) passedUntil!: string | null;
}
