import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What admins call a system that is told; the rest of it is a channel of its own subscriber. */
@Entity('webhooks')
export class WebhookName {
  @PrimaryColumn('uuid') channelId!: string;
  /** 1 to 80 characters. */
  @Column('text') name!: string;
}
