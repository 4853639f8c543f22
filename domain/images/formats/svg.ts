/** The two ends show whether a file is SVG and complete; the child process that rasterizes it checks the rest. */

/** Returns the terminator of the prolog part at the start of `text`, if there is one. */
function prologPart(text: string): { end: string } | undefined {
  if (text.startsWith('<?')) return { end: '?>' };
  if (text.startsWith('<!--')) return { end: '-->' };
  if (!text.startsWith('<!DOCTYPE')) return undefined;
  // Internal subset: <!DOCTYPE svg PUBLIC "…" "…" [ <!ENTITY …> ]>
  const subset = text.indexOf('[');
  return { end: subset >= 0 && subset < text.indexOf('>') ? ']>' : '>' };
}

/** Skips the prolog (declaration, doctype, comments) and looks for the svg element. @param head first 16 kB */
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
