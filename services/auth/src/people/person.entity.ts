import { newId } from '@site/platform/base/ids';
import type { Role } from '@site/domain/roles';
import {
  Column,
  CreateDateColumn,
  DeleteDateColumn,
  Entity,
  PrimaryColumn,
  UpdateDateColumn,
  IsNull,
  type EntityManager,
} from 'typeorm';

export type { Role };

/** A user who can sign in. */
@Entity('people')
export class Person {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text') name!: string;
  /** In canonical form (`emailKey`); unique among undeleted users. */
  @Column('text') email!: string;
  @Column('text') role!: Role;
  /** PHC string of argon2id. Never leaves this service. */
  @Column('text') passwordHash!: string;
  @CreateDateColumn({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  @UpdateDateColumn({ type: 'timestamptz', precision: 3 }) updatedAt!: Date;
  /** Increases with edits of name and address. */
  @Column('integer', { default: 1 }) version!: number;
  @DeleteDateColumn({ type: 'timestamptz', precision: 3 }) deletedAt!: Date | null;
}

/** Locks the row of an undeleted user. */
export const lockUser = (manager: EntityManager, id: string): Promise<Person | null> =>
  manager.findOne(Person, { where: { id, deletedAt: IsNull() }, lock: { mode: 'for_no_key_update' } });
