import { median } from '../../lib/statistics.mjs';

/**
 * Measures each subject once per round, in alternating order, so that other work on the machine affects all alike. The
 * first round is a warm-up.
 * @param subjects functions by name, each returning an object of numbers
 * @returns the median of each number of each subject, by name
 */
export async function rounds(subjects, count) {
  const results = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (let round = 0; round <= count; round += 1) {
    const order = Object.keys(subjects);
    if (round % 2) order.reverse();
    for (const name of order) {
      const metrics = await subjects[name]();
      if (round > 0) results[name].push(metrics);
    }
  }
  return Object.fromEntries(
    Object.entries(results).map(([name, all]) => {
      const keys = Object.keys(all[0]).filter((key) => typeof all[0][key] === 'number');
      return [name, Object.fromEntries(keys.map((key) => [key, median(all.map((each) => each[key]))]))];
    }),
  );
}
