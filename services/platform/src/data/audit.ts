/** The audit log: its entries, how actions are recorded, and the rpcs that list them. */
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import {
  AuditServiceControllerMethods,
  type AuditEntry as AuditEntryMessage,
  type AuditServiceController,
  type ListAuditEntriesRequest,
  type RecordAuditEntryRequest,
} from '@site/proto/gen/nest/audit/v1/audit';
import {
  auditKindNames,
  auditKindPatterns,
  auditSubjectTypes,
  gatewayActions,
  noPrincipalId,
  type AuditKind,
} from '@site/domain/audit-kinds';
import { emailPattern } from '@site/domain/email-address';
import { findCaller, invalidField, readCaller, type Caller } from '@site/proto/grpc';
import { Column, DataSource, Entity, PrimaryColumn, type EntityManager } from 'typeorm';
import { isoDate } from './database.js';
import { isId, newId } from '../base/ids.js';
import { decodeCursor, toPage } from './keyset.js';
import { currentContext } from '../base/request-context.js';

/**
 * An action of a signed-in user, or a refused one. Written in the same transaction and immutable (`audit-tables.ts`).
 */
@Entity('audit')
export class AuditEntry {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('uuid') principalId!: string;
  @Column('text') principalName!: string;
  /** Subject kind and verb, such as "job.retry"; `auditKinds` groups them. */
  @Column('text') action!: string;
  @Column('text') subjectId!: string;
  /** A readable name of the subject; empty if it has none or has been permanently deleted. */
  @Column('text', { default: '' }) subjectLabel!: string;
  @Column('timestamptz', { default: () => 'now()', transformer: isoDate }) at!: string;
  /** Cleared after 90 days. */
  @Column('text') clientAddress!: string;
  @Column('text') requestId!: string;
  /** No personal data, because entries are kept forever. */
  @Column('text', { default: '' }) detail!: string;
  /** Position in the chain, set on commit. */
  @Column('integer', { nullable: true }) number!: number | null;
  @Column('text', { nullable: true }) hash!: string | null;
  @Column('uuid', { nullable: true, select: false }) addressSalt!: string | null;
  @Column('text', { nullable: true, select: false }) addressDigest!: string | null;
  @Column('uuid', { nullable: true, select: false }) labelSalt!: string | null;
  @Column('text', { nullable: true, select: false }) labelDigest!: string | null;
}

const maxTextLength = 120;
const short = (text: string, maxLength = maxTextLength) => [...text].slice(0, maxLength).join('');

/** Entries have ids instead of email addresses, which titles and names may contain. */
const withoutAddresses = (text: string) =>
  text
    .split(/([\s<>(),;:"]+)/)
    .map((part) => (emailPattern.test(part) ? '[address]' : part))
    .join('');

/** A user, or a placeholder for an actor without an account. */
export type AuditPrincipal = Pick<Caller, 'id' | 'name' | 'clientAddress'>;

/** An unidentified visitor. */
export const stranger = (clientAddress: string): AuditPrincipal => ({
  id: noPrincipalId,
  name: 'Unknown',
  clientAddress,
});
export const retentionItself: AuditPrincipal = { id: noPrincipalId, name: 'Retention', clientAddress: '' };

/**
 * Writes the audit row of an action on `subjectId`.
 * @param subjectLabel a readable name, without email addresses, cleared when the subject is permanently deleted
 * @param detail kept forever, so no personal data
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
    subjectLabel: short(withoutAddresses(subjectLabel)),
    detail: short(withoutAddresses(detail), 2 * maxTextLength),
    clientAddress,
    requestId: currentContext()?.requestId ?? '',
  });
}

/**
 * Clears the labels of these subjects.
 * @throws when a table still has a row of one of them
 */
export async function clearAuditLabels(manager: EntityManager, subjectIds: string[]): Promise<void> {
  if (subjectIds.length > 0) await manager.query('SELECT audit_forget_labels($1)', [subjectIds]);
}

const auditMessage = (entry: AuditEntry): AuditEntryMessage => ({
  ...entry,
  number: entry.number ?? 0,
  hash: entry.hash ?? '',
});

function checked<Value>(
  field: string,
  value: Value | undefined,
  isValid: (value: Value) => boolean,
): Value | undefined {
  if (value === undefined || isValid(value)) return value;
  throw invalidField(field, `${field} is not a known value`);
}
const isTime = (text: string) => !Number.isNaN(Date.parse(text));
const isSubjectType = (name: string) => Object.hasOwn(auditSubjectTypes, name);
const isSubject = (id: string) => id.length <= 200 && !id.includes('\0');
const isKind = (name: string): name is AuditKind => auditKindNames.some((each) => each === name);
/** Accepts user ids and the `nobody` id, which isn't a UUIDv7. */
const isPrincipal = (id: string) => id === noPrincipalId || isId(id);

/** Lists entries for admins, and records the gateway's own actions. */
@Controller()
@AuditServiceControllerMethods()
export class AuditController implements AuditServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** @throws INVALID_ARGUMENT naming the unknown filter */
  async listAuditEntries(request: ListAuditEntriesRequest, metadata?: Metadata) {
    readCaller(metadata);
    const { cursor, limit, oldestFirst } = request;
    const after = decodeCursor(cursor);
    const since = checked('since', request.since, isTime);
    const until = checked('until', request.until, isTime);
    const principalId = checked('principal_id', request.principalId, isPrincipal);
    const kind = checked('kind', request.kind, isKind) as AuditKind | undefined;
    const subjectType = checked('thing', request.thing, isSubjectType);
    const subjectId = checked('subject_id', request.subjectId, isSubject);
    const list = this.dataSource.manager.createQueryBuilder(AuditEntry, 'entry');
    // By id only, which sorts by time, while rows of one transaction share their `at`.
    if (after) list.andWhere(`entry.id ${oldestFirst ? '>' : '<'} :after`, { after: after.id });
    if (since) list.andWhere('entry.at >= :since', { since });
    if (until) list.andWhere('entry.at < :until', { until });
    if (principalId) list.andWhere('entry.principalId = :principalId', { principalId });
    if (subjectId) list.andWhere('entry.subjectId = :subjectId', { subjectId });
    if (subjectType) list.andWhere('entry.action LIKE :ofThing', { ofThing: `${subjectType}.%` });
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

  /** Records a gateway's action, of a visitor if there is no signed-in user. */
  async recordAuditEntry({ action, subjectId, detail, clientAddress }: RecordAuditEntryRequest, metadata?: Metadata) {
    checked('action', action, (name) => gatewayActions.some((each) => each === name));
    const principal = findCaller(metadata) ?? stranger(short(clientAddress));
    await this.dataSource.transaction((manager) =>
      audit(manager, principal, action, short(subjectId, 200), '', short(detail, 200)),
    );
    return {};
  }
}
