import { isoDate } from '@site/platform/data/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A provider's last valid response, for restarts and provider outages. */
@Entity('last_good')
export class LastGood {
  /** The request and the version of the value's shape, for instance "forecast/2/34.76,-92.28". */
  @PrimaryColumn('text') key!: string;
  @Column('jsonb') body!: unknown;
  /** When the provider sent it. */
  @Column('timestamptz', { transformer: isoDate }) fetchedAt!: string;
}
