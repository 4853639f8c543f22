import { sentencesOf } from '@site/domain/weather/warned-action';

/** `label` is set for paragraphs such as "* WHAT...Flooding of low-lying areas". */
export interface AlertParagraph {
  label?: string;
  text: string;
}

/**
 * Parses a bulletin, which is formatted for teleprinters: lines of 66 characters, blank lines between paragraphs,
 * uppercase labels that end in three dots. Joins the lines so that they wrap on any screen.
 */
export function alertParagraphs(bulletin: string): AlertParagraph[] {
  return (
    bulletin
      .split(/\n[ \t]*\n|\n(?=\* )/)
      .map((block) => block.replace(/\s+/g, ' ').trim())
      // Drops a leading product code ("FFWLZK").
      .filter((block, index) => block !== '' && !(index === 0 && /^[A-Z]{3}[A-Z0-9]{3}$/.test(block)))
      .map((block) => {
        const match = /^\*? ?([A-Z][A-Z /-]{2,40})\.{3} ?(.*)$/.exec(block);
        const [, label, text] = match ?? [];
        if (!label || !text) return { text: block.replace(/^\* /, '') };
        return { label: label.charAt(0) + label.slice(1).toLowerCase(), text };
      })
  );
}

/** Returns the first sentence of an instruction ("TAKE COVER NOW!"), or an empty string. */
export const firstSentence = (instruction: string): string => sentencesOf(instruction)[0] ?? '';

/** Returns a single line for the clamped preview. */
export function alertSummary(bulletin: string): string {
  return alertParagraphs(bulletin)
    .map(({ label, text }) => (label ? `${label}: ${text}` : text))
    .join(' ');
}
