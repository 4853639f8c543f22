import { parseArgs } from 'node:util';
import { Refusal } from './installation.mjs';

/** Parses `--name value` arguments. @throws Refusal for any others, and for a name without a value */
export function readOptions(options) {
  try {
    return parseArgs({ options }).values;
  } catch ({ message }) {
    throw new Refusal(message);
  }
}

export const text = { type: 'string' };

/** Prints a Refusal as one line, any other error with its stack. */
export function command(main) {
  main().catch((error) => {
    process.stderr.write(`${error instanceof Refusal ? error.message : error.stack}\n`);
    process.exitCode = 1;
  });
}
