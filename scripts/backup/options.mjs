import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { identityIn } from '../lib/age-keys.mjs';
import { Refusal, settingOf } from './find-installation.mjs';

/** Parses `--name value` arguments. @throws Refusal for any others, and for a name without a value */
export function readOptions(options) {
  try {
    return parseArgs({ options }).values;
  } catch ({ message }) {
    throw new Refusal(message);
  }
}

export const text = { type: 'string' };

/**
 * Returns the private key in `file`, or of BACKUP_IDENTITY; undefined without either.
 * @throws Refusal when it can't be used
 */
export function readIdentity(file) {
  if (file && !existsSync(file)) throw new Refusal(`${file} can't be read.`);
  const key = file ? readFileSync(file, 'utf8') : settingOf('BACKUP_IDENTITY');
  try {
    return key && identityIn(key);
  } catch (error) {
    throw new Refusal(`The private key can't be used: ${error.message}`);
  }
}

/** Prints a Refusal as one line, any other error with its stack. */
export function command(main) {
  main().catch((error) => {
    process.stderr.write(`${error instanceof Refusal ? error.message : error.stack}\n`);
    process.exitCode = 1;
  });
}
