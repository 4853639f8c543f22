/** Declares a kind of content: its table, fields, image and order, from which everything else is derived. */
import { snakeCase, utcText } from '@site/platform/data/database';
import type { Order, SortType } from '@site/platform/data/keyset';
import { addPlaceImageJob, stateSql } from '@site/platform/lifecycle/images';
import type { RetentionRule } from '@site/platform/lifecycle/retention';
import type { TrashKind } from '@site/platform/lifecycle/trash';
import { kinds, type KindOf } from '@site/domain/kinds';
import type { Caller } from '@site/proto/grpc';
import type { ImageKind } from '@site/domain/images/image-kinds';
import { getMetadataArgsStorage, type EntityManager } from 'typeorm';
import { addToLibrary, libraryJoin, restoreMediaOf, libraryFieldsSql } from '../images/image-library.js';
import type { ContentRow } from './content-row.entity.js';

/** Declares a kind of content; everything else is derived from it. */
interface Description<Row extends ContentRow> extends Pick<TrashKind, 'title' | 'detail' | 'placeTaken'>, Guard {
  /** In domain/kinds.ts; also the alias of its rows in SQL. */
  type: KindOf<'content'>;
  /** In rpcs: "Post" in CreatePost and ListPosts. */
  rpcName: string;
  /** In requests and responses, with an s for lists; default: the type. */
  field?: string;
  /** Whether the site has only one of them. */
  single?: true;
  /** Whether editors set the order, in a column `position`; `sortedBy` is then ignored. */
  placed?: true;
  entity: new () => Row;
  /** Columns that editors write and the public reads, with the same names in messages. */
  fields: (keyof Row & string)[];
  /** Further message fields: SQL expressions over a row, or "iso" for the time in the column of that name. */
  added?: Record<string, string>;
  /** SQL condition for public rows, besides not being deleted; default: all. */
  visibleWhen?: string;
  hooks?: ContentHooks;
  /** Whether the message has the times of creation and last change. */
  dated?: boolean;
  picture?: ImageField<keyof Row & string>;
  /** Default: the time of creation, oldest first. */
  sortedBy?: { column: keyof Row & string; type?: SortType; newestFirst?: boolean };
  /** SQL expression for searches. */
  searched?: string;
  /** Whether its title is a person's name. */
  hasPersonalName?: boolean;
  unknown: string;
}

interface Guard {
  /** Called in the deleting transaction, before anything is written; throws if the row must stay. */
  deleting?: (manager: EntityManager, id: string) => Promise<void>;
}

/** Run in the transaction that writes the row. */
interface ContentHooks {
  /** Further columns, derived from a request; `id` is that of the edited row, which still has its old values. */
  columns?: (manager: EntityManager, request: object, id?: string) => Promise<Record<string, unknown>>;
  written?: (manager: EntityManager, id: string, caller: Caller) => Promise<void>;
  /** After a row was restored from the trash. */
  restored?: (manager: EntityManager, id: string, caller: Caller) => Promise<void>;
}

interface ImageField<Column extends string = string> {
  /** In requests and messages. An edit with `remove…` set removes it. */
  name: string;
  /** References `pictures`. */
  column: Column;
  kind: ImageKind;
  /** If a picture is required: the form's field, and its label. */
  required?: { field: string; label: string };
}

/** With the data for editing, lists, trash and retention. */
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
  picture?: ImageField;
  hooks?: ContentHooks;
  /** SQL of all rows with their pictures, of the public rows, and of a row's message. */
  rows: string;
  live: string;
  message: string;
  order: Order;
  searched?: string;
}

/** Messages are built in SQL, so a list takes one statement. */
export function contentKind<Row extends ContentRow>(description: Description<Row>): ContentKind {
  const { dated, added = {}, visibleWhen, picture, sortedBy = { column: 'createdAt' }, ...described } = description;
  const { type, entity, fields, hooks } = described;
  const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity)?.name ?? '';
  const column = (property: string) => `${type}.${snakeCase(property)}`;
  const sent = [
    ...['id', ...fields, 'version'].map((name) => [name, column(name)]),
    ...(dated ? ['createdAt', 'updatedAt'] : []).map((name) => [name, utcText(column(name))]),
    ...Object.entries(added).map(([name, sql]) => [name, sql === 'iso' ? utcText(column(name)) : sql]),
    ...(picture ? [[picture.name, imageViewSql]] : []),
  ];
  const join = picture ? ` LEFT JOIN images ON images.id = ${column(picture.column)}${libraryJoin}` : '';
  const rows = `${table} ${type}${join}`;
  return {
    field: type,
    ...described,
    table,
    topic: kinds[type].list,
    rows,
    live: `${rows} WHERE ${type}.deleted_at IS NULL${visibleWhen ? ` AND ${visibleWhen}` : ''}`,
    // Leaves out absent fields, as in the messages' types.
    message: `json_strip_nulls(json_build_object(${sent.map(([name, value]) => `'${name}', ${value}`).join(', ')}))`,
    order: described.placed
      ? { by: `${type}.position`, id: `${type}.id`, type: 'integer' as const }
      : { by: column(sortedBy.column), id: `${type}.id`, type: sortedBy.type, newestFirst: sortedBy.newestFirst },
    ...(picture && { picture, imageColumn: snakeCase(picture.column) }),
    async restored(manager, id, caller) {
      if (picture)
        await restoreImage(manager, { table, column: snakeCase(picture.column), title: described.title }, id);
      await hooks?.restored?.(manager, id, caller);
    },
  };
}

/**
 * The joined picture, or null. Editors' pictures are public from the start. A picture restored from the trash counts as
 * processing until its objects are public again.
 */
const away = "images.state = 'ready' AND NOT images.published";
export const imageViewSql = `
  CASE WHEN images.id IS NOT NULL THEN json_build_object(
    'state', CASE WHEN ${away} THEN 'processing' ELSE ${stateSql('images')} END,
    'width', CASE WHEN ${away} THEN 0 ELSE images.width END,
    'height', CASE WHEN ${away} THEN 0 ELSE images.height END,
    'sizes', CASE WHEN ${away} THEN '[]'::jsonb ELSE images.sizes END,
    ${libraryFieldsSql}, 'placeholder', images.placeholder, 'rejectionReason', images.rejection_reason, 'duplicateOf', '[]'::json,
    'retryId', CASE WHEN ${stateSql('images')} = 'failed' THEN images.id::text ELSE '' END) END`;

async function restoreImage(
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
  await addToLibrary(manager, { imageId: row.picture, name: row.title });
  await addPlaceImageJob(manager, row.picture);
}
