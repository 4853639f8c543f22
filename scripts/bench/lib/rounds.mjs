/** Comparing in one run: the same machine, the same minute, turn by turn. */

export const median = (values) => {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/**
 * Measures each subject once per round, forwards and backwards by turns, so that what the machine does meanwhile happens to
 * all of them. The first round warms up and does not count.
 * @param subjects functions by name, each answering an object of numbers
 * @returns the median of each number of each subject, by name
 */
export async function rounds(subjects, count) {
  const results = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (let round = 0; round <= count; round += 1) {
    const order = Object.keys(subjects);
    if (round % 2) order.reverse();
    for (const name of order) {
      const figures = await subjects[name]();
      if (round > 0) results[name].push(figures);
    }
  }
  return Object.fromEntries(
    Object.entries(results).map(([name, all]) => {
      const keys = Object.keys(all[0]).filter((key) => typeof all[0][key] === 'number');
      return [name, Object.fromEntries(keys.map((key) => [key, median(all.map((each) => each[key]))]))];
    }),
  );
}

export const rounded = (value, digits = 2) => Number(value.toFixed(digits));
