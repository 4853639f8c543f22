import { styleAttribute } from './pasted-style.js';
import { type Dropped, PasteReader } from './paste-reader.js';
import { squareTable, withFreeTables } from './pasted-table.js';
import { reference } from './pasted-tags.js';

interface ReadablePaste {
  /** The same words in the same order, in elements that the editor supports. */
  html: string;
  dropped: ReadonlySet<Dropped>;
}

const editorTagPattern = /^(?:P|H2|H3|UL|OL|LI|BLOCKQUOTE|TABLE|TBODY|TR|T[DH]|HR|STRONG|EM|S|CODE|A|BR|META)$/;

/** Tags that a parser drops outside their usual parents. A space keeps the words around them apart. */
const placedTag = /<\/?(?:body|caption|col|colgroup|head|html|t[dhr]|t(?:body|foot|head))\b[^>]*>/gi;
/** Tags inside which a parser drops or ignores other tags. */
const closedTag = /<(\/?)(?:form|frameset|noembed|noframes|optgroup|option|plaintext|select|xmp)\b[^>]*>/gi;

/**
 * Converts clipboard HTML to elements that the editor supports, without running or showing it. ProseMirror's parser
 * joins the text of unknown elements, so two numbers would merge.
 */
export function readablePaste(html: string): ReadablePaste {
  const inert = withFreeTables(html)
    .replace(/<style[\s\S]*?<\/style>/gi, '')
    // The content security policy reports style attributes even in documents that are never shown.
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle(?=\s*=)/gi, ` ${styleAttribute}`))
    .replace(closedTag, '<$1div>')
    .replace(placedTag, ' $& ');
  const { body } = new DOMParser().parseFromString(inert, 'text/html');
  // Copied from this editor, which marks its HTML and writes only what it can read.
  const isFromEditor =
    body.querySelector('[data-pm-slice]') &&
    [...body.querySelectorAll('*')].every(
      (element) => editorTagPattern.test(element.tagName) || element.matches(reference),
    );
  if (isFromEditor) return { html, dropped: new Set() };
  const reader = new PasteReader();
  reader.read(body);
  reader.endBlock();
  for (const table of reader.root.querySelectorAll('table')) squareTable(table);
  return { html: reader.root.outerHTML, dropped: reader.dropped };
}
