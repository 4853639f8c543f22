/** Memoizes by name: a response repeats a few dozen names thousands of times. */
function remembered(work: (name: string) => string): (name: string) => string {
  const names = new Map<string, string>();
  return (name) => {
    const made = names.get(name) ?? work(name);
    names.set(name, made);
    return made;
  };
}

const snakeName = remembered((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
/** Converts "created_at" to "createdAt", the name of the field in messages. */
export const camelName = remembered((name) =>
  name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()),
);

function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted);
  return value !== null && typeof value === 'object' ? snakeCase(value) : value;
}

/** Converts a message to the HTTP contract's field names. Absent fields stay absent. */
export function snakeCase(message: object): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(message)) made[snakeName(name)] = converted(value);
  return made;
}
