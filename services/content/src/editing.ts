import type { Metadata } from '@grpc/grpc-js';
import { audit } from '@site/platform/audit';
import { announce } from '@site/platform/changes';
import { once } from '@site/platform/idempotency';
import { isId, newId } from '@site/platform/ids';
import { addPlacePictureJob } from '@site/platform/pictures';
import { currentContext } from '@site/platform/request-context';
import { isUniqueViolation } from '@site/platform/trash';
import type { IdempotencyClaim } from '@site/proto/gen/nest/requests/v1/idempotency';
import { conflict, forbidden, invalid, notFound, readCaller, type Caller } from '@site/proto/grpc';
import type { DataSource, EntityManager, ObjectLiteral } from 'typeorm';
import type { ContentKind } from './kinds.js';

/**
 * What admins do with every kind of content. Row, picture, jobs, audit row, change notice and idempotency record are one
 * transaction each: answered means kept, and seen by everybody soon.
 */

/** Who asks. @throws UNAUTHENTICATED without a caller, PERMISSION_DENIED for a moderator */
export function readAdmin(metadata: Metadata | undefined): Caller {
  const caller = readCaller(metadata);
  if (caller.role !== 'admin') throw forbidden('Only an admin can do this.');
  return caller;
}

/** The row that came out of it, and whether an earlier call had done it already. */
export interface Written {
  id: string;
  replayed: boolean;
}

/**
 * Writes a new row with `columns`. A repeated call answers the row of the first one. The same words once more, after that
 * row was edited or deleted, are no repetition: they are meant.
 * @throws INVALID_ARGUMENT without a claim, ABORTED when there may be only one and it is there
 */
export async function createRow(
  dataSource: DataSource,
  kind: ContentKind,
  { idempotency, caller }: { idempotency: IdempotencyClaim | undefined; caller: Caller },
  columns: (manager: EntityManager) => Promise<ObjectLiteral>,
): Promise<Written> {
  if (!idempotency) throw noClaim();
  const write = async (manager: EntityManager) => {
    const id = newId();
    await manager.insert(kind.entity, { id, ...(await columns(manager)) });
    await record(manager, kind, id, 'create', caller);
    return { id };
  };
  const attempt = async (manager: EntityManager) => {
    for (let claim = idempotency; ;) {
      const { answer, replayed } = await once(manager, `${kind.type}.create.${caller.id}`, claim, () => write(manager));
      if (!replayed || claim.key !== undefined || (await isAsCreated(manager, kind, answer.id)))
        return { id: answer.id, replayed };
      claim = { fingerprint: `${idempotency.fingerprint} after ${answer.id}` };
    }
  };
  return dataSource.transaction(attempt).catch((error: unknown) => {
    if (isUniqueViolation(error) && kind.placeTaken) throw conflict(kind.placeTaken);
    throw error;
  });
}

/**
 * Changes `columns` of the row that the editor saw. A picture that the row no longer has is removed.
 * @throws NOT_FOUND, ABORTED when someone else changed it, INVALID_ARGUMENT without a claim
 */
export async function editRow(
  dataSource: DataSource,
  kind: ContentKind,
  request: {
    id: string;
    expectedVersion?: number | undefined;
    idempotency: IdempotencyClaim | undefined;
    caller: Caller;
  },
  columns: (manager: EntityManager, before: { picture: string | null }) => Promise<ObjectLiteral>,
): Promise<Written> {
  const { id, expectedVersion, idempotency, caller } = request;
  if (!idempotency) throw noClaim();
  if (!isId(id)) throw notFound(kind.unknown);
  return dataSource.transaction(async (manager) => {
    const { replayed } = await once(manager, `${kind.type}.edit.${id}`, editClaim(idempotency), async () => {
      const [before] = await manager.query<{ version: number; picture: string | null }[]>(
        `SELECT version, ${pictureOf(kind)} AS picture FROM ${kind.table}
         WHERE id = $1 AND deleted_at IS NULL FOR UPDATE`,
        [id],
      );
      if (!before) throw notFound(kind.unknown);
      if (expectedVersion !== undefined && expectedVersion !== before.version)
        throw conflict('Someone else changed this in the meantime. Reload to see the latest version.');
      const values = await columns(manager, before);
      await manager.update(kind.entity, { id }, { ...values, version: before.version + 1 });
      const picture = await record(manager, kind, id, 'edit', caller);
      if (before.picture && before.picture !== picture) await addPlacePictureJob(manager, before.picture);
      return { id };
    });
    return { id, replayed };
  });
}

/** Puts the row into the trash; once more does nothing. @throws NOT_FOUND when it never existed */
export async function deleteRow(dataSource: DataSource, kind: ContentKind, id: string, caller: Caller): Promise<void> {
  if (!isId(id)) throw notFound(kind.unknown);
  await dataSource.transaction(async (manager) => {
    const [, deleted] = await manager.query<[unknown, number]>(
      `UPDATE ${kind.table} SET deleted_at = now() WHERE id = $1 AND deleted_at IS NULL`,
      [id],
    );
    if (deleted === 0) {
      const known = await manager.query<unknown[]>(`SELECT FROM ${kind.table} WHERE id = $1`, [id]);
      if (known.length === 0) throw notFound(kind.unknown);
      return;
    }
    const picture = await record(manager, kind, id, 'delete', caller);
    if (picture) await addPlacePictureJob(manager, picture);
  });
}

const noClaim = () => invalid('The idempotency claim is missing.');

const pictureOf = ({ pictureColumn }: ContentKind) => pictureColumn ?? 'CAST(NULL AS uuid)';

/**
 * An edit is repeated by its key, or by the gateway, which keeps the request's id when the network failed it. Without the
 * claim such a repetition would find the version that the first attempt made and take it for somebody else's. The same words
 * in another request are another edit: from A to B, back to A.
 */
const editClaim = ({ key, fingerprint }: IdempotencyClaim): IdempotencyClaim => ({
  key: key ?? `request ${currentContext()?.requestId ?? newId()} ${fingerprint}`,
  fingerprint,
});

async function isAsCreated(manager: EntityManager, { table }: ContentKind, id: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `SELECT FROM ${table} WHERE id = $1 AND deleted_at IS NULL AND version = 1`,
    [id],
  );
  return rows.length > 0;
}

/** Audit row and change notice of what was just done. Returns the picture that the row now has. */
async function record(
  manager: EntityManager,
  kind: ContentKind,
  id: string,
  verb: 'create' | 'edit' | 'delete',
  caller: Caller,
): Promise<string | null> {
  const [row] = await manager.query<{ title: string; picture: string | null }[]>(
    `SELECT ${kind.title} AS title, ${pictureOf(kind)} AS picture FROM ${kind.table} WHERE id = $1`,
    [id],
  );
  await audit(manager, caller, `${kind.type}.${verb}`, id, row?.title);
  await announce(manager, kind.topic, id);
  return row?.picture ?? null;
}
