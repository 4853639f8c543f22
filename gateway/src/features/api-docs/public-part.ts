import type { OpenAPIObject } from '@nestjs/swagger';

type PathItem = OpenAPIObject['paths'][string];

const isOpen = (operation: unknown): boolean =>
  typeof operation === 'object' && operation !== null && !('security' in operation && operation.security);

const openOperations = (item: PathItem): [string, unknown][] =>
  Object.entries(item).filter(([, operation]) => isOpen(operation));

/** Returns the names of all schemas that `part` refers to, directly or through other schemas. */
function referencedSchemas(part: unknown, schemas: Record<string, unknown>, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    referencedSchemas(schemas[name] ?? null, schemas, found);
  }
  return found;
}

/** Omits the dashboard's operations, all others that require a session, and the schemas that only these refer to. */
export function publicPartOf(fullDocument: OpenAPIObject): OpenAPIObject {
  const paths = Object.fromEntries(
    Object.entries(fullDocument.paths).flatMap(([path, item]) => {
      const open = path.startsWith('/admin/') ? [] : openOperations(item);
      return open.length > 0 ? [[path, Object.fromEntries(open)]] : [];
    }),
  );
  const schemas = fullDocument.components?.schemas ?? {};
  const referenced = referencedSchemas(paths, schemas);
  return {
    ...fullDocument,
    paths,
    components: { schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => referenced.has(name))) },
  };
}
