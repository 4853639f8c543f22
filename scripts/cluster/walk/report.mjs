/** What a walk found: a line for each check, and all of it as one object. */

/** Why something could not be looked at on this cluster; that is neither good nor bad. */
export class NotChecked extends Error {}

const words = (figures) => (typeof figures === 'string' ? figures : '');

/** @param {(line: string) => void} say */
export function newReport(say) {
  const checks = [];
  const put = (name, result, detail) => {
    checks.push({ name, result, ...(detail && { detail }) });
    say(`${result.padEnd(11)} ${name}${detail ? `: ${detail}` : ''}`);
    return result === 'ok';
  };
  return {
    checks,
    /**
     * Looks at one thing. A failure is written down, and the walk goes on.
     * @param {() => Promise<string | void>} work what it says is the line's detail; throws what is wrong, or `NotChecked`
     * @param {{ needs?: boolean, because?: string }} needs without what it stands on, nothing is tried
     * @returns whether it is good
     */
    async check(name, work, { needs = true, because = 'what it stands on failed' } = {}) {
      if (!needs) return put(name, 'NOT CHECKED', because);
      try {
        return put(name, 'ok', words(await work()));
      } catch (error) {
        const detail = error.message.split('\n').slice(0, 6).join(' | ');
        return put(name, error instanceof NotChecked ? 'NOT CHECKED' : 'FAILED', detail);
      }
    },
    /** @returns the sum, and whether nothing failed */
    end(about) {
      const count = (result) => checks.filter((each) => each.result === result).length;
      const sum = { ok: count('ok'), failed: count('FAILED'), notChecked: count('NOT CHECKED') };
      say(`${sum.ok} ok, ${sum.failed} failed, ${sum.notChecked} not checked`);
      process.stdout.write(`${JSON.stringify({ ...about, ...sum, checks })}\n`);
      return sum.failed === 0;
    },
  };
}
