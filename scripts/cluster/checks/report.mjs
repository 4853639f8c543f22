/** Runs the cluster checks one by one, and prints a line for each. */

/** Why this cluster doesn't allow a check; not a failure. */
export class NotChecked extends Error {}

const toText = (/** @type {unknown} */ detail) => (typeof detail === 'string' ? detail : '');

/** @param {(line: string) => void} log */
export function newReport(log) {
  /** @type {{ name: string, result: string, detail?: string }[]} */
  const checks = [];
  const put = (/** @type {string} */ name, /** @type {string} */ result, /** @type {string | undefined} */ detail) => {
    checks.push({ name, result, ...(detail && { detail }) });
    log(`${result.padEnd(11)} ${name}${detail ? `: ${detail}` : ''}`);
    return result === 'ok';
  };
  return {
    checks,
    /**
     * Runs one check. After a failure the test continues.
     * @param {string} name
     * @param {() => unknown} work returns details for the line; throws the failure, or `NotChecked`
     * @param {{ needs?: boolean, because?: string }} [options] without what it `needs`, the check is skipped

     * @returns whether it passed
     */
    async check(name, work, { needs = true, because = 'a prerequisite failed' } = {}) {
      if (!needs) return put(name, 'NOT CHECKED', because);
      try {
        return put(name, 'ok', toText(await work()));
      } catch (error) {
        const detail = /** @type {Error} */ (error).message.split('\n').slice(0, 6).join(' | ');
        return put(name, error instanceof NotChecked ? 'NOT CHECKED' : 'FAILED', detail);
      }
    },
    /** Prints the totals; returns whether nothing failed. @param {object} about */
    end(about) {
      const count = (/** @type {string} */ result) => checks.filter((each) => each.result === result).length;
      const sum = { ok: count('ok'), failed: count('FAILED'), notChecked: count('NOT CHECKED') };
      log(`${sum.ok} ok, ${sum.failed} failed, ${sum.notChecked} not checked`);
      process.stdout.write(`${JSON.stringify({ ...about, ...sum, checks })}\n`);
      return sum.failed === 0;
    },
  };
}
