/**
 * Generates nginx's configuration from the declarations of the gateway's routes. `route-config.test.ts` keeps it
 * current.
 */
import { failure } from '../../gateway/src/edge/envelope.js';
import { patternOf, type BodyLimit, type Route } from '../../gateway/src/edge/route-traits.js';

const heading = `# Written from what the gateway's routes declare (gateway/src/edge/route-traits.ts). To write it again:
# UPDATE_ROUTES=1 npm test -- scripts/nginx/route-config
`;

const anyOf = (paths: readonly string[]) => `(?:${[...new Set(paths.map(patternOf))].sort().join('|')})`;

/** Uncached routes that match a cached route's pattern: "/main/post/preview" is not a post. */
function exceptions(cached: readonly Route[], routes: readonly Route[]): string[] {
  const pattern = new RegExp(`^${anyOf(cached.map(({ path }) => path))}$`);
  const paths = new Set(cached.map(({ path }) => path));
  return [
    ...new Set(routes.filter((route) => !route.isCached && pattern.test(route.path)).map(({ path }) => path)),
  ].map((path) => {
    if (paths.has(path) || path.includes(':')) throw new Error(`${path}: nginx can't cache one method of an address`);
    return path;
  });
}

/** Covers only the API: pages, feeds and pictures have hand-written locations, because their caching differs. */
function cachedRoutesConfig(routes: readonly Route[]): string {
  const cached = routes.filter(({ isCached, path }) => isCached && path.startsWith('/main/'));
  const others = exceptions(cached, routes).map(patternOf);
  const except = others.length ? `(?!(?:${others.join('|')})$)` : '';
  return `
location ~ ^${except}${anyOf(cached.map(({ path }) => path))}$ {
  include /etc/nginx/site/cached-response.conf;
  error_page 502 504 = @kept_answer;
  proxy_pass $gateway;
}
`;
}

const nameOf = ({ field, isUpload }: BodyLimit) =>
  `@too_large_${isUpload ? 'file' : 'body'}_${field.replaceAll(/\W/g, '_')}`;

/** Single quotes end a string in nginx, and a dollar sign starts a variable. */
function quoted(text: string): string {
  if (/['$\\]/.test(text.replaceAll('\\"', ''))) throw new Error(`nginx can't quote ${text}`);
  return `'${text}'`;
}

const ofVisitors = `
  limit_req zone=requests burst=400 nodelay;
  limit_req zone=writes burst=40 nodelay;`;

function largeBodies(routes: readonly Route[]): string {
  const groups = new Map<string, { limit: BodyLimit; paths: string[] }>();
  for (const { bodyLimit: limit, path } of routes) {
    if (!limit) continue;
    const key = `${nameOf(limit)} ${!limit.isUpload && path.startsWith('/main/')}`;
    const group = groups.get(key) ?? { limit, paths: [] };
    if (JSON.stringify(group.limit) !== JSON.stringify(limit))
      throw new Error(`two limits are called ${nameOf(limit)}`);
    group.paths.push(path);
    groups.set(key, group);
  }
  const locations = [...groups.values()].map(
    ({ limit, paths }) => `
location ~ ^${anyOf(paths)}$ {
  error_page 413 = ${nameOf(limit)};
  include /etc/nginx/site/${limit.isUpload ? 'upload' : 'to-gateway'}.conf;
  error_page 502 504 = @away;${!limit.isUpload && paths[0]!.startsWith('/main/') ? ofVisitors : ''}
  client_max_body_size ${limit.bytes};
  proxy_pass $gateway;
}
`,
  );
  const limits = new Map([...groups.values()].map(({ limit }) => [nameOf(limit), limit]));
  const refusals = [...limits].map(
    ([name, { field, message }]) => `
location ${name} {
  include /etc/nginx/site/rejection-headers.conf;
  return 413 ${quoted(JSON.stringify(failure(message, [{ field, message }])))};
}
`,
  );
  return [...locations, ...refusals].join('');
}

/** Returns locations for the `server` block. */
export const routeLocations = (routes: readonly Route[]): string =>
  heading + cachedRoutesConfig(routes) + largeBodies(routes);

/**
 * Returns the meaningful query parameters by path, in a fixed order, for the `http` block.
 * @param pages documents that read a query, with their parameters
 */
export function routeArguments(routes: readonly Route[], pages: Readonly<Record<string, readonly string[]>>): string {
  const cached = routes.filter(({ isCached, query }) => isCached && query.length > 0);
  const byPath = [...cached.map(({ path, query }) => [path, query] as const), ...Object.entries(pages)];
  const names = [...new Set(byPath.flatMap(([, query]) => query))].sort();
  const ofNames = names.map(
    (name) => `map $arg_${name} $${name}_argument {
  default '${name}=$arg_${name}&';
  '' '';
}
`,
  );
  const ofPaths = byPath.map(([path, query]) => {
    if (/[:*]/.test(path)) throw new Error(`${path}: a cached address with parameters reads no query`);
    return `  ${path} ${query.map((name) => `$${name}_argument`).join('')};\n`;
  });
  return `${heading}# Others are neither passed on nor part of a cache's key.

${ofNames.join('')}map $uri $allowed_arguments {
  default '';
${ofPaths.sort().join('')}}
`;
}
