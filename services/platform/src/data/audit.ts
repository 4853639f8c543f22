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
import { newId } from '../base/ids.js';
import { decodeCursor, toPage } from './keyset.js';
import { currentContext } from '../base/request-context.js';

/** One action of a signed-in person: who did what to what, when and from where. Written in the same transaction. */
@Entity('audit')
export class AuditEntry {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('uuid') principalId!: string;
  @Column('text') principalName!: string;
  /** The kind of its subject and a verb, for instance "job.retry". */
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

/** Lists the service's own audit log, newest first. */
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
    // By id alone, which contains the time: rows of one transaction share their `at`.
    const entries = await this.dataSource.manager.find(AuditEntry, {
      where: after ? { id: LessThan(after.id) } : {},
      order: { id: 'DESC' },
      take: limit + 1,
    });
    const { page, nextCursor } = toPage(entries, limit, ({ at, id }) => ({ at, id }));
    return { entries: page, ...(nextCursor && { nextCursor }) };
  }
}
