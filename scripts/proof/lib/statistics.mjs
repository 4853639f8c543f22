export const median = (values) => {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** Returns the value that this share (0 to 1) of all values does not exceed. */
export const percentile = (values, share) => {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
};

export const rounded = (value, digits = 2) => Number(value.toFixed(digits));
