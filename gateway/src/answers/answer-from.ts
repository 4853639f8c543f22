import type { z } from 'zod';
import { camelName } from './snake-case.js';

/** Messages of the services in the shapes of the HTTP contract: what a schema does not name, does not get out. */

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** A field of a message serves as it is where the types agree; a text may stand for one of a few known words. */
type Agrees<Field, Wanted> = [Field] extends [Wanted] ? true : [Wanted] extends [Field] ? true : false;
/** What is absent in a message is null in an answer. */
type Serves<Field, Wanted> = undefined extends Field
  ? null extends Wanted
    ? Agrees<Exclude<Field, undefined>, Exclude<Wanted, null>>
    : false
  : Agrees<Field, Wanted>;

/** The fields of an answer that the message does not have in this form. */
type Missing<Message, Answer> = {
  [
    Name in keyof Answer as Camel<Name & string> extends keyof Message
      ? Serves<Message[Camel<Name & string>], Answer[Name]> extends true
        ? never
        : Name
      : Name
  ]: Answer[Name];
};

type Others<Message, Answer> = Missing<Message, Answer> & Partial<Answer>;

/** An answer by its schema: `others` as given, every other field from the message's field of that name, absent ones null. */
export function answerFrom<Schema extends z.ZodObject, Message extends object>(
  schema: Schema,
  message: Message,
  ...[others]: object extends Others<Message, z.output<Schema>>
    ? [Others<Message, z.output<Schema>>?]
    : [Others<Message, z.output<Schema>>]
): z.output<Schema> {
  const given = { ...others } as Record<string, unknown>;
  const made: Record<string, unknown> = {};
  for (const name of Object.keys(schema.shape))
    made[name] = name in given ? given[name] : ((message as Record<string, unknown>)[camelName(name)] ?? null);
  return made as z.output<Schema>;
}
