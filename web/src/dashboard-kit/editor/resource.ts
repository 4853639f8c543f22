/** The items that the dashboard lists and edits: its screens are built from these descriptions. */
import { kinds, type KindName } from '@site/domain/kinds';
import type { ComponentType, ReactNode } from 'react';
import type { Control } from 'react-hook-form';
import { z, type ZodObject } from 'zod';
import { request, type Answer } from '../../api/api.js';
import { sendForm, type SendCall } from '../../api/send-form.js';

export interface Editable {
  id: string;
  /** Increases with each edit. */
  version: number;
}

export type PictureChoice = File | 'stored' | null;
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
export interface PictureField<Thing> {
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
  show: (thing: Thing) => ReactNode;
  isStored?: (thing: Thing) => boolean;
}

/** A value set by a custom control, perhaps along with others. */
export interface OwnField<Thing> {
  type: 'own';
  label: string;
  /** Absent if another field's control sets this value too. */
  Control?: ComponentType<OwnControlProps<Thing>>;
}

export interface OwnControlProps<Thing> {
  control: Control<FormValues, unknown, CheckedValues>;
  set: (field: string, value: string) => void;
  /** Undefined for a new one. */
  thing: Thing | undefined;
  disabled: boolean;
}

export type Field<Thing> = TextField | PictureField<Thing> | OwnField<Thing>;
const isPicture = <Thing>(field: Field<Thing>): field is PictureField<Thing> => field.type === 'picture';

interface Words<Thing> {
  title: string;
  failed: string;
  /** Success message; defaults to the server's. */
  done?: (thing: Thing) => string;
}

export interface Resource<Thing extends Editable> {
  kind: KindName;
  /** Address of the list; `/create`, `/edit` and `/delete/:id` are below it. */
  address: string;
  /** Name of the id field in an edit. */
  idField: string;
  /** The gateway's rules for the text fields. */
  input: ZodObject;
  editInput?: ZodObject;
  /** In form order, by API field name. */
  fields: Record<string, Field<Thing>>;
  create: Words<Thing> & { submit: string; busy: string };
  edit: Words<Thing>;
  /** Shown below the form of a stored item. */
  Below?: ComponentType<{ thing: Thing }>;
  prefersServerText?: boolean;
  /** Replaces the usual calls. */
  save?: (thing: Thing | undefined, values: CheckedValues, call: SendCall) => Promise<Answer<Thing>>;
  /** Replaces the search through the list; undefined if the item is gone. */
  find?: (id: string) => Promise<Thing | undefined>;
}

interface Removal<Thing> extends Required<Words<Thing>> {
  question: string;
  /** Below the question: which item, and what happens to it. */
  note: (thing: Thing) => string;
}

/** A resource whose defaults can be omitted. */
export type Described<Thing extends Editable> = Pick<Resource<Thing>, 'kind' | 'input' | 'fields'> &
  Partial<Omit<Resource<Thing>, 'create' | 'edit'>> & {
    nameOf: (thing: Thing) => string;
    create?: Partial<Resource<Thing>['create']>;
    edit?: Partial<Words<Thing>>;
    remove?: Partial<Removal<Thing>>;
  };

/** Completes a description with its kind's address, words and calls. */
export function described<Thing extends Editable>(
  given: Described<Thing>,
): Resource<Thing> & { remove: Removal<Thing> } {
  const { kind, nameOf, create, edit, remove } = given;
  const { some, the } = kinds[kind];
  const subject = the.charAt(0).toUpperCase() + the.slice(1);
  return {
    address: `/admin/main/${kind}`,
    idField: `${kind}_id`,
    ...given,
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
      note: (thing) => `“${nameOf(thing)}”`,
      failed: `${subject} couldn’t be deleted. Try again.`,
      done: (thing) => `Deleted “${nameOf(thing)}”.`,
      ...remove,
    },
  };
}

export const fieldsOf = <Thing extends Editable>(resource: Resource<Thing>) => Object.entries(resource.fields);

/** Returns empty values for a new item. */
export function storedOf<Thing extends Editable>(resource: Resource<Thing>, thing: Thing | undefined): Stored {
  const values = fieldsOf(resource).map(([name, field]) => {
    const stored = thing?.[name as keyof Thing];
    if (!isPicture(field)) return [name, textOf(stored)];
    return [name, thing && (field.isStored ?? hasPicture)(thing) ? 'stored' : null];
  });
  return { values: Object.fromEntries(values) as FormValues, version: thing?.version };
}

/** Returns '' for values other than strings and numbers. */
export const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const hasPicture = (thing: { picture?: unknown; image?: unknown; logo?: unknown }) =>
  Boolean(thing.picture ?? thing.image ?? thing.logo);

/** Returns the schema of a new item, or of an edited one. */
export const rulesOf = <Thing extends Editable>({ input, editInput = input }: Resource<Thing>, isNew: boolean) =>
  isNew ? input : editInput;

/** Covers the whole form, including pictures and other values that aren't text. */
export function schemaOf<Thing extends Editable>(resource: Resource<Thing>, isNew: boolean): ZodObject {
  const texts = rulesOf(resource, isNew);
  const changed: Record<string, z.ZodType> = {};
  for (const [name, field] of fieldsOf(resource)) {
    const rule = texts.shape[name] as z.ZodType;
    if (isPicture(field)) changed[name] = pictureRule(field);
    else if (field.type === 'number' || field.type === 'own') changed[name] = rule.transform(String);
    else if (field.type === 'url') changed[name] = asTyped(rule);
  }
  return texts.extend(changed);
}

/** Validates a text but leaves it as typed: the gateway normalizes it. */
const asTyped = (rule: z.ZodType) =>
  z.string().superRefine((typed, context) => {
    for (const { message } of rule.safeParse(typed).error?.issues ?? []) context.addIssue(message);
  });

function pictureRule<Thing>({ missing }: PictureField<Thing>) {
  return z.custom<PictureChoice>().transform((choice, context) => {
    if (choice === null && missing) context.addIssue(missing);
    return choice === 'stored' ? undefined : choice;
  });
}

/** Creates the item, or edits `thing`. @throws ApiError with 409 if another user changed it meanwhile */
export function saveThing<Thing extends Editable>(
  { address, idField }: Pick<Resource<Thing>, 'address' | 'idField'>,
  thing: Thing | undefined,
  values: CheckedValues,
  call: SendCall,
): Promise<Answer<Thing>> {
  return thing
    ? sendForm(`${address}/edit`, { ...values, [idField]: thing.id }, call)
    : sendForm(`${address}/create`, values, call);
}

/** Returns undefined if the item is gone. */
export async function findThing<Thing extends Editable>(address: string, id: string): Promise<Thing | undefined> {
  let cursor: string | null | undefined;
  do {
    const joint = address.includes('?') ? '&' : '?';
    const path: string = cursor ? `${address}${joint}${new URLSearchParams({ cursor })}` : address;
    const page: Answer<Thing[] | Thing | null> = await request(path);
    const things = Array.isArray(page.data) ? page.data : [page.data];
    const found = things.find((thing) => thing?.id === id);
    if (found) return found;
    cursor = page.next_cursor;
  } while (cursor);
  return undefined;
}

/** The specification uses GET; the gateway accepts it only from a script on our own pages. */
export const deleteThing = (address: string, id: string) => request(`${address}/delete/${encodeURIComponent(id)}`);
