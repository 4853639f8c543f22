import type { Answer } from '../api.js';

/**
 * The gateway writes answers into the document as non-executable JSON blocks, so that the first paint needs no second round
 * trip. A block holds the whole answer, or its data. Undefined when the document has no such block, as in development.
 */
export function embeddedAnswer<Data>(blockId: string): Data | undefined {
  try {
    const content = JSON.parse(document.getElementById(blockId)?.textContent ?? '') as Answer<Data> | Data | null;
    if (typeof content !== 'object' || content === null) return undefined;
    return 'data' in content ? content.data : content;
  } catch {
    return undefined;
  }
}
