import { parseArgs } from 'node:util';

/** Why a command doesn't do its work, and what to do, in one line. */
export class Refusal extends Error {
  /** @param {string} message @param {number} [exitCode] */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Parses `--name value` arguments.
 * @template {string} Name
 * @param {Name[]} names
 * @returns {Partial<Record<Name, string>>}
 * @throws Refusal for any others, and for a name without a value
 */
export function readOptions(names) {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: /** @type {const} */ ('string') }]));
    return /** @type {Partial<Record<Name, string>>} */ (parseArgs({ options }).values);
  } catch (error) {
    throw new Refusal(/** @type {Error} */ (error).message);
  }
}

export const print = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`);

/** Prints a failure as one line, with DEBUG its stack. @param {() => Promise<void>} main */
export function command(main) {
  main().catch((/** @type {Error} */ error) => {
    const isReadable = error instanceof Refusal && !process.env.DEBUG;
    const line = isReadable ? error.message : `${error.message || error}. Set DEBUG=1 for details.`;
    process.stderr.write(`${process.env.DEBUG ? error.stack : line}\n`);
    process.exitCode = error instanceof Refusal ? error.exitCode : 1;
  });
}
