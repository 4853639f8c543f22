import { isoDate } from '@site/platform/data/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A time that may be missing: null, as in the database. */
const isoDateOrNull = {
  to: (value: string | null) => value,
  from: (value: Date | null) => value?.toISOString() ?? null,
};

/**
 * "standing": in force as far as the wire alone can tell. "confirmed": the list says the same, or something newer.
 * "over": its end has passed, or the list never came to say it.
 */
export type WireState = 'standing' | 'confirmed' | 'over';

/** A message of the wire that started or raised an event. */
@Entity('wire_alerts')
export class WireAlert {
  @PrimaryColumn('text') alertId!: string;
  /** The event without the year, "KLZK.TO.W.0042". */
  @Column('text') name!: string;
  @Column('text') state!: WireState;
  /** As the list would have it. */
  @Column('jsonb') feature!: object;
  @Column('timestamptz', { transformer: isoDate }) sent!: string;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) ends!: string | null;
  /** By the source's clock, like the others. */
  @Column('timestamptz', { transformer: isoDate }) heardAt!: string;
  /** When the wire last said anything about the event. */
  @Column('timestamptz', { transformer: isoDate }) lastHeardAt!: string;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) settledAt!: string | null;
  /** When operators were told that the list says otherwise. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) rungAt!: string | null;
}

/** An event that the wire called over. */
@Entity('wire_endings')
export class WireEndingRow {
  @PrimaryColumn('text') name!: string;
  @Column('timestamptz', { transformer: isoDate }) sent!: string;
  /** When it was heard; for an expiry that was announced ahead, when it is over. */
  @Column('timestamptz', { transformer: isoDate }) overAt!: string;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) rungAt!: string | null;
}

/** Which replica holds the one line that the installation has: a single row. */
@Entity('wire_line')
export class WireLineRow {
  @PrimaryColumn('smallint') id!: 1;
  @Column('text') holder!: string;
  /** By the database's clock. */
  @Column('timestamptz', { transformer: isoDate }) heldUntil!: string;
}
