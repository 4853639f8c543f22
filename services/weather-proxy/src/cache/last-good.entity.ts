import { isoDate } from '@site/platform/data/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A provider's last valid response, for restarts and outages. */
@Entity('last_good')
export class LastGood {
  /** The request and the shape's version: "forecast/2/34.76,-92.28". */
  @PrimaryColumn('text') key!: string;
  @Column('jsonb') body!: unknown;
  @Column('timestamptz', { transformer: isoDate }) fetchedAt!: string;
}
