import type { ApiResponse } from './api.js';
import { blockOf } from './page-document.js';

/**
 * Returns an envelope that the gateway embedded in the document as a non-executable JSON block, which saves the first
 * paint a round trip. Undefined without such a block, as in development.
 */
export function embeddedEnvelope<Envelope extends ApiResponse<unknown>>(blockId: string): Envelope | undefined {
  try {
    const content = JSON.parse(blockOf(blockId)?.textContent ?? '') as Envelope | null;
    return content?.data ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the data of such a block. */
export const readEmbeddedData = <Data>(blockId: string) => embeddedEnvelope<ApiResponse<Data>>(blockId)?.data;
