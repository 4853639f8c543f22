/**
 * SVG is text. The two ends show whether a file is SVG and complete; everything else (size, scripts, references) is
 * left to the child process that rasterizes it.
 */

/** Returns the terminator of the prolog part at the start of `text`; undefined when there is no such part. */
function prologPart(text: string): { end: string } | undefined {
  if (text.startsWith('<?')) return { end: '?>' };
  if (text.startsWith('<!--')) return { end: '-->' };
  if (!text.startsWith('<!DOCTYPE')) return undefined;
  // Drawing programs declare entities in an internal subset: <!DOCTYPE svg PUBLIC "…" "…" [ <!ENTITY …> ]>
  const subset = text.indexOf('[');
  return { end: subset >= 0 && subset < text.indexOf('>') ? ']>' : '>' };
}

/** Returns whether the start of a file is that of an SVG document. */
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

/** Returns whether the end of a file is that of a complete SVG document. */
export const endsLikeSvg = (tail: Uint8Array): boolean =>
  /<\/svg\s*>\s*(?:<!--(?:(?!-->)[^])*-->\s*)?$/.test(new TextDecoder().decode(tail));
