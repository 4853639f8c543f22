import type { ZodType } from 'zod';
import type { Faults, Values } from './editor.js';

/** What a schema of the contracts finds wrong: the first fault of each field. Only the schema's own fields are looked at. */
export function faultsOf<V extends Values>(schema: ZodType, values: V, fields: (keyof V & string)[]): Faults<V> {
  const checked = Object.fromEntries(fields.map((field) => [field, values[field]]));
  const faults: Faults<V> = {};
  for (const { path, message } of schema.safeParse(checked).error?.issues ?? []) {
    const field = fields.find((name) => name === path[0]);
    if (field) faults[field] ??= message;
  }
  return faults;
}
