import type { Request } from 'express';

/** Not in Express's types; `match` and `route` belong to `router` 2. */
interface Layer {
  match(path: string): boolean;
  route?: { path: string; methods: Record<string, boolean> };
}

const layersOf = (application: Request['app']) =>
  (application as unknown as { router: { stack: Layer[] } }).router.stack;

/** Lists the routes that Express serves, in order; paths are Express patterns such as `/main/post/:id`. */
export const listRoutes = (application: Request['app']): { method: string; path: string }[] =>
  layersOf(application).flatMap(({ route }) =>
    route ? Object.keys(route.methods).map((method) => ({ method: method.toUpperCase(), path: route.path })) : [],
  );

/** Returns HEAD with every GET; empty if no route has the path. */
export function allowedMethods(request: Request): string[] {
  const routes = layersOf(request.app).filter((layer) => layer.route && layer.match(request.path));
  const methods = new Set(
    routes.flatMap(({ route }) => Object.keys(route!.methods)).map((method) => method.toUpperCase()),
  );
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}
