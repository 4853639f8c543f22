/**
 * SVG is text. Whether a file is one, and whether it is complete, shows at its two ends; everything else (size, scripts,
 * references) is left to the child process that turns it into pixels.
 */

/** How the part of a prolog that `text` begins with ends; undefined when it begins with no such part. */
function prologPart(text: string): { end: string } | undefined {
  if (text.startsWith('<?')) return { end: '?>' };
  if (text.startsWith('<!--')) return { end: '-->' };
  if (!text.startsWith('<!DOCTYPE')) return undefined;
  // Drawing programs declare entities in an internal subset: <!DOCTYPE svg PUBLIC "…" "…" [ <!ENTITY …> ]>
  const subset = text.indexOf('[');
  return { end: subset >= 0 && subset < text.indexOf('>') ? ']>' : '>' };
}

/** Whether the beginning of a file is that of an SVG document. */
export function startsLikeSvg(head: Uint8Array): boolean {
  let rest = new TextDecoder().decode(head);
  for (;;) {
    rest = rest.trimStart();
    const part = prologPart(rest);
    if (!part) return /^<svg[\s>/]/.test(rest);
    const end = rest.indexOf(part.end);
    if (end < 0) return false;
    rest = rest.slice(end + part.end.length);
  }
}

/** Whether the end of a file is that of a complete SVG document. */
export const endsLikeSvg = (tail: Uint8Array): boolean =>
  /<\/svg\s*>\s*(?:<!--(?:(?!-->)[^])*-->\s*)?$/.test(new TextDecoder().decode(tail));
