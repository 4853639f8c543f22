/** Frame of the cluster's scripts: errors and exit codes. */
import { NoCluster } from './kubectl.mjs';

/** An error that the operator can fix. */
export class OperatorError extends Error {}

/** Exits with 1 on failure, 3 when there is no cluster, 64 on wrong usage. @param {() => Promise<void>} work */
export async function command(work) {
  try {
    await work();
  } catch (error) {
    if (error instanceof NoCluster) {
      process.stderr.write(`NO CLUSTER: ${error.message}\n`);
      process.exitCode = 3;
    } else {
      process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
      process.exitCode = error instanceof OperatorError ? 64 : 1;
    }
  }
}
