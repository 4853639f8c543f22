import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Which state this is built, tested or started for: the environment variable STATE, a postal code, otherwise Arkansas. The one
 * place that reads it: everything else imports `@site/state/…`, which leads to the folder of the state that was chosen.
 */

const standard = 'AR';
const here = import.meta.dirname;

/** The postal codes of the states there are: each has a folder beside this file. */
export const stateCodes = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(here, entry.name, 'facts.ts')))
  .map(({ name }) => name.toUpperCase())
  .sort();

/**
 * The postal code of the state that is asked for.
 * @throws in one line when there is no such state
 */
export function chosenState(environment = process.env) {
  const asked = environment.STATE || standard;
  const code = asked.toUpperCase();
  if (!stateCodes.includes(code))
    throw new Error(`STATE=${asked}: there is no such state here, only ${stateCodes.join(', ')} (state/README.md).`);
  return code;
}

/** The folder of a state's facts and data, by its postal code. */
export const stateFolder = (code = chosenState()) => join(here, code.toLowerCase());
