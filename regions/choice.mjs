import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The state this is built, tested or started for: the environment variable STATE, a postal code, by default Arkansas.
 * Only this file reads it; all other code imports `@site/regions/…`, which resolves to the folder of the chosen state.
 */

/** The postal code of the state without STATE. */
export const defaultState = 'AR';
const here = import.meta.dirname;

/** The postal codes of the available states: each has a folder beside this file. */
export const stateCodes = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(here, entry.name, 'facts.ts')))
  .map(({ name }) => name.toUpperCase())
  .sort();

/**
 * Returns the postal code of the requested state.
 * @throws with a one-line message when there is no such state
 */
export function currentState(environment = process.env) {
  const requested = environment.STATE || defaultState;
  const code = requested.toUpperCase();
  if (!stateCodes.includes(code))
    throw new Error(`STATE=${requested}: unknown state. Available: ${stateCodes.join(', ')} (regions/README.md).`);
  return code;
}

/** Returns the folder of a state's facts and data, by its postal code. */
export const stateFolder = (code = currentState()) => join(here, code.toLowerCase());
