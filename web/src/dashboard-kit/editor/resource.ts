import { kinds, type KindName } from '@site/domain/kinds';
import type { ComponentType, ReactNode } from 'react';
import type { Control } from 'react-hook-form';
import { z, type ZodObject } from 'zod';
import { request, type Answer } from '../../api/api.js';
import { sendForm, type SendCall } from '../../api/send-form.js';
import * as strings from '../../strings.js';

/** Describes a kind of thing that the dashboard lists, creates, edits and deletes; its screens are made from this. */

/** What every editor needs to know of a thing. */
export interface Editable {
  id: string;
  /** Counts the edits. */
  version: number;
}

/** What a form holds for a picture: a new file, the one that is stored, or none. */
export type PictureChoice = File | 'stored' | null;
/** What a form holds, by the wire's names. */
export type FormValues = Record<string, string | File | null>;
/** Values that passed the check. A picture is undefined when the stored one stays, and null when it is removed. */
export type CheckedValues = Record<string, string | File | null | undefined>;

/** What is stored of a thing, as its form shows it. */
export interface Stored {
  values: FormValues;
  /** Absent for a thing that does not exist yet. */
  version?: number | undefined;
}

/** A text in a form. How long it may be and whether it may be empty is in the schema. */
export interface TextField {
  type?: 'text' | 'lines' | 'number' | 'email' | 'url' | 'tel' | 'password';
  label: string;
  /** Help above the box; it may count what has been typed. */
  hint?: string | ((typed: string) => string);
  /** The help when something stored is edited, where it is another. */
  hintOnEdit?: string;
  placeholder?: string;
  rows?: number;
}

/** A picture in a form; the contracts' schemas say nothing about files. */
export interface PictureField<Thing> {
  type: 'picture';
  label: string;
  /** Instead of the usual line about formats and sizes. */
  hint?: string;
  noun?: string;
  /** Drawings (SVG) are taken, too. */
  drawings?: boolean;
  /** What is wrong when there is none; leave it out where a picture is optional. */
  missing?: string | undefined;
  prompt?: string;
  /** The stored picture. */
  show: (thing: Thing) => ReactNode;
  isStored?: (thing: Thing) => boolean;
}

/** A value that a control of its own sets, perhaps together with others. */
export interface OwnField<Thing> {
  type: 'own';
  label: string;
  /** Absent where another field's control sets it, too. */
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
  /** Over the dialog. */
  title: string;
  /** The sentence for a failure. */
  failed: string;
  /** Said once it is done; the server's own sentence when absent. */
  done?: (thing: Thing) => string;
}

/** What an editor needs to know of a resource. */
export interface Resource<Thing extends Editable> {
  kind: KindName;
  /** Where the list is; `/create`, `/edit` and `/delete/:id` are below it. */
  address: string;
  /** What the edit calls the id of the thing. */
  idField: string;
  /** The rules of its texts, as the gateway enforces them. */
  input: ZodObject;
  /** The rules of an edit, if they differ. */
  editInput?: ZodObject;
  /** In the form's order, by the wire's names. */
  fields: Record<string, Field<Thing>>;
  create: Words<Thing> & { submit: string; busy: string };
  edit: Words<Thing>;
  /** Stands below the form of a thing that is stored. */
  Below?: ComponentType<{ thing: Thing }>;
  /** Shows the server's own sentence instead of ours, if it has one. */
  prefersServerText?: boolean;
  /** Instead of the usual calls. */
  save?: (thing: Thing | undefined, values: CheckedValues, call: SendCall) => Promise<Answer<Thing>>;
  /** Instead of searching the list: the thing as it is stored now; undefined when it is gone. */
  find?: (id: string) => Promise<Thing | undefined>;
}

interface Removal<Thing> extends Required<Words<Thing>> {
  question: string;
  /** Under the question: which one, and what follows. */
  note: (thing: Thing) => string;
}

/** A resource, of which everything may be left out that has a usual value. */
export type Described<Thing extends Editable> = Pick<Resource<Thing>, 'kind' | 'input' | 'fields'> &
  Partial<Omit<Resource<Thing>, 'create' | 'edit'>> & {
    /** What people call it. */
    nameOf: (thing: Thing) => string;
    create?: Partial<Resource<Thing>['create']>;
    edit?: Partial<Words<Thing>>;
    remove?: Partial<Removal<Thing>>;
  };

/** Fills in the usual addresses and words. */
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
      busy: strings.adding,
      failed: `${subject} could not be created.`,
      ...create,
    },
    edit: { title: `Edit ${the}`, failed: `${subject} could not be updated.`, ...edit },
    remove: {
      title: `Delete ${the}?`,
      question: 'It disappears from the site. It can be restored for 30 days.',
      note: (thing) => `“${nameOf(thing)}”`,
      failed: `${subject} could not be deleted. Please try again.`,
      done: (thing) => `Deleted “${nameOf(thing)}”.`,
      ...remove,
    },
  };
}

export const fieldsOf = <Thing extends Editable>(resource: Resource<Thing>) => Object.entries(resource.fields);

/** The form's values for a thing; empty ones for a new thing. */
export function storedOf<Thing extends Editable>(resource: Resource<Thing>, thing: Thing | undefined): Stored {
  const values = fieldsOf(resource).map(([name, field]) => {
    const stored = thing?.[name as keyof Thing];
    if (!isPicture(field)) return [name, textOf(stored)];
    return [name, thing && (field.isStored ?? hasPicture)(thing) ? 'stored' : null];
  });
  return { values: Object.fromEntries(values) as FormValues, version: thing?.version };
}

/** A text or a number as it is typed; empty for a thing that has none. */
export const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const hasPicture = (thing: { picture?: unknown; image?: unknown; logo?: unknown }) =>
  Boolean(thing.picture ?? thing.image ?? thing.logo);

/** The contract's rules for the texts of a form. */
export const rulesOf = <Thing extends Editable>({ input, editInput = input }: Resource<Thing>, isNew: boolean) =>
  isNew ? input : editInput;

/** The rules of the whole form: with its pictures, and with everything as it travels. */
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

/** The same rule, but for what it makes of a text: the gateway does that. */
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

/** Creates or changes a thing. */
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

/** Looks for a thing in its list, page by page; undefined when it is gone. */
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

/** Deletes a thing. The specification's call is a GET; the gateway obeys it only when a script of our own pages sends it. */
export const deleteThing = (address: string, id: string) => request(`${address}/delete/${encodeURIComponent(id)}`);
