/** Finds fields that a zod schema reads and an answer lacks. */

/** @typedef {import('zod').ZodType} Schema */
/** @typedef {{ type: string, in?: Schema, innerType?: Schema, shape?: Record<string, Schema>, element?: Schema }} Definition */

/**
 * Returns the paths of all fields that a schema reads: "properties.periods.windSpeed".
 * @param {Schema | undefined} schema
 * @returns {string[]}
 */
export function fieldsOf(schema) {
  if (!schema) return [];
  const { shape, element, in: input, innerType, type } = /** @type {Definition} */ (schema._zod.def);
  if (shape)
    return Object.entries(shape).flatMap(([name, field]) => [
      name,
      ...fieldsOf(field).map((path) => `${name}.${path}`),
    ]);
  // Lists whose unusable items are left out (readings/skipped-parts.ts) name the schema of their items.
  if (type === 'array')
    return fieldsOf(/** @type {{ item?: Schema } | undefined} */ (schema.meta?.())?.item ?? element);
  // Schemas that wrap another.
  return fieldsOf(type === 'pipe' ? input : innerType);
}

/** @param {unknown} value @param {string[]} path @returns {boolean} */
function has(value, path) {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  if (Array.isArray(value)) return value.some((entry) => has(entry, path));
  return (
    typeof value === 'object' &&
    value !== null &&
    name in value &&
    has(value[/** @type {keyof typeof value} */ (name)], rest)
  );
}

/**
 * Returns the values of a path, of every entry of its lists.
 * @param {unknown} value
 * @param {string[]} path
 * @returns {unknown[]}
 */
export function valuesAt(value, path) {
  if (Array.isArray(value)) return value.flatMap((entry) => valuesAt(entry, path));
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  return typeof value === 'object' && value !== null && name in value
    ? valuesAt(value[/** @type {keyof typeof value} */ (name)], rest)
    : [];
}

/**
 * Returns the schema's fields that no entry of the answer has, without those below a missing one.
 * @param {Schema} schema
 * @param {unknown} body
 * @param {RegExp} [rare] fields that answers may lack
 */
export function missingFields(schema, body, rare) {
  const missing = fieldsOf(schema).filter((path) => !rare?.test(path) && !has(body, path.split('.')));
  return missing.filter((path) => !missing.some((other) => path.startsWith(`${other}.`)));
}
