import type { Answer } from './api.js';

/**
 * The gateway writes answers into the document as non-executable JSON blocks, so that the first paint needs no second round
 * trip. A block holds the whole answer. Undefined when the document has no such block, as in development.
 */
export function embeddedEnvelope<Envelope extends Answer<unknown>>(blockId: string): Envelope | undefined {
  try {
    const content = JSON.parse(document.getElementById(blockId)?.textContent ?? '') as Envelope | null;
    return content?.data ? content : undefined;
  } catch {
    return undefined;
  }
}

/** The data of such a block. */
export const embeddedAnswer = <Data>(blockId: string) => embeddedEnvelope<Answer<Data>>(blockId)?.data;
