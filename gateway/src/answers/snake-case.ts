/** Each of a few dozen names is rewritten once, and then some thousands of times looked up: a forecast has that many fields. */
const names = new Map<string, string>();

function snakeName(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const made = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  names.set(name, made);
  return made;
}

function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted);
  return value !== null && typeof value === 'object' ? snakeCase(value) : value;
}

/** A message with the field names of the HTTP contract. Absent fields stay absent. */
export function snakeCase(message: object): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(message)) made[snakeName(name)] = converted(value);
  return made;
}
