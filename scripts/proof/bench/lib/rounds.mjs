/** Comparing in one run: on the same machine, in the same minutes, taking turns. */

export const median = (values) => {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** The value that this share (0 to 1) of all values does not exceed. */
export const percentile = (values, share) => {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
};

/**
 * Measures each subject once per round, in alternating order, so that other work on the machine affects all of them alike. The
 * first round warms up and does not count.
 * @param subjects functions by name, each returning an object of numbers
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
