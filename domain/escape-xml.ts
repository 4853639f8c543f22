/** The escaper of feeds, sitemap, documents and emails. No zod, so that every process can load it. */

/** Not allowed in XML 1.0, even escaped (2.2): most controls, lone surrogates, U+FFFE and U+FFFF. */
const notInXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Removes characters that XML 1.0 doesn't allow, such as NUL and lone surrogates. */
export const xmlCharacters = (text: string): string => text.replace(notInXml, '');

/** Escapes text for content and quoted attributes of XML and HTML. Well-formed for any input. */
export const escapeXml = (text: string): string =>
  xmlCharacters(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
