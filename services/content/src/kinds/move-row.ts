import type { Metadata } from '@grpc/grpc-js';
import { isId } from '@site/platform/base/ids';
import { readAllowed } from '@site/platform/data/admin';
import { audit } from '@site/platform/data/audit';
import { announce } from '@site/platform/data/changes';
import { conflict, notFound } from '@site/proto/grpc';
import type { DataSource } from 'typeorm';
import type { ContentKind } from './content-kind.js';

export interface MoveRequest {
  id: string;
  beforeId?: string | undefined;
}

/**
 * Moves a row within the public list and renumbers all positions. Moves are serialized.
 * @throws NOT_FOUND for a row that is not public, ABORTED when the row to place it before is not
 */
export async function moveRow(
  dataSource: DataSource,
  kind: ContentKind,
  { id, beforeId }: MoveRequest,
  metadata: Metadata | undefined,
): Promise<object> {
  const { table, title, type, topic, unknown } = kind;
  const caller = readAllowed(metadata, 'content');
  if (!isId(id)) throw notFound(unknown);
  await dataSource.transaction(async (manager) => {
    // Does not block reads.
    await manager.query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
    const rows = await manager.query<{ id: string; title: string }[]>(
      `SELECT id, ${title} AS title FROM ${table} WHERE deleted_at IS NULL ORDER BY position, id`,
    );
    const before = rows.map((row) => row.id);
    const moved = rows.find((row) => row.id === id);
    if (!moved) throw notFound(unknown);
    if (beforeId === id) return;
    const after = before.filter((one) => one !== id);
    const place = beforeId === undefined ? after.length : after.indexOf(beforeId);
    if (place === -1) throw conflict('The list has changed in the meantime. Please reload it.');
    after.splice(place, 0, id);
    if (after.every((one, index) => one === before[index])) return;
    await manager.query(
      `UPDATE ${table} SET position = place FROM unnest($1::uuid[]) WITH ORDINALITY AS placed (row_id, place)
       WHERE id = row_id AND position <> place`,
      [after],
    );
    await audit(manager, caller, `${type}.move`, id, moved.title, `${before.indexOf(id) + 1} → ${place + 1}`);
    await announce(manager, topic, id);
  });
  return {};
}
