/** Maps service messages to the HTTP contract. Drops fields missing from the schema. */
import type { z } from 'zod';

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** A string may hold an enum value. */
type Agrees<Field, Target> = [Field] extends [Target] ? true : [Target] extends [Field] ? true : false;
/** Absent fields become null. */
type Serves<Field, Target> = undefined extends Field
  ? null extends Target
    ? Agrees<Exclude<Field, undefined>, Exclude<Target, null>>
    : false
  : Agrees<Field, Target>;

/** Answer fields that the message lacks or has with another type. */
type Missing<Message, Output> = {
  [
    Name in keyof Output as Camel<Name & string> extends keyof Message
      ? Serves<Message[Camel<Name & string>], Output[Name]> extends true
        ? never
        : Name
      : Name
  ]: Output[Name];
};

type Others<Message, Output> = Missing<Message, Output> & Partial<Output>;

/** Builds an answer from `others` and message fields of the same name; absent ones become null. */
export function toResponse<Schema extends z.ZodObject, Message extends object>(
  schema: Schema,
  message: Message,
  ...[others]: object extends Others<Message, z.output<Schema>>
    ? [Others<Message, z.output<Schema>>?]
    : [Others<Message, z.output<Schema>>]
): z.output<Schema> {
  const overrides = { ...others } as Record<string, unknown>;
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(schema.shape))
    result[name] =
      name in overrides ? overrides[name] : ((message as Record<string, unknown>)[camelName(name)] ?? null);
  return result as z.output<Schema>;
}

/** Memoizes: a response repeats a few dozen names thousands of times. */
function remembered(work: (name: string) => string): (name: string) => string {
  const names = new Map<string, string>();
  return (name) => {
    const result = names.get(name) ?? work(name);
    names.set(name, result);
    return result;
  };
}

const snakeName = remembered((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
/** Converts "created_at" to "createdAt", the field's name in messages. */
export const camelName = remembered((name) =>
  name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()),
);

function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted);
  return value !== null && typeof value === 'object' ? snakeCase(value) : value;
}

/** Converts to the HTTP contract's field names. Absent fields stay absent. */
export function snakeCase(message: object): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(message)) result[snakeName(name)] = converted(value);
  return result;
}
