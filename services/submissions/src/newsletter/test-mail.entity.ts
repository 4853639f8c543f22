import { isoDate } from '@site/platform/data/database';
import { newId } from '@site/platform/base/ids';
import type { RetentionRule } from '@site/platform/lifecycle/retention';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Story } from './newsletter-letters.js';

/** A story that an admin wants as a test mail. The admin's address isn't stored here; auth has it. */
@Entity('test_mails')
export class TestMail {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('uuid') personId!: string;
  @Column('jsonb') story!: Story;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) createdAt!: string;
}

export const testMailRetention: RetentionRule = {
  table: 'test_mails',
  when: `created_at < now() - interval '1 day'`,
  passing: true,
};
