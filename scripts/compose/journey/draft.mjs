import { expect } from '../../lib/visitor-journey.mjs';
import { sendJson } from './send-json.mjs';

/** The gateway's limit for a draft (`body-parsers.ts`). */
const largestBytes = 512 * 1024;

export const documentOf = (paragraphs) => ({
  type: 'doc',
  content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});

/**
 * Autosaves the longest text allowed in a post, in the largest body that the gateway accepts; one byte more is
 * rejected.
 */
export async function draft({ site, say, session }) {
  const { richTextLimits } = await import('@site/proto/content/v1/rich-text.schema');
  const headers = await session();
  const { data: made } = await sendJson(site, 'POST', '/admin/main/post/draft', { values: { title: 'Long' } }, headers);
  const { id, revision } = made.post;
  const line = 'Ω'.repeat(98);
  // Two paragraphs count as separated by two line breaks.
  const paragraphs = Array.from({ length: Math.floor(richTextLimits.characters / (line.length + 2)) }, () => line);
  const values = { title: `Long ${Date.now()}`, document: documentOf(paragraphs) };
  const body = JSON.stringify({ kind: 'autosave', base_revision: revision, values });
  // JSON allows trailing whitespace.
  const padded = body + ' '.repeat(largestBytes - Buffer.byteLength(body));
  const save = async (text) => {
    const response = await fetch(`${site.address}/admin/main/post/${id}/revision`, {
      method: 'PUT',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: text,
      signal: AbortSignal.timeout(30_000),
    });
    return { status: response.status, answer: await response.json().catch(() => ({})) };
  };
  for (const text of [body, padded]) {
    const { status, answer } = await save(text);
    const kilobytes = Math.round(Buffer.byteLength(text) / 1_000);
    expect(status === 200, `an autosave of ${kilobytes} kB returned ${status}: ${answer.message}`);
  }
  const { data: kept } = await site.json(`/admin/main/post/${id}`, { headers });
  expect(kept.autosave?.values.title === values.title, 'the editor gets back something other than the autosave');
  expect(kept.autosave.values.document.content.length === paragraphs.length, 'the autosave lost paragraphs');

  const { status, answer } = await save(`${padded} `);
  expect(status === 413 && answer.message, `an autosave above the limit returned ${status} without a reason`);
  say(`a draft of ${largestBytes / 1_024} KiB was autosaved; one byte more was rejected: "${answer.message}"`);
}
