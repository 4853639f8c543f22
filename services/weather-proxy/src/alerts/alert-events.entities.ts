import { isoDate } from '@site/platform/database';
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A moment that may be missing: null, as the database has it. */
const isoDateOrNull = {
  to: (value: string | null) => value,
  from: (value: Date | null) => value?.toISOString() ?? null,
};

/** One revision of an event. Rows are only added, and removed after two years. */
@Entity('alert_events')
@Unique(['eventKey', 'revision'])
export class AlertEventRow {
  /** One after the other in the order of commits: only who holds the row of the list writes. */
  @PrimaryColumn('integer') sequence!: number;
  @Column('text') eventKey!: string;
  @Column('integer') revision!: number;
  /** A VTEC action, or "END": it left the source's list, or its end passed. */
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
  /** What is different from the revision before, in words. */
  @Column('text', { array: true }) changes!: string[];
  /** The messages in force with it; of an end, those that said so. */
  @Column('jsonb') alerts!: Alert[];
}

/** What is known of an event now, one row each: which revision is its newest, and whether it is over. */
@Entity('alert_event_heads')
export class AlertEventHead {
  @PrimaryColumn('text') eventKey!: string;
  @Column('text') event!: string;
  @Column('integer') revision!: number;
  /** Of the newest revision's messages. */
  @Column('text') digest!: string;
  /** How many complete lists in a row did not hold it. */
  @Column('integer') missedLooks!: number;
  @Column('timestamptz', { transformer: isoDate }) beganAt!: string;
  @Column('timestamptz', { transformer: isoDate }) lastSeenAt!: string;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) ends!: string | null;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) endedAt!: string | null;
  @Column('text') endedBy!: EndedBy;
  @Column('text', { nullable: true }) successorKey!: string | null;
}

export type EndedBy = '' | 'cancelled' | 'expired' | 'upgraded' | 'ended';

/** Which event a message was about, for links to messages. */
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
  /** Of the source's answer, for asking whether it has changed. */
  @Column('jsonb') validators!: unknown;
  /** The latest successful look, by the source's clock. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) updatedAt!: string | null;
  /** What the source's clock said, and when that was by the database's. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) heardSourceAt!: string | null;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) heardAt!: string | null;
  /** Looks that failed since the last successful one. */
  @Column('integer') failures!: number;
  /** By the database's clock, as the three below it. */
  @Column('timestamptz', { transformer: isoDate }) nextLookAt!: string;
  /** The replica that looks, or looked last. */
  @Column('text', { nullable: true }) watcher!: string | null;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) leasedUntil!: string | null;
  /** After a first failure another replica may look at once, until then. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) passedUntil!: string | null;
}
