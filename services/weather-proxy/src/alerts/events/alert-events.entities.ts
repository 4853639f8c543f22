import { isoDate } from '@site/platform/data/database';
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

export const isoDateOrNull = {
  to: (value: string | null) => value,
  from: (value: Date | null) => value?.toISOString() ?? null,
};

/** A revision of an event. Append-only; removed after two years. */
@Entity('alert_events')
@Unique(['eventKey', 'revision'])
export class AlertEventRow {
  /** In commit order, without gaps: only the transaction that locks the list writes. */
  @PrimaryColumn('integer') sequence!: number;
  @Column('text') eventKey!: string;
  @Column('integer') revision!: number;
  /** A VTEC action; "UNLISTED" when it left the list before its end; "END" after a day unlisted without an end time. */
  @Column('text') action!: string;
  @Column('text') event!: string;
  @Column('text') severity!: string;
  @Column('text', { array: true }) counties!: string[];
  @Column('text', { array: true }) newCounties!: string[];
  /** Empty for "END". */
  @Column('text') alertId!: string;
  @Column('integer') danger!: number;
  @Column('integer') threatStep!: number;
  @Column('timestamptz', { transformer: isoDate }) sent!: string;
  /** By the upstream clock. */
  @Column('timestamptz', { transformer: isoDate }) firstSeenAt!: string;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) onset!: string | null;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) ends!: string | null;
  @Column('text', { array: true }) changes!: string[];
  /** In force with the revision; for an ending, its messages. */
  @Column('jsonb') alerts!: Alert[];
  /** In effect before the proxy could see it: on a new installation, or after an outage. */
  @Column('boolean', { default: false }) alreadyActive!: boolean;
}

/** An event's newest revision, and whether it has ended. */
@Entity('alert_event_heads')
export class AlertEventHead {
  @PrimaryColumn('text') eventKey!: string;
  @Column('text') event!: string;
  @Column('integer') revision!: number;
  /** Of the newest revision's messages. */
  @Column('text') digest!: string;
  /** Complete lists in a row that lacked the event. */
  @Column('integer', { name: 'missed_looks' }) missedPolls!: number;
  @Column('timestamptz', { transformer: isoDate }) beganAt!: string;
  @Column('timestamptz', { transformer: isoDate }) lastSeenAt!: string;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) ends!: string | null;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) endedAt!: string | null;
  @Column('text') endedBy!: EndedBy;
  /** When it left the list without having ended. */
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
  /** Increases with every poll. */
  @Column('integer') version!: number;
  /** The version at which `alerts` last changed. */
  @Column('integer') listVersion!: number;
  @Column('text') source!: string;
  @Column('jsonb') alerts!: unknown;
  /** For conditional requests. */
  @Column('jsonb') validators!: unknown;
  /** The latest successful poll, by the upstream clock. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) updatedAt!: string | null;
  /** The upstream time, and when it was received by the database's clock. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) heardSourceAt!: string | null;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) heardAt!: string | null;
  /** Failed polls in a row. */
  @Column('integer') failures!: number;
  /** This and the three below: by the database's clock. */
  @Column('timestamptz', { name: 'next_look_at', transformer: isoDate }) nextPollAt!: string;
  /** The current or last poller. */
  @Column('text', { nullable: true }) watcher!: string | null;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) leasedUntil!: string | null;
  /** Until then, after a first failure, another replica may poll immediately. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) passedUntil!: string | null;
}
