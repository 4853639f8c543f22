/** The words in which the shapes of answers are written down: OpenAPI schemas of everyday kinds. */

export type Schema = Record<string, unknown>;

export const text = { type: 'string' };
export const integer = { type: 'integer' };
export const nullable = (schema: Schema): Schema => ({ ...schema, nullable: true });
export const object = (properties: Record<string, Schema>): Schema => ({ type: 'object', properties });
export const list = (items: Schema): Schema => ({ type: 'array', items });

/** An object with further properties, or with others of the same name. */
export const withMore = (schema: Schema, more: Record<string, Schema>): Schema => ({
  ...schema,
  properties: { ...(schema['properties'] as object), ...more },
});
