import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import { currentState, stateFolder } from './choice.mjs';

/**
 * Reads a state's folder from its sources: scripts run before anything is built.
 * @param {string} file its name without ".ts": "facts", "counties"
 * @param {string} [code] another state's postal code
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
