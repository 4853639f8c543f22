/** @typedef {{ acknowledged?: number[], failed: Record<string, number>, slowestMs?: number } & Counts} Second */
/** @typedef {Record<'reads' | 'writes' | 'alerts' | 'unknownAlerts', number>} Counts */

/**
 * Adds up the lines that `visitor.mjs` printed.
 * @param {string} output
 * @returns `failing`: seconds with failures; `acknowledged`: numbers of messages; `text`: everything in words
 */
export function sumOf(output) {
  const sum = { reads: 0, writes: 0, failed: 0, failing: 0, alerts: 0, unknownAlerts: 0, slowestMs: 0 };
  const reasons = new Map();
  const acknowledged = [];
  for (const line of output.split('\n').filter((each) => each.startsWith('{'))) {
    const { failed, slowestMs = 0, acknowledged: ids = [], ...counts } = /** @type {Second} */ (JSON.parse(line));
    acknowledged.push(...ids);
    for (const name of /** @type {(keyof typeof counts)[]} */ (Object.keys(counts))) sum[name] += counts[name];
    sum.slowestMs = Math.max(sum.slowestMs, slowestMs);
    const failures = Object.entries(failed);
    if (failures.length > 0) sum.failing += 1;
    for (const [reason, count] of failures) {
      sum.failed += count;
      reasons.set(reason, (reasons.get(reason) ?? 0) + count);
    }
  }
  const topReasons = [...reasons].sort((left, right) => right[1] - left[1]).slice(0, 5);
  const why = topReasons.map(([reason, count]) => `${reason} ×${count}`).join(', ');
  const { reads, writes, failed, failing } = sum;
  const text = `${reads} reads, ${writes} writes, ${failed} failed${failed > 0 ? ` in ${failing} s (${why})` : ''}`;
  return { ...sum, acknowledged, text };
}
