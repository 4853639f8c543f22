/**
 * What word processors write differently from what the editor reads. The HTML is parsed without being run or shown. Its styles
 * are read as texts: the content security policy keeps a browser from applying those of a paste.
 */

const styleName = 'data-style';
const styleOf = (element: Element) => element.getAttribute(styleName) ?? '';

/** HTML with the same words, in the elements that the editor knows. */
export function readablePaste(html: string): string {
  const inert = html
    .replace(/<style[\s\S]*?<\/style>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle(?=\s*=)/gi, ` ${styleName}`));
  const { body } = new DOMParser().parseFromString(inert, 'text/html');
  for (const first of body.querySelectorAll('p')) if (first.isConnected && isWordItem(first)) makeList(first);
  for (const heading of body.querySelectorAll('h1, h4, h5, h6')) {
    renamed(heading, heading.tagName === 'H1' ? 'h2' : 'h3');
  }
  for (const element of body.querySelectorAll(`[${styleName}]`)) marked(element);
  return body.innerHTML;
}

/** Google's documents are one <b> that is not bold, and their bold words are spans. */
function marked(element: Element) {
  const style = styleOf(element);
  if (/^(B|STRONG|I|EM)$/.test(element.tagName) && /font-(?:weight|style):\s*(?:normal|400)/i.test(style)) {
    element.replaceWith(...element.childNodes);
  } else if (element.tagName === 'SPAN') {
    if (/font-weight:\s*(?:bold|[6-9]00)/i.test(style)) wrapped(element, 'b');
    if (/font-style:\s*italic/i.test(style)) wrapped(element, 'i');
  }
}

function wrapped(element: Element, tag: string) {
  const mark = element.ownerDocument.createElement(tag);
  mark.append(...element.childNodes);
  element.append(mark);
}

function renamed(element: Element, tag: string) {
  const other = element.ownerDocument.createElement(tag);
  other.append(...element.childNodes);
  element.replaceWith(other);
}

/** Word's lists are paragraphs; each says in its style that it is in a list. */
const isWordItem = (element: Element | null): element is Element =>
  element?.tagName === 'P' && /mso-list:\s*l/i.test(styleOf(element));

/** The bullet or number that Word writes before an item. */
const wordMark = (item: Element) =>
  [...item.querySelectorAll(`[${styleName}]`)].find((part) => /mso-list:\s*Ignore/i.test(styleOf(part)));

/** "1.", "a)", "iv." before an item; a bullet otherwise. */
const numbered = /^\s*(?:\d+|[a-z]|[ivx]+)[.)]/i;

function makeList(first: Element) {
  const isOrdered = numbered.test(wordMark(first)?.textContent ?? first.textContent);
  const list = first.ownerDocument.createElement(isOrdered ? 'ol' : 'ul');
  first.before(list);
  for (let item: Element | null = first; isWordItem(item);) {
    const next: Element | null = item.nextElementSibling;
    wordMark(item)?.remove();
    const entry = list.ownerDocument.createElement('li');
    entry.append(...item.childNodes);
    list.append(entry);
    item.remove();
    item = next;
  }
}
