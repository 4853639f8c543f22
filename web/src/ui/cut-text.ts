/** Adds an ellipsis only if something was cut. */
export function cutWords(text: string, count: number): string {
  const words = text.trim().split(/\s+/);
  return words.length <= count ? words.join(' ') : `${words.slice(0, count).join(' ')}…`;
}

/** Counts code points: an emoji is one. Adds an ellipsis only if something was cut. */
export function cutCharacters(text: string, count: number): string {
  const characters = [...text.trim()];
  return characters.length <= count ? characters.join('') : `${characters.slice(0, count).join('').trimEnd()}…`;
}
