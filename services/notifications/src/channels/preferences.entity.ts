import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A county that a confirmed subscriber follows, as a FIPS code. */
@Entity('follows')
export class Follow {
  @PrimaryColumn('character', { length: 5 }) county!: string;
  @PrimaryColumn('uuid') subscriberId!: string;
}

/** A confirmed subscriber's other preferences. */
@Entity('wishes')
export class PreferencesRow {
  @PrimaryColumn('uuid') subscriberId!: string;
  /** Of `wishKinds`. */
  @Column('text', { array: true }) kinds!: string[];
  /** Of `wishLevels`. */
  @Column('smallint') leastLevel!: number;
  /** Local time of the state, "22:00:00"; both set or both null. */
  @Column('time', { nullable: true }) quietFrom!: string | null;
  @Column('time', { nullable: true }) quietUntil!: string | null;
  @Column('boolean') loudWhenDangerous!: boolean;
}
