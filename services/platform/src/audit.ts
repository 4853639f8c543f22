import type { Caller } from '@site/proto/grpc';
import { Column, Entity, PrimaryColumn, type EntityManager } from 'typeorm';
import { isoDate } from './database.js';
import { newId } from './ids.js';
import { currentContext } from './request-context.js';

/** One action of a signed-in person: who, what, which, when, from where. Written in the transaction of the action itself. */
@Entity('audit')
export class AuditEntry {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('uuid') principalId!: string;
  @Column('text') principalName!: string;
  /** For instance "snapshot.approve". */
  @Column('text') action!: string;
  @Column('text') subjectId!: string;
  @Column('timestamptz', { default: () => 'now()', transformer: isoDate }) at!: string;
  @Column('text') clientAddress!: string;
  @Column('text') requestId!: string;
}

/** Writes the audit row of an action on `subjectId`. */
export async function audit(manager: EntityManager, caller: Caller, action: string, subjectId: string): Promise<void> {
  await manager.insert(AuditEntry, {
    id: newId(),
    principalId: caller.id,
    principalName: caller.name,
    action,
    subjectId,
    clientAddress: caller.clientAddress,
    requestId: currentContext()?.requestId ?? '',
  });
}
