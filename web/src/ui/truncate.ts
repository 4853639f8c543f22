/** Adds an ellipsis only if something was cut. */
export function truncateToWordCount(text: string, count: number): string {
  const tokens = text.trim().split(/\s+/);
  return tokens.length <= count ? tokens.join(' ') : `${tokens.slice(0, count).join(' ')}…`;
}

/** Counts code points: an emoji is one. Adds an ellipsis only if something was cut. */
export function cutCharacters(text: string, count: number): string {
  const characters = [...text.trim()];
  return characters.length <= count ? characters.join('') : `${characters.slice(0, count).join('').trimEnd()}…`;
}
