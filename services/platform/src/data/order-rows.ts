import { conflict, invalidField, type Caller } from '@site/proto/grpc';
import type { KindName } from '@site/domain/kinds';
import type { DataSource } from 'typeorm';
import { audit } from './audit.js';
import { announce } from './changes.js';

export interface OrderedRows {
  type: KindName;
  /** Has a column `position`. */
  table: string;
  /** SQL expression that names a row in the audit log. */
  title: string;
  topic: string;
  /** SQL condition: the row is in the list. */
  isListed: string;
}

/**
 * Renumbers all rows of a public list. Serialized with other orders; the audit log names the rows that moved.
 * @throws INVALID_ARGUMENT for a repeated id, ABORTED unless the ids are exactly those of the list
 */
export async function orderRows(
  dataSource: DataSource,
  { type, table, title, topic, isListed }: OrderedRows,
  ids: string[],
  caller: Caller,
): Promise<void> {
  if (new Set(ids).size !== ids.length) throw invalidField('ids', 'ids must not repeat an id');
  await dataSource.transaction(async (manager) => {
    // Does not block reads.
    await manager.query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
    const rows = await manager.query<{ id: string; title: string }[]>(
      `SELECT id, ${title} AS title FROM ${table} WHERE ${isListed} ORDER BY position, id`,
    );
    const before = new Map(rows.map(({ id, title: name }, place) => [id, { place, name }]));
    if (ids.length !== before.size || !ids.every((id) => before.has(id)))
      throw conflict('The list has changed in the meantime. Please reload it.');
    const places = ids.map((id) => before.get(id)?.place ?? 0);
    const moved = movedPlaces(places);
    if (moved.length === 0) return;
    await manager.query(
      `UPDATE ${table} SET position = place FROM unnest($1::uuid[]) WITH ORDINALITY AS placed (row_id, place)
       WHERE id = row_id AND position <> place`,
      [ids],
    );
    for (const place of moved) {
      const id = ids[place] ?? '';
      const old = before.get(id);
      await audit(manager, caller, `${type}.move`, id, old?.name, `${(old?.place ?? 0) + 1} → ${place + 1}`);
    }
    await announce(manager, topic, ids[moved[0] ?? 0]);
  });
}

/** Returns the fewest new places whose rows were moved: those outside the longest increasing run of old places. */
function movedPlaces(oldPlaces: number[]): number[] {
  const runs: number[][] = [];
  oldPlaces.forEach((old, place) => {
    const earlier = runs.filter((run) => (oldPlaces[run.at(-1) ?? 0] ?? 0) < old);
    const best = earlier.reduce((one, other) => (other.length > one.length ? other : one), [] as number[]);
    runs.push([...best, place]);
  });
  const unmoved = new Set(runs.reduce((one, other) => (other.length > one.length ? other : one), []));
  return oldPlaces.map((_old, place) => place).filter((place) => !unmoved.has(place));
}
