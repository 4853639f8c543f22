/** A paragraph of a bulletin; `label` when it begins with one, as in "* WHAT...Flooding of low-lying areas". */
export interface AlertParagraph {
  label?: string;
  text: string;
}

/**
 * Bulletins are written for teleprinters: lines cut at 66 characters, blank lines between paragraphs, capital labels that
 * end in three dots. Joined again, they read well on any screen.
 */
export function alertParagraphs(bulletin: string): AlertParagraph[] {
  return (
    bulletin
      .split(/\n[ \t]*\n|\n(?=\* )/)
      .map((block) => block.replace(/\s+/g, ' ').trim())
      // The first line may be the product's code in the weather wire ("FFWLZK"), which tells readers nothing.
      .filter((block, index) => block !== '' && !(index === 0 && /^[A-Z]{3}[A-Z0-9]{3}$/.test(block)))
      .map((block) => {
        const match = /^\*? ?([A-Z][A-Z /-]{2,40})\.{3} ?(.*)$/.exec(block);
        const [, label, text] = match ?? [];
        if (!label || !text) return { text: block.replace(/^\* /, '') };
        return { label: label.charAt(0) + label.slice(1).toLowerCase(), text };
      })
  );
}

/** Returns the first sentence of an instruction: "TAKE COVER NOW!" Empty without one. */
export function firstSentence(instruction: string): string {
  const text = instruction.replace(/\s+/g, ' ').trim();
  return /^.+?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
}

/** The whole bulletin as one run of text, for the clamped preview. */
export function alertSummary(bulletin: string): string {
  return alertParagraphs(bulletin)
    .map(({ label, text }) => (label ? `${label}: ${text}` : text))
    .join(' ');
}
