/** The dashboard's trash: deleted items that can be restored for 30 days. */
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import type { Page } from '@site/proto/gen/nest/common/v1/common';
import {
  TrashServiceControllerMethods,
  type RestoreFromTrashRequest,
  type TrashServiceController,
} from '@site/proto/gen/nest/trash/v1/trash';
import { conflict, forbidden, notFound, readCaller, type Caller } from '@site/proto/grpc';
import { restoring } from '@site/domain/kinds';
import { may } from '@site/domain/roles';
import { DataSource, QueryFailedError, type EntityManager } from 'typeorm';
import { audit } from '../data/audit.js';
import { announce } from '../data/changes.js';
import { isId } from '../base/ids.js';
import { decodeCursor, toPage } from '../data/keyset.js';

/** How long deleted items can be restored before they are purged. */
export const trashRetentionDays = 30;

/** An item that goes to the trash: a table with `id`, `deleted_at timestamptz(3)` and an index over both. */
export interface TrashKind {
  /** On pages and in the audit log. */
  type: string;
  table: string;
  /** SQL expressions over a row of the table. */
  title: string;
  detail?: string;
  /** Change notice; none if nothing public depends on it. */
  topic?: string;
  /** Shown if a unique index refuses the restored row. */
  placeTaken?: string;
  /** Further work in the restoring transaction. */
  restored?: (manager: EntityManager, id: string, caller: Caller) => Promise<void>;
}
export const TRASH_KINDS = Symbol('trash kinds');

const uniqueViolation = '23505';

interface TrashRow {
  type: string;
  id: string;
  title: string;
  detail: string;
  deleted_at: Date;
}

/** Lists deleted items of all kinds for admins, and restores them. */
@Controller()
@TrashServiceControllerMethods()
export class TrashController implements TrashServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(TRASH_KINDS) private readonly kinds: TrashKind[],
  ) {}

  /** Lists the last 30 days' items, most recently deleted first. */
  async listTrash({ cursor, limit }: Page) {
    const after = decodeCursor(cursor);
    const before = after ? 'AND (deleted_at, id) < (CAST($2 AS timestamptz), CAST($3 AS uuid))' : '';
    const lists = this.kinds.map(
      ({ type, table, title, detail = "''" }) => `
        (SELECT '${type}' AS type, id, ${title} AS title, ${detail} AS detail, deleted_at FROM ${table}
         WHERE deleted_at > now() - interval '${trashRetentionDays} days' ${before}
         ORDER BY deleted_at DESC, id DESC LIMIT $1)`,
    );
    const rows = await this.dataSource.query<TrashRow[]>(
      `SELECT * FROM (${lists.join(' UNION ALL ')}) AS items ORDER BY deleted_at DESC, id DESC LIMIT $1`,
      [limit + 1, ...(after ? [after.at, after.id] : [])],
    );
    const { page, nextCursor } = toPage(rows, limit, ({ deleted_at: at, id }) => ({ at, id }));
    const items = page.map(({ deleted_at, ...item }) => ({ ...item, deletedAt: deleted_at.toISOString() }));
    return { items, ...(nextCursor && { nextCursor }) };
  }

  /** @throws NOT_FOUND, or ABORTED if another item has taken its place */
  async restoreFromTrash({ type, id }: RestoreFromTrashRequest, metadata?: Metadata) {
    const caller = readCaller(metadata);
    if (!may(caller.role, restoring(type))) throw forbidden('You are not allowed to do this.');
    const kind = this.kinds.find((one) => one.type === type);
    if (!kind || !isId(id)) throw unknown();
    try {
      await this.dataSource.transaction(async (manager) => {
        const [rows] = await manager.query<[{ title: string }[], number]>(
          `UPDATE ${kind.table} SET deleted_at = NULL
           WHERE id = $1 AND deleted_at > now() - interval '${trashRetentionDays} days' RETURNING ${kind.title} AS title`,
          [id],
        );
        if (!rows[0]) {
          const [present] = await manager.query<unknown[]>(
            `SELECT FROM ${kind.table} WHERE id = $1 AND deleted_at IS NULL`,
            [id],
          );
          // Another request has already restored it.
          if (present) return;
          throw unknown();
        }
        await kind.restored?.(manager, id, caller);
        await audit(manager, caller, `${type}.restore`, id, rows[0].title);
        if (kind.topic) await announce(manager, kind.topic, id);
      });
    } catch (error) {
      if (isUniqueViolation(error) && kind.placeTaken) throw conflict(kind.placeTaken);
      throw error;
    }
    return {};
  }
}

const unknown = () => notFound('There is no such thing in the trash.');

/** Returns whether Postgres rejected a duplicate key (23505). */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof QueryFailedError && (error.driverError as { code?: string }).code === uniqueViolation;
