/** The longest line of plain-text mail. */
export const columns = 72;

/** Wraps paragraphs at 72 columns; a longer word (a link) stays whole, and so do words joined by no-break spaces. */
export function wrap(text: string, indent = ''): string {
  return text
    .split('\n')
    .flatMap((paragraph) => {
      const lines: string[] = [];
      let line = '';
      for (const word of paragraph.split(/[^\S\u00a0]+/).filter(Boolean)) {
        if (line && indent.length + line.length + 1 + word.length > columns) {
          lines.push(line);
          line = word;
        } else line = line ? `${line} ${word}` : word;
      }
      return [...lines, line];
    })
    .map((line) => `${indent}${line}`.trimEnd())
    .join('\n');
}
