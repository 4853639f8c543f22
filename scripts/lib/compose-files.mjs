/** docker-compose.yml and the files that it includes, for tools that work without Docker. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './checkout.mjs';
import './ensure-dependencies.mjs';

const { parse } = await import('yaml');

/** Returns the paths of the included files, which define the services. @returns {string[]} */
export function listComposeFiles(folder = root) {
  const { include } = parse(readFileSync(join(folder, 'docker-compose.yml'), 'utf8'));
  return include.map((/** @type {{ path: string }} */ { path }) => path);
}

/**
 * Returns their text, services and networks, without the variables' values. The caller names the fields that it reads.
 * @template [Service=object]
 * @template [Network=object]
 * @returns {{ text: string, services: Record<string, Service>, networks: Record<string, Network> }}
 */
export function readComposeFiles(folder = root) {
  const texts = listComposeFiles(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const models = texts.map((text) => parse(text, { merge: true, maxAliasCount: -1 }));
  return {
    text: texts.join('\n'),
    services: Object.assign({}, ...models.map(({ services }) => services)),
    networks: Object.assign({}, ...models.map(({ networks }) => networks)),
  };
}
