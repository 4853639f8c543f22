/** The first `count` words of a text; an ellipsis only when something was cut. */
export function cutWords(text: string, count: number): string {
  const words = text.trim().split(/\s+/);
  return words.length <= count ? words.join(' ') : `${words.slice(0, count).join(' ')}…`;
}

/** The first `count` characters of a text; an ellipsis only when something was cut. Counts as people do: an emoji is one. */
export function cutCharacters(text: string, count: number): string {
  const characters = [...text.trim()];
  return characters.length <= count ? characters.join('') : `${characters.slice(0, count).join('').trimEnd()}…`;
}
