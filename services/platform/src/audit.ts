import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import {
  AuditServiceControllerMethods,
  type AuditServiceController,
  type ListAuditEntriesRequest,
  type ListAuditEntriesResponse,
} from '@site/proto/gen/nest/audit/v1/audit';
import { readCaller, type Caller } from '@site/proto/grpc';
import { Column, DataSource, Entity, LessThan, PrimaryColumn, type EntityManager } from 'typeorm';
import { isoDate } from './database.js';
import { newId } from './ids.js';
import { decodeCursor, toPage } from './keyset.js';
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
  /** What a person would call the subject: a title, a name; empty where there is none. */
  @Column('text', { default: '' }) subjectLabel!: string;
  @Column('timestamptz', { default: () => 'now()', transformer: isoDate }) at!: string;
  @Column('text') clientAddress!: string;
  @Column('text') requestId!: string;
}

const longestLabel = 120;

/** Writes the audit row of an action on `subjectId`; `subjectLabel` is what a person would call it. */
export async function audit(
  manager: EntityManager,
  caller: Caller,
  action: string,
  subjectId: string,
  subjectLabel = '',
): Promise<void> {
  await manager.insert(AuditEntry, {
    id: newId(),
    principalId: caller.id,
    principalName: caller.name,
    action,
    subjectId,
    subjectLabel: [...subjectLabel].slice(0, longestLabel).join(''),
    clientAddress: caller.clientAddress,
    requestId: currentContext()?.requestId ?? '',
  });
}

/** Answers what a service's own audit table holds. */
@Controller()
@AuditServiceControllerMethods()
export class AuditController implements AuditServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async listAuditEntries(
    { cursor, limit }: ListAuditEntriesRequest,
    metadata?: Metadata,
  ): Promise<ListAuditEntriesResponse> {
    readCaller(metadata);
    const after = decodeCursor(cursor);
    // By id alone: it holds the time, and rows of one transaction share theirs.
    const entries = await this.dataSource.manager.find(AuditEntry, {
      where: after ? { id: LessThan(after.id) } : {},
      order: { id: 'DESC' },
      take: limit + 1,
    });
    const { page, nextCursor } = toPage(entries, limit, ({ at, id }) => ({ at, id }));
    return { entries: page, ...(nextCursor && { nextCursor }) };
  }
}
