import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The admins' name for a webhook; the rest is in the channel of its separate subscriber. */
@Entity('webhooks')
export class WebhookName {
  @PrimaryColumn('uuid') channelId!: string;
  /** 1 to 80 characters. */
  @Column('text') name!: string;
}
