/**
 * SVG is text. Whether a file is one, and whether it is complete, is read from its two ends; everything else (size, scripts,
 * references) is the business of the child process that turns it into pixels.
 */

/** Where the construct that `text` begins with ends; undefined when it is not part of a prolog. */
function prologPart(text: string): { end: string } | undefined {
  if (text.startsWith('<?')) return { end: '?>' };
  if (text.startsWith('<!--')) return { end: '-->' };
  if (!text.startsWith('<!DOCTYPE')) return undefined;
  // Drawing programs declare entities in an internal subset: <!DOCTYPE svg PUBLIC "…" "…" [ <!ENTITY …> ]>
  const subset = text.indexOf('[');
  return { end: subset >= 0 && subset < text.indexOf('>') ? ']>' : '>' };
}

/** Whether the beginning of a file is that of an SVG document. */
export function startsLikeSvg(head: Buffer): boolean {
  let rest = head.toString('utf8').replace(/^\uFEFF/, '');
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
export const endsLikeSvg = (tail: Buffer): boolean =>
  /<\/svg\s*>\s*(?:<!--(?:(?!-->)[^])*-->\s*)?$/.test(tail.toString('utf8'));
