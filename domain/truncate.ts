/**
 * Cutting text. Always by code points: `slice` may split a surrogate pair, and Postgres rejects JSON with half of one.
 */

/** Returns at most `maxCharacters` code points from the start. */
export function firstCharacters(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  let units = 0;
  for (let count = 0; count < maxCharacters && units < text.length; count += 1)
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, units);
}

/** Cuts longer text to `maxCharacters` code points, the last of them "…". */
export function truncate(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters || firstCharacters(text, maxCharacters) === text) return text;
  return `${firstCharacters(text, Math.max(0, maxCharacters - 1))}…`;
}

/**
 * Cuts longer text to `maxCharacters` code points, "…" included: between words or, where a word is longer than half of
 * that, after half of it.
 */
export function truncateAtWord(text: string, maxCharacters: number): string {
  if (firstCharacters(text, maxCharacters) === text) return text;
  const cut = firstCharacters(text, Math.max(0, maxCharacters - 1));
  const half = firstCharacters(text, Math.floor(maxCharacters / 2));
  const end = text[cut.length] === ' ' ? cut.length : cut.lastIndexOf(' ');
  return `${end > half.length ? cut.slice(0, end) : half}…`;
}
