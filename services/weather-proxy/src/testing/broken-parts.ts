/** Breaks single values of a JSON document, as upstream services have or might. */
import fc from 'fast-check';

const nested = Array.from({ length: 2_000 }).reduce<unknown>((inner) => [inner], 'deep');

/** Values that no schema, or not every database, accepts in place of a text. */
export const brokenValues = (text: string): unknown[] => [
  `${text}\u0000`,
  `\u0000${text}`,
  `${text}\ud83d`,
  `\udc00${text}`,
  `${text.slice(0, 1)}\u0007\u0085\u009f${text.slice(1)}`,
  'x'.repeat(65_536),
  // Cutting at any length splits a pair, if it counts UTF-16 units.
  `a${'🌪'.repeat(32_767)}`,
  `\u202e\u200f${text}\u2066`,
  '',
  7,
  true,
  null,
  undefined,
  [],
  {},
  [null],
  nested,
];

type Path = (string | number)[];

/** Paths of all texts in a document. */
export function textPaths(document: unknown, path: Path = []): Path[] {
  if (typeof document === 'string') return [path];
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([key, value]) =>
    textPaths(value, [...path, Array.isArray(document) ? Number(key) : key]),
  );
}

function replaced(document: unknown, [key, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(document);
  if (Array.isArray(document))
    return document.map((each: unknown, index) => (index === key ? replaced(each, rest, change) : each));
  const values = document as Record<string, unknown>;
  return { ...values, [key]: replaced(values[key], rest, change) };
}

/** A document with one broken text. */
export const broken = (document: object): fc.Arbitrary<unknown> =>
  fc.tuple(fc.constantFrom(...textPaths(document)), fc.nat()).map(([path, seed]) =>
    replaced(document, path, (value) => {
      const values = brokenValues(value as string);
      return values[seed % values.length];
    }),
  );
