import { snakeCase, utcText } from '@site/platform/data/database';
import type { Order, SortType } from '@site/platform/data/keyset';
import { addPlacePictureJob, stateSql } from '@site/platform/lifecycle/pictures';
import type { RetentionRule } from '@site/platform/lifecycle/retention';
import type { TrashKind } from '@site/platform/lifecycle/trash';
import { kinds, type KindOf } from '@site/domain/kinds';
import type { Caller } from '@site/proto/grpc';
import type { PictureKind } from '@site/domain/pictures/picture-kinds';
import { getMetadataArgsStorage, type EntityManager } from 'typeorm';
import { addToLibrary, libraryJoin, restoreMediaOf, sayings } from '../pictures/library.js';
import type { ContentRow } from './content-row.entity.js';

/** What a kind of content says of itself; everything else follows from it. */
interface Description<Row extends ContentRow> extends Pick<TrashKind, 'title' | 'detail' | 'placeTaken'>, Guard {
  /** Its name in domain/kinds.ts, and that of its rows in SQL. */
  type: KindOf<'content'>;
  /** What the rpcs call it, for instance "Post" of CreatePost and ListPosts. */
  rpcName: string;
  /** What requests and answers call it; its type when absent. With an s where there are many. */
  field?: string;
  /** Whether the site has only one of it. */
  single?: true;
  /** Whether editors give its rows their order, by a column `position`; then `sortedBy` says nothing. */
  placed?: true;
  entity: new () => Row;
  /** The columns that an admin writes and everybody reads; requests and messages call them the same. */
  fields: (keyof Row & string)[];
  /** What else the message says: SQL expressions over a row; "iso" for the time in the column of that name. */
  added?: Record<string, string>;
  /** SQL condition over a row that is not deleted: everybody may see it. All of them when absent. */
  shown?: string;
  /** Work of its own where its rows are written. */
  hooks?: ContentHooks;
  /** Whether the message says when it was written and last changed. */
  dated?: boolean;
  picture?: PictureField<keyof Row & string>;
  /** By the time of their creation, the oldest first, when absent. */
  sortedBy?: { column: keyof Row & string; type?: SortType; newestFirst?: boolean };
  /** SQL expression in which the words of a search are looked for. */
  searched?: string;
  /** Whether its title is somebody's name. */
  namesPerson?: boolean;
  /** What a person reads for an id that is none. */
  unknown: string;
}

interface Guard {
  /** Called in the transaction that deletes it, before anything is written; throws where it must stay. */
  deleting?: (manager: EntityManager, id: string) => Promise<void>;
}

/** Each runs in the transaction that writes the row. */
interface ContentHooks {
  /** Columns that follow from a request, besides those that it names; `id` of the row that is edited, as it still is. */
  columns?: (manager: EntityManager, request: object, id?: string) => Promise<Record<string, unknown>>;
  /** After a row was made or edited. */
  written?: (manager: EntityManager, id: string, caller: Caller) => Promise<void>;
  /** After a row came back from the trash. */
  restored?: (manager: EntityManager, id: string, caller: Caller) => Promise<void>;
}

interface PictureField<Column extends string = string> {
  /** What requests and messages call it. An edit whose `remove…` is set takes it away. */
  name: string;
  /** The column with the id of its row of `pictures`. */
  column: Column;
  kind: PictureKind;
  /** Where there must be one: the form's field, and what a person calls it. */
  required?: { field: string; label: string };
}

/** A kind of content as editing, lists, trash and retention need to know it. */
export interface ContentKind extends TrashKind, RetentionRule, Guard {
  type: KindOf<'content'>;
  rpcName: string;
  field: string;
  single?: true;
  placed?: true;
  entity: new () => ContentRow;
  topic: string;
  unknown: string;
  fields: string[];
  picture?: PictureField;
  hooks?: ContentHooks;
  /** SQL of all rows, with their pictures; of those that everybody may see; and of a row's message. */
  rows: string;
  live: string;
  message: string;
  order: Order;
  searched?: string;
}

/** Works out what follows from a description. Messages are built where the rows are, so a list is one statement. */
export function contentKind<Row extends ContentRow>(description: Description<Row>): ContentKind {
  const { dated, added = {}, shown, picture, sortedBy = { column: 'createdAt' }, ...described } = description;
  const { type, entity, fields, hooks } = described;
  const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity)?.name ?? '';
  const column = (property: string) => `${type}.${snakeCase(property)}`;
  const sent = [
    ...['id', ...fields, 'version'].map((name) => [name, column(name)]),
    ...(dated ? ['createdAt', 'updatedAt'] : []).map((name) => [name, utcText(column(name))]),
    ...Object.entries(added).map(([name, sql]) => [name, sql === 'iso' ? utcText(column(name)) : sql]),
    ...(picture ? [[picture.name, shownPicture]] : []),
  ];
  const join = picture ? ` LEFT JOIN pictures ON pictures.id = ${column(picture.column)}${libraryJoin}` : '';
  const rows = `${table} ${type}${join}`;
  return {
    field: type,
    ...described,
    table,
    topic: kinds[type].list,
    rows,
    live: `${rows} WHERE ${type}.deleted_at IS NULL${shown ? ` AND ${shown}` : ''}`,
    // Absent fields are left out, as the messages' types say.
    message: `json_strip_nulls(json_build_object(${sent.map(([name, value]) => `'${name}', ${value}`).join(', ')}))`,
    order: described.placed
      ? { by: `${type}.position`, id: `${type}.id`, type: 'integer' as const }
      : { by: column(sortedBy.column), id: `${type}.id`, type: sortedBy.type, newestFirst: sortedBy.newestFirst },
    ...(picture && { picture, pictureColumn: snakeCase(picture.column) }),
    async restored(manager, id, caller) {
      if (picture)
        await restorePicture(manager, { table, column: snakeCase(picture.column), title: described.title }, id);
      await hooks?.restored?.(manager, id, caller);
    },
  };
}

/**
 * The joined picture, or null. This service's pictures are published from the start, as an admin uploaded them. One that came
 * back from the trash counts as being prepared until its objects are back in their public place, too.
 */
const away = "pictures.state = 'ready' AND NOT pictures.published";
export const shownPicture = `
  CASE WHEN pictures.id IS NOT NULL THEN json_build_object(
    'state', CASE WHEN ${away} THEN 'processing' ELSE ${stateSql('pictures')} END,
    'width', CASE WHEN ${away} THEN 0 ELSE pictures.width END,
    'height', CASE WHEN ${away} THEN 0 ELSE pictures.height END,
    'sizes', CASE WHEN ${away} THEN '[]'::jsonb ELSE pictures.sizes END,
    ${sayings}, 'placeholder', pictures.placeholder, 'rejectedBecause', pictures.rejected_because, 'duplicateOf', '[]'::json,
    'retryId', CASE WHEN ${stateSql('pictures')} = 'failed' THEN pictures.id::text ELSE '' END) END`;

/** A row that comes back to the public pages comes with its picture, which is in the library again. */
async function restorePicture(
  manager: EntityManager,
  { table, column, title }: { table: string; column: string; title: string },
  id: string,
): Promise<void> {
  if (table === 'posts') await restoreMediaOf(manager, id);
  const [row] = await manager.query<{ picture: string | null; title: string }[]>(
    `SELECT ${column} AS picture, ${title} AS title FROM ${table} WHERE id = $1`,
    [id],
  );
  if (!row?.picture) return;
  await addToLibrary(manager, { pictureId: row.picture, name: row.title });
  await addPlacePictureJob(manager, row.picture);
}
