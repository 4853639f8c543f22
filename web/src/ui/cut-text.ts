/** Returns the first `count` words, with an ellipsis only if something was cut. */
export function cutWords(text: string, count: number): string {
  const words = text.trim().split(/\s+/);
  return words.length <= count ? words.join(' ') : `${words.slice(0, count).join(' ')}…`;
}

/**
 * Returns the first `count` characters, with an ellipsis only if something was cut. Counts code points: an emoji is
 * one.
 */
export function cutCharacters(text: string, count: number): string {
  const characters = [...text.trim()];
  return characters.length <= count ? characters.join('') : `${characters.slice(0, count).join('').trimEnd()}…`;
}
