/** The one escaper of feeds, sitemap, documents and mails. Without zod, so that every process can load it. */

/** Characters that XML 1.0 can't hold, not even escaped (2.2): most control characters, lone surrogates, U+FFFE and U+FFFF. */
const notInXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Returns a text without the characters that XML can't hold. */
export const xmlCharacters = (text: string): string => text.replace(notInXml, '');

/** Returns a text for the content and the quoted attributes of XML and HTML, well-formed whatever was stored. */
export const escapeXml = (text: string): string =>
  xmlCharacters(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
