/** Lists, creates, edits, deletes and orders the rows of any kind of content. */
import type { Metadata } from '@grpc/grpc-js';
import { audit } from '@site/platform/data/audit';
import { announce } from '@site/platform/data/changes';
import { once } from '@site/platform/data/idempotency';
import { isId, newId } from '@site/platform/base/ids';
import { decodeCursor, isAfter, orderSql } from '@site/platform/data/keyset';
import {
  containsWordSql,
  pageLimit,
  toFittingPage,
  parseSearchTerms,
  type PageRequest,
} from '@site/platform/data/lists';
import { addPlaceImageJob } from '@site/platform/lifecycle/images';
import { currentContext } from '@site/platform/base/request-context';
import { isUniqueViolation } from '@site/platform/lifecycle/trash';
import { assertCurrentVersion } from '@site/platform/data/versions';
import type { StagedUpload } from '@site/proto/gen/nest/images/v1/images';
import type { IdempotencyClaim } from '@site/proto/gen/nest/requests/v1/idempotency';
import { conflict, invalid, notFound, readCaller, type Caller } from '@site/proto/grpc';
import type { DataSource, EntityManager } from 'typeorm';
import { addItemImage } from '../images/image-library.js';
import type { ContentKind } from './content-kind.js';

/** The kind's fields, and an upload if it has a picture. */
export interface WriteRequest {
  idempotency?: IdempotencyClaim | undefined;
}

export interface EditRequest extends WriteRequest {
  id: string;
  expectedVersion?: number | undefined;
}

interface WriteResult<Message> {
  /** Absent when it was deleted at the same moment. */
  message: Message | undefined;
  /** Whether an earlier call did it. */
  replayed: boolean;
}

/**
 * Reads and writes the rows of a kind. A write is one transaction of row, picture, jobs, audit row, change notice and
 * idempotency record.
 */
export class ContentRows<Message> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly kind: ContentKind,
  ) {}

  /** @throws INVALID_ARGUMENT for an invalid limit or cursor */
  async list({ cursor, limit, q }: PageRequest): Promise<{ page: Message[]; nextCursor?: string }> {
    const { message, live, order, searched } = this.kind;
    const values: unknown[] = [pageLimit(limit) + 1];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const after = decodeCursor(cursor, order.type);
    const conditions = [
      ...(after ? [isAfter(order, parameter(after.at), parameter(after.id))] : []),
      ...(searched ? parseSearchTerms(q).map((word) => containsWordSql(searched, parameter(word))) : []),
    ];
    const rows = await this.dataSource.query<{ message: Message; at: Date | number | string; id: string }[]>(
      `SELECT ${message} AS message, ${order.by} AS at, ${order.id} AS id FROM ${[live, ...conditions].join(' AND ')}
       ORDER BY ${orderSql(order)} LIMIT $1`,
      values,
    );
    return toFittingPage(
      rows,
      limit,
      (row) => row,
      (row) => row.message,
    );
  }

  /** @throws NOT_FOUND */
  async get(id: string): Promise<Message> {
    const { type, live, unknown } = this.kind;
    const found = isId(id) ? await this.read(`${live} AND ${type}.id = $1`, [id]) : undefined;
    if (!found) throw notFound(unknown);
    return found;
  }

  /** Returns the site's only row of this kind, if there is one. */
  theOne(): Promise<Message | undefined> {
    return this.read(this.kind.live);
  }

  /**
   * Creates a row. A repeated call returns the first one's row, unless that was edited or deleted since: then the same
   * content creates a new row.
   * @throws INVALID_ARGUMENT without a claim or a required picture, ABORTED when only one may exist and it does
   */
  async create(request: WriteRequest, metadata: Metadata | undefined): Promise<WriteResult<Message>> {
    const { kind } = this;
    const { idempotency } = request;
    const caller = readCaller(metadata);
    this.requireImage(request);
    if (!idempotency) throw noClaim();
    const write = async (manager: EntityManager) => {
      const id = newId();
      await manager.insert(kind.entity, { id, ...(await this.columns(manager, request)) });
      await kind.hooks?.written?.(manager, id, caller);
      await this.record(manager, id, 'create', caller);
      return { id };
    };
    const attempt = (manager: EntityManager) =>
      createOnce(manager, `${kind.type}.create.${caller.id}`, idempotency, {
        write: () => write(manager),
        isAsCreated: (id) => this.isAsCreated(manager, id),
      });
    const { response, replayed } = await this.dataSource.transaction(attempt).catch((error: unknown) => {
      if (isUniqueViolation(error) && kind.placeTaken) throw conflict(kind.placeTaken);
      throw error;
    });
    return { message: await this.find(response.id), replayed };
  }

  /**
   * Changes the row if it still has the version the editor saw. A job moves a replaced or removed picture; without a
   * new one, the row keeps its picture.
   * @throws NOT_FOUND, ABORTED when the row has changed, INVALID_ARGUMENT without a claim
   */
  async edit(request: EditRequest, metadata: Metadata | undefined): Promise<WriteResult<Message>> {
    const { kind } = this;
    const { id, expectedVersion, idempotency } = request;
    const caller = readCaller(metadata);
    if (!idempotency) throw noClaim();
    if (!isId(id)) throw notFound(kind.unknown);
    const replayed = await this.dataSource.transaction(async (manager) => {
      const done = await once(manager, `${kind.type}.edit.${id}`, editClaim(idempotency), async () => {
        const [before] = await manager.query<{ version: number; picture: string | null }[]>(
          `SELECT version, ${getImageColumn(kind)} AS picture FROM ${kind.table}
           WHERE id = $1 AND deleted_at IS NULL FOR UPDATE`,
          [id],
        );
        if (!before) throw notFound(kind.unknown);
        assertCurrentVersion(expectedVersion, before.version);
        if (!before.picture) this.requireImage(request);
        const columns = await this.columns(manager, request, id);
        await manager.update(kind.entity, { id }, { ...columns, version: before.version + 1 });
        await kind.hooks?.written?.(manager, id, caller);
        const imageId = await this.record(manager, id, 'edit', caller);
        if (before.picture && before.picture !== imageId) await addPlaceImageJob(manager, before.picture);
        return { id };
      });
      return done.replayed;
    });
    return { message: await this.find(id), replayed };
  }

  /** Moves the row to the trash. Idempotent. @throws NOT_FOUND when it never existed */
  async delete(id: string, metadata: Metadata | undefined): Promise<object> {
    const { table, unknown } = this.kind;
    const caller = readCaller(metadata);
    if (!isId(id)) throw notFound(unknown);
    await this.dataSource.transaction(async (manager) => {
      await this.kind.deleting?.(manager, id);
      const [, deleted] = await manager.query<[unknown, number]>(
        `UPDATE ${table} SET deleted_at = now() WHERE id = $1 AND deleted_at IS NULL`,
        [id],
      );
      if (deleted === 0) {
        const existing = await manager.query<unknown[]>(`SELECT FROM ${table} WHERE id = $1`, [id]);
        if (existing.length === 0) throw notFound(unknown);
        return;
      }
      const imageId = await this.record(manager, id, 'delete', caller);
      if (imageId) await addPlaceImageJob(manager, imageId);
    });
    return {};
  }

  private find(id: string): Promise<Message | undefined> {
    return this.read(`${this.kind.rows} WHERE ${this.kind.type}.id = $1`, [id]);
  }

  private async read(from: string, values: unknown[] = []): Promise<Message | undefined> {
    const [row] = await this.dataSource.query<{ message: Message }[]>(
      `SELECT ${this.kind.message} AS message FROM ${from}`,
      values,
    );
    return row?.message;
  }

  /** `id` is that of the edited row. */
  private async columns(manager: EntityManager, request: WriteRequest, id?: string) {
    const { fields, picture, hooks } = this.kind;
    const requestFields = request as Partial<Record<string, unknown>>;
    const columns: Record<string, unknown> = {
      ...Object.fromEntries(fields.map((name) => [name, requestFields[name] ?? null])),
      ...(await hooks?.columns?.(manager, request, id)),
    };
    if (!picture) return columns;
    const upload = this.uploadOf(request);
    if (upload) columns[picture.column] = await addItemImage(manager, { ...this.kind, picture }, upload, requestFields);
    else if (requestFields[`remove${capital(picture.name)}`]) columns[picture.column] = null;
    return columns;
  }

  private uploadOf(request: WriteRequest): StagedUpload | undefined {
    const { picture } = this.kind;
    return picture && (request as Partial<Record<string, StagedUpload>>)[picture.name];
  }

  private requireImage(request: WriteRequest): void {
    const required = this.kind.picture?.required;
    if (!required || this.uploadOf(request)) return;
    const message = `${required.label} is required`;
    throw invalid(message, [{ field: required.field, message }]);
  }

  private async isAsCreated(manager: EntityManager, id: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM ${this.kind.table} WHERE id = $1 AND deleted_at IS NULL AND version = 1`,
      [id],
    );
    return rows.length > 0;
  }

  /**
   * Writes an action's audit row and change notice.
   * @returns the row's current picture
   */
  private async record(
    manager: EntityManager,
    id: string,
    verb: 'create' | 'edit' | 'delete',
    caller: Caller,
  ): Promise<string | null> {
    const { type, table, title, topic } = this.kind;
    const [row] = await manager.query<{ title: string; picture: string | null }[]>(
      `SELECT ${title} AS title, ${getImageColumn(this.kind)} AS picture FROM ${table} WHERE id = $1`,
      [id],
    );
    await audit(manager, caller, `${type}.${verb}`, id, row?.title);
    await announce(manager, topic, id);
    return row?.picture ?? null;
  }
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
/** Returns INVALID_ARGUMENT: the gateway always sends a claim, so its absence is a bug. */
export const noClaim = () => invalid('The idempotency claim is missing.');

const getImageColumn = ({ imageColumn }: ContentKind) => imageColumn ?? 'CAST(NULL AS uuid)';

/**
 * Creates a row once per claim. Without a key, and if the first row has changed, the same content creates a new row.
 */
export async function createOnce(
  manager: EntityManager,
  scope: string,
  first: IdempotencyClaim,
  { write, isAsCreated }: { write: () => Promise<{ id: string }>; isAsCreated: (id: string) => Promise<boolean> },
): Promise<{ response: { id: string }; replayed: boolean }> {
  for (let claim = first; ;) {
    const done = await once(manager, scope, claim, write);
    if (!done.replayed || claim.key !== undefined || (await isAsCreated(done.response.id))) return done;
    claim = { fingerprint: `${first.fingerprint} after ${done.response.id}` };
  }
}

/**
 * Detects a retried edit by its key, or by the request's id, which the gateway keeps when it retries. Otherwise the
 * retry would conflict with the first attempt. The same content in another request is a new edit: from A to B, and back
 * to A.
 */
export const editClaim = ({ key, fingerprint }: IdempotencyClaim): IdempotencyClaim => ({
  key: key ?? `request ${currentContext()?.requestId ?? newId()} ${fingerprint}`,
  fingerprint,
});
