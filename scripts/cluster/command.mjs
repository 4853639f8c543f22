import { NoCluster } from './kubectl.mjs';

/** Prints a line with the seconds since the start in front. */
const startedAt = Date.now();
export const say = (text) =>
  process.stdout.write(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(7)} s  ${text}\n`);

/** What the person who gave the command can mend. */
export class Refusal extends Error {}

/** Runs a command. It ends with 1 when something failed, with 3 when there is no cluster, with 64 when it was called wrongly. */
export async function command(work) {
  try {
    await work();
  } catch (error) {
    if (error instanceof NoCluster) {
      process.stderr.write(`NO CLUSTER: ${error.message}\n`);
      process.exitCode = 3;
    } else {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = error instanceof Refusal ? 64 : 1;
    }
  }
}
