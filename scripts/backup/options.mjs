import { Refusal } from './installation.mjs';

/**
 * Parses `--name value` arguments; a name without a value is true. @throws Refusal for a name that is not among `known`
 */
export function readOptions(words, known) {
  const options = {};
  for (let index = 0; index < words.length; index += 1) {
    const name = words[index].replace(/^--/, '');
    if (!words[index].startsWith('--') || !known.includes(name)) {
      throw new Refusal(`unknown option "${words[index]}". Options: ${known.map((one) => `--${one}`).join(', ')}`);
    }
    const value = words[index + 1];
    if (value === undefined || value.startsWith('--')) options[name] = true;
    else {
      options[name] = value;
      index += 1;
    }
  }
  return options;
}

/** Runs a command's `main`; prints a Refusal as one line, any other error with its stack. */
export function command(main) {
  main().catch((error) => {
    process.stderr.write(`${error instanceof Refusal ? error.message : error.stack}\n`);
    process.exitCode = 1;
  });
}
