/** Finds fields that a zod schema reads and an answer lacks. */

/** Schemas that wrap another. */
function innerOf(schema) {
  const { def } = schema._zod;
  if (def.type === 'pipe') return def.in;
  return def.innerType;
}

/** Returns the paths of all fields that a schema reads: "properties.periods.windSpeed". */
export function fieldsOf(schema) {
  const { def } = schema._zod;
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([name, field]) => [
      name,
      ...fieldsOf(field).map((path) => `${name}.${path}`),
    ]);
  // Lists whose unusable items are left out (readings/skipped-parts.ts) name the schema of their items.
  if (def.type === 'array') return fieldsOf(schema.meta?.()?.item ?? def.element);
  const inner = innerOf(schema);
  return inner ? fieldsOf(inner) : [];
}

function has(value, [name, ...rest]) {
  if (name === undefined) return true;
  if (Array.isArray(value)) return value.some((entry) => has(entry, [name, ...rest]));
  return typeof value === 'object' && value !== null && name in value && has(value[name], rest);
}

/** Returns the values of a path, of every entry of its lists. */
export function valuesAt(value, [name, ...rest]) {
  if (Array.isArray(value)) return value.flatMap((entry) => valuesAt(entry, [name, ...rest]));
  if (name === undefined) return [value];
  return typeof value === 'object' && value !== null && name in value ? valuesAt(value[name], rest) : [];
}

/**
 * Returns the schema's fields that no entry of the answer has, without those below a missing one.
 * @param {RegExp} [rare] fields that answers may lack
 */
export function missingFields(schema, body, rare) {
  const missing = fieldsOf(schema).filter((path) => !rare?.test(path) && !has(body, path.split('.')));
  return missing.filter((path) => !missing.some((other) => path.startsWith(`${other}.`)));
}
