import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { controllers } from '../../gateway/src/app.module.js';
import { routesOf, defaultBodyBytes } from '../../gateway/src/edge/route-traits.js';
import { detailPages } from '../../gateway/src/pages/page-paths.js';
import { routeArguments, routeLocations } from './route-config.js';

const site = join(import.meta.dirname, '../../web/nginx/site');
const routes = routesOf(controllers);
const pages = Object.fromEntries(Object.keys(detailPages).map((path) => [path, ['id']]));

it.each([
  ['route-locations.conf', () => routeLocations(routes)],
  ['route-arguments.conf', () => routeArguments(routes, pages)],
])('%s is current', (file, written) => {
  const path = join(site, file);
  if (process.env['UPDATE_ROUTES']) writeFileSync(path, written());
  expect(readFileSync(path, 'utf8')).toBe(written());
});

it('nginx accepts bodies of the usual size by default', () => {
  const limits = readFileSync(join(site, '../nginx.conf'), 'utf8').match(/client_max_body_size .*;/g);
  expect(limits).toEqual([`client_max_body_size ${defaultBodyBytes / 1024}k;`]);
});
