import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import { chosenState, stateFolder } from '../../state/choice.mjs';

/**
 * What a state's folder says, read from its sources: scripts run before anything is built.
 * @param {string} file its name without ".ts": "facts", "counties"
 * @param {string} [code] another state than the chosen one, by postal code
 */
export function readState(file, code = chosenState()) {
  const source = readFileSync(join(stateFolder(code), `${file}.ts`), 'utf8');
  const { code: script } = transformSync(source, { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } });
  return import(`data:text/javascript,${encodeURIComponent(script)}`);
}

export const { state } = await readState('facts');
