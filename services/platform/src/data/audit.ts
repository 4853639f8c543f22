import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import {
  AuditServiceControllerMethods,
  type AuditEntry as AuditEntryMessage,
  type AuditServiceController,
  type ListAuditEntriesRequest,
  type ListAuditEntriesResponse,
  type RecordAuditEntryRequest,
  type RecordAuditEntryResponse,
} from '@site/proto/gen/nest/audit/v1/audit';
import {
  auditKindNames,
  auditKindPatterns,
  auditThings,
  gatewayActions,
  nobody,
  type AuditKind,
} from '@site/domain/audit-kinds';
import { findCaller, invalid, readCaller, type Caller } from '@site/proto/grpc';
import { Column, DataSource, Entity, PrimaryColumn, type EntityManager } from 'typeorm';
import { isoDate } from './database.js';
import { isId, newId } from '../base/ids.js';
import { decodeCursor, toPage } from './keyset.js';
import { currentContext } from '../base/request-context.js';

/**
 * One action of a signed-in person, or something refused to somebody: who did what to what, when and from where. Written in
 * the same transaction, and never changed (`audit-tables.ts`).
 */
@Entity('audit')
export class AuditEntry {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('uuid') principalId!: string;
  @Column('text') principalName!: string;
  /** The kind of its subject and a verb, for instance "job.retry"; `auditKinds` sorts them. */
  @Column('text') action!: string;
  @Column('text') subjectId!: string;
  /** What a person would call the subject: a title, a name; empty where there is none, and once the subject is gone for good. */
  @Column('text', { default: '' }) subjectLabel!: string;
  @Column('timestamptz', { default: () => 'now()', transformer: isoDate }) at!: string;
  /** Empty after 90 days. */
  @Column('text') clientAddress!: string;
  @Column('text') requestId!: string;
  /** What else there is to say; nothing personal, as it is kept for ever. */
  @Column('text', { default: '' }) detail!: string;
  /** Its place in the chain; the database gives it on commit. */
  @Column('integer', { nullable: true }) number!: number | null;
  @Column('text', { nullable: true }) hash!: string | null;
  @Column('uuid', { nullable: true, select: false }) addressSalt!: string | null;
  @Column('text', { nullable: true, select: false }) addressDigest!: string | null;
  @Column('uuid', { nullable: true, select: false }) labelSalt!: string | null;
  @Column('text', { nullable: true, select: false }) labelDigest!: string | null;
}

const longestText = 120;
const short = (text: string, longest = longestText) => [...text].slice(0, longest).join('');

/** Who did it: a person, or what stands for nobody with an account. */
export type AuditPrincipal = Pick<Caller, 'id' | 'name' | 'clientAddress'>;

/** A stranger, as far as we know. */
export const stranger = (clientAddress: string): AuditPrincipal => ({ id: nobody, name: 'Unknown', clientAddress });
/** What is done because its time has come. */
export const retentionItself: AuditPrincipal = { id: nobody, name: 'Retention', clientAddress: '' };

/**
 * Writes the audit row of an action on `subjectId`.
 * @param subjectLabel what a person would call the subject; forgotten when the subject goes for good
 * @param detail what else there is to say; kept for ever, so nothing personal
 */
export async function audit(
  manager: EntityManager,
  { id: principalId, name: principalName, clientAddress }: AuditPrincipal,
  action: string,
  subjectId: string,
  subjectLabel = '',
  detail = '',
): Promise<void> {
  await manager.insert(AuditEntry, {
    id: newId(),
    principalId,
    principalName,
    action,
    subjectId,
    subjectLabel: short(subjectLabel),
    detail: short(detail, 2 * longestText),
    clientAddress,
    requestId: currentContext()?.requestId ?? '',
  });
}

/**
 * Forgets what people called these subjects; that something was done with them stays.
 * @throws when a table has a row of one of them
 */
export async function forgetLabels(manager: EntityManager, subjectIds: string[]): Promise<void> {
  if (subjectIds.length > 0) await manager.query('SELECT audit_forget_labels($1)', [subjectIds]);
}

const auditMessage = (entry: AuditEntry): AuditEntryMessage => ({
  ...entry,
  number: entry.number ?? 0,
  hash: entry.hash ?? '',
});

function checked<Value>(field: string, value: Value | undefined, holds: (value: Value) => boolean): Value | undefined {
  if (value === undefined || holds(value)) return value;
  const message = `${field} is not one of ours`;
  throw invalid(message, [{ field, message }]);
}
const isTime = (text: string) => !Number.isNaN(Date.parse(text));
const isThing = (name: string) => Object.hasOwn(auditThings, name);
const isSubject = (id: string) => id.length <= 200 && !id.includes('\0');
const isKind = (name: string): name is AuditKind => auditKindNames.some((known) => known === name);
/** An id of a person, or the one of nobody, which is no UUIDv7. */
const isPrincipal = (id: string) => id === nobody || isId(id);

/** Lists the service's own audit log. */
@Controller()
@AuditServiceControllerMethods()
export class AuditController implements AuditServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async listAuditEntries(request: ListAuditEntriesRequest, metadata?: Metadata): Promise<ListAuditEntriesResponse> {
    readCaller(metadata);
    const { cursor, limit, oldestFirst } = request;
    const after = decodeCursor(cursor);
    const since = checked('since', request.since, isTime);
    const until = checked('until', request.until, isTime);
    const principalId = checked('principal_id', request.principalId, isPrincipal);
    const kind = checked('kind', request.kind, isKind) as AuditKind | undefined;
    const thing = checked('thing', request.thing, isThing);
    const subjectId = checked('subject_id', request.subjectId, isSubject);
    const list = this.dataSource.manager.createQueryBuilder(AuditEntry, 'entry');
    // By id alone, which contains the time: rows of one transaction share their `at`.
    if (after) list.andWhere(`entry.id ${oldestFirst ? '>' : '<'} :after`, { after: after.id });
    if (since) list.andWhere('entry.at >= :since', { since });
    if (until) list.andWhere('entry.at < :until', { until });
    if (principalId) list.andWhere('entry.principalId = :principalId', { principalId });
    if (subjectId) list.andWhere('entry.subjectId = :subjectId', { subjectId });
    if (thing) list.andWhere('entry.action LIKE :ofThing', { ofThing: `${thing}.%` });
    if (kind) {
      const { like, notLike } = auditKindPatterns(kind);
      list.andWhere('entry.action LIKE ANY(:like) AND entry.action NOT LIKE ALL(:notLike)', { like, notLike });
    }
    const entries = await list
      .orderBy('entry.id', oldestFirst ? 'ASC' : 'DESC')
      .take(limit + 1)
      .getMany();
    const { page, nextCursor } = toPage(entries, limit, ({ at, id }) => ({ at, id }));
    return { entries: page.map(auditMessage), ...(nextCursor && { nextCursor }) };
  }

  async recordAuditEntry(
    { action, subjectId, detail, clientAddress }: RecordAuditEntryRequest,
    metadata?: Metadata,
  ): Promise<RecordAuditEntryResponse> {
    checked('action', action, (name) => gatewayActions.some((known) => known === name));
    const principal = findCaller(metadata) ?? stranger(short(clientAddress));
    await this.dataSource.transaction((manager) =>
      audit(manager, principal, action, short(subjectId, 200), '', short(detail, 200)),
    );
    return {};
  }
}
