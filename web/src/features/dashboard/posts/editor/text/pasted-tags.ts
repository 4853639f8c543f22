/** What a paste's elements are to the editor. */

/** Elements that can be part of a word, as in "Ar<b>kan</b>sas". */
export const inline = new Set(
  'A ABBR ACRONYM B BDI BDO BIG CITE CODE DATA DEL DFN EM FONT I KBD LABEL MARK NOBR O:P S SAMP SMALL SPAN STRIKE STRONG SUB SUP TIME TT U VAR WBR'.split(
    ' ',
  ),
);
export const blocks = new Set(
  'ADDRESS ARTICLE ASIDE CAPTION CENTER DD DETAILS DIALOG DIR DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM HEADER HGROUP LEGEND MAIN NAV P PRE SEARCH SECTION SUMMARY TABLE TBODY TD TEXTAREA TFOOT TH THEAD'.split(
    ' ',
  ),
);
export const skipped = new Set('BASE HEAD LINK META NOSCRIPT SCRIPT STYLE TEMPLATE TITLE XML'.split(' '));
export const imageTags = new Set('CANVAS IMG PICTURE SVG V:SHAPE V:IMAGEDATA'.split(' '));
export const videos = new Set('AUDIO EMBED FRAME IFRAME OBJECT VIDEO'.split(' '));
/** What the editor itself writes for images, videos, files, snapshots and warnings. */
export const reference = 'div[data-image], div[data-video], div[data-file], div[data-snapshot], div[data-warning]';

export const isList = (element: Element | null): element is Element => /^(?:UL|OL|MENU)$/.test(element?.tagName ?? '');

/** Mail and social networks use images as emoji. */
export const emoji =
  /^(?:\p{Extended_Pictographic}(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f)*|\p{Regional_Indicator}{2})$/u;

/** Counts an element's ancestors up to the document that is written, itself included. */
export function depthOf(element: Element): number {
  let depth = 1;
  for (let at: Element | null = element; at && at.tagName !== 'PRE'; at = at.parentElement) depth += 1;
  return depth;
}
