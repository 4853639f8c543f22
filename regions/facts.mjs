import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import { currentState, stateFolder } from './choice.mjs';

/**
 * @typedef {object} StateFiles by name, without ".ts"
 * @property {typeof import('./ar/facts.js')} facts
 * @property {typeof import('./ar/details.js')} details
 * @property {typeof import('./ar/counties.js')} counties
 */

/**
 * Reads a state's folder from its sources: scripts run before anything is built.
 * @template {keyof StateFiles} Name
 * @param {Name} file
 * @param {string} [code] another state's postal code
 * @returns {Promise<StateFiles[Name]>}
 */
export function readState(file, code = currentState()) {
  const source = readFileSync(join(stateFolder(code), `${file}.ts`), 'utf8');
  const { code: script } = transformSync(source, { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } });
  return import(`data:text/javascript,${encodeURIComponent(script)}`);
}

export const { state, stateName, siteName, shortSiteName, officialName, officialPage } = await readState('facts');

/** For nginx's fallback page while the gateway is down (web/nginx/nginx.conf). */
export const nginxNames = Object.entries({
  site_name: siteName,
  official_name: officialName,
  official_page: officialPage,
})
  .map(([name, value]) => `map '' $${name} {\n  default "${value}";\n}\n`)
  .join('');
