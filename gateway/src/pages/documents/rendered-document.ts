/** Combines the built index.html with a page's rendered markup and styles. */

/** The page's place in index.html. */
const emptyRoot = '<div id="root"></div>';
const headEnd = '</head>';
const moduleScripts = /<(?:script type="module"[^<>]*><\/script>|link rel="modulepreload"[^<>]*>)/g;
const stylesheets = /<link rel="stylesheet"[^<>]*>/g;

/**
 * Puts a page's markup into a document. Files that it doesn't need for the first paint are loaded after the markup, so
 * that they don't delay it: scripts, and the stylesheet if the document contains the styles that the markup uses.
 */
export function renderedDocument(page: string, root: string, styles?: string): string {
  const [head = '', body = ''] = page.split(headEnd, 2);
  const deferredTags = [...(styles ? (head.match(stylesheets) ?? []) : []), ...(head.match(moduleScripts) ?? [])].join(
    '',
  );
  const rest = head.replace(moduleScripts, '');
  const start = styles ? `${rest.replace(stylesheets, '')}<style>${styles}</style>\n  ` : rest;
  // The template's note is about pages without markup.
  const [beforeNote = '', note = ''] = body.split('<noscript>', 2);
  const afterNote = note.split('</noscript>', 2)[1] ?? '';
  return start + headEnd + beforeNote.replace(emptyRoot, () => root + deferredTags) + afterNote;
}
