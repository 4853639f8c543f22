/** The items that the dashboard lists and edits: its screens are built from these descriptions. */
import { kinds, type KindName } from '@site/domain/kinds';
import type { ComponentType, ReactNode } from 'react';
import type { Control } from 'react-hook-form';
import { z, type ZodObject } from 'zod';
import { request, type ApiResponse } from '@/api/api.js';
import { sendForm, type SendCall } from '@/api/send-form.js';

export interface Editable {
  id: string;
  /** Increases with each edit. */
  version: number;
}

export type ImageValue = File | 'stored' | null;
/** By API field name. */
export type FormValues = Record<string, string | File | null>;
/** For a picture, undefined keeps the stored one and null removes it. */
export type CheckedValues = Record<string, string | File | null | undefined>;

export interface Stored {
  values: FormValues;
  /** Absent for a new item. */
  version?: number | undefined;
}

/** The schema defines the length and whether it is required. */
export interface TextField {
  type?: 'text' | 'lines' | 'number' | 'email' | 'url' | 'tel' | 'password';
  label: string;
  /** Above the field; may count the typed characters. */
  hint?: string | ((typed: string) => string);
  /** Replaces `hint` for a stored item. */
  hintOnEdit?: string;
  placeholder?: string;
  rows?: number;
}

/** The API schemas don't cover files. */
export interface ImageField<Item> {
  type: 'picture';
  label: string;
  /** Replaces the usual hint about formats and sizes. */
  hint?: string;
  noun?: string;
  /** Accepts SVG too. */
  drawings?: boolean;
  /** Error message without a picture; absent if it is optional. */
  missing?: string | undefined;
  prompt?: string;
  show: (item: Item) => ReactNode;
  isStored?: (item: Item) => boolean;
}

/** A value set by a custom control, perhaps along with others. */
export interface CustomField<Item> {
  type: 'own';
  label: string;
  /** Absent if another field's control sets this value too. */
  Control?: ComponentType<CustomControlProps<Item>>;
}

export interface CustomControlProps<Item> {
  control: Control<FormValues, unknown, CheckedValues>;
  set: (field: string, value: string) => void;
  /** Undefined for a new one. */
  item: Item | undefined;
  disabled: boolean;
}

export type Field<Item> = TextField | ImageField<Item> | CustomField<Item>;
const isImageField = <Item>(field: Field<Item>): field is ImageField<Item> => field.type === 'picture';

interface ResourceLabels<Item> {
  title: string;
  failed: string;
  /** Success message; defaults to the server's. */
  done?: (item: Item) => string;
}

export interface Resource<Item extends Editable> {
  kind: KindName;
  /** Address of the list; `/create`, `/edit` and `/delete/:id` are below it. */
  address: string;
  /** Name of the id field in an edit. */
  idField: string;
  /** The gateway's rules for the text fields. */
  input: ZodObject;
  editInput?: ZodObject;
  /** In form order, by API field name. */
  fields: Record<string, Field<Item>>;
  create: ResourceLabels<Item> & { submit: string; busy: string };
  edit: ResourceLabels<Item>;
  /** Shown below the form of a stored item. */
  Below?: ComponentType<{ item: Item }>;
  prefersServerText?: boolean;
  /** Replaces the usual calls. */
  save?: (item: Item | undefined, values: CheckedValues, call: SendCall) => Promise<ApiResponse<Item>>;
  /** Replaces the search through the list; undefined if the item is gone. */
  find?: (id: string) => Promise<Item | undefined>;
}

interface Removal<Item> extends Required<ResourceLabels<Item>> {
  question: string;
  /** Below the question: which item, and what happens to it. */
  note: (item: Item) => string;
}

/** A resource whose defaults can be omitted. */
export type Described<Item extends Editable> = Pick<Resource<Item>, 'kind' | 'input' | 'fields'> &
  Partial<Omit<Resource<Item>, 'create' | 'edit'>> & {
    nameOf: (item: Item) => string;
    create?: Partial<Resource<Item>['create']>;
    edit?: Partial<ResourceLabels<Item>>;
    remove?: Partial<Removal<Item>>;
  };

/** Completes a description with its kind's address, words and calls. */
export function described<Item extends Editable>(
  description: Described<Item>,
): Resource<Item> & { remove: Removal<Item> } {
  const { kind, nameOf, create, edit, remove } = description;
  const { some, the } = kinds[kind];
  const subject = the.charAt(0).toUpperCase() + the.slice(1);
  return {
    address: `/admin/main/${kind}`,
    idField: `${kind}_id`,
    ...description,
    create: {
      title: `Add ${some}`,
      submit: 'Add',
      busy: 'Adding...',
      failed: `${subject} couldn’t be created.`,
      ...create,
    },
    edit: { title: `Edit ${the}`, failed: `${subject} couldn’t be updated.`, ...edit },
    remove: {
      title: `Delete ${the}?`,
      question: 'It disappears from the site. It can be restored for 30 days.',
      note: (item) => `“${nameOf(item)}”`,
      failed: `${subject} couldn’t be deleted. Try again.`,
      done: (item) => `Deleted “${nameOf(item)}”.`,
      ...remove,
    },
  };
}

export const fieldsOf = <Item extends Editable>(resource: Resource<Item>) => Object.entries(resource.fields);

/** Returns empty values for a new item. */
export function storedOf<Item extends Editable>(resource: Resource<Item>, item: Item | undefined): Stored {
  const values = fieldsOf(resource).map(([name, field]) => {
    const stored = item?.[name as keyof Item];
    if (!isImageField(field)) return [name, textOf(stored)];
    return [name, item && (field.isStored ?? hasImage)(item) ? 'stored' : null];
  });
  return { values: Object.fromEntries(values) as FormValues, version: item?.version };
}

/** Returns '' for values other than strings and numbers. */
export const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const hasImage = (item: { picture?: unknown; image?: unknown; logo?: unknown }) =>
  Boolean(item.picture ?? item.image ?? item.logo);

/** Returns the schema of a new item, or of an edited one. */
export const rulesOf = <Item extends Editable>({ input, editInput = input }: Resource<Item>, isNew: boolean) =>
  isNew ? input : editInput;

/** Covers the whole form, including pictures and other values that aren't text. */
export function schemaOf<Item extends Editable>(resource: Resource<Item>, isNew: boolean): ZodObject {
  const rules = rulesOf(resource, isNew);
  const changed: Record<string, z.ZodType> = {};
  for (const [name, field] of fieldsOf(resource)) {
    const rule = rules.shape[name] as z.ZodType;
    if (isImageField(field)) changed[name] = createImageSchema(field);
    else if (field.type === 'number' || field.type === 'own') changed[name] = rule.transform(String);
    else if (field.type === 'url') changed[name] = asTyped(rule);
  }
  return rules.extend(changed);
}

/** Validates a text but leaves it as typed: the gateway normalizes it. */
const asTyped = (rule: z.ZodType) =>
  z.string().superRefine((typed, context) => {
    for (const { message } of rule.safeParse(typed).error?.issues ?? []) context.addIssue(message);
  });

function createImageSchema<Item>({ missing }: ImageField<Item>) {
  return z.custom<ImageValue>().transform((selected, context) => {
    if (selected === null && missing) context.addIssue(missing);
    return selected === 'stored' ? undefined : selected;
  });
}

/** Creates the item, or edits `item`. @throws ApiError with 409 if another user changed it meanwhile */
export function saveItem<Item extends Editable>(
  { address, idField }: Pick<Resource<Item>, 'address' | 'idField'>,
  item: Item | undefined,
  values: CheckedValues,
  call: SendCall,
): Promise<ApiResponse<Item>> {
  return item
    ? sendForm(`${address}/edit`, { ...values, [idField]: item.id }, call)
    : sendForm(`${address}/create`, values, call);
}

/** Returns undefined if the item is gone. */
export async function findItem<Item extends Editable>(address: string, id: string): Promise<Item | undefined> {
  let cursor: string | null | undefined;
  do {
    const joint = address.includes('?') ? '&' : '?';
    const path: string = cursor ? `${address}${joint}${new URLSearchParams({ cursor })}` : address;
    const page: ApiResponse<Item[] | Item | null> = await request(path);
    const items = Array.isArray(page.data) ? page.data : [page.data];
    const found = items.find((item) => item?.id === id);
    if (found) return found;
    cursor = page.next_cursor;
  } while (cursor);
  return undefined;
}

/** The specification uses GET; the gateway accepts it only from a script on our own pages. */
export const deleteItem = (address: string, id: string) => request(`${address}/delete/${encodeURIComponent(id)}`);
