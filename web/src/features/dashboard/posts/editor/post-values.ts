/** Validation and comparison of a post's values. */
import type { PostEditorData, PostValues } from '@site/proto/content/v1/posts.responses';
import { postValuesInput } from '@site/proto/content/v1/posts.schema';
import { readRichText } from '@site/proto/content/v1/rich-text.schema';
import { documentOfText, plainTextOf, type RichTextDocument } from '@site/domain/content/rich-text';

/** Applies the server's rules; returns the values or the errors by field name. */
export function checkedValues(values: PostValues): { sent: PostValues } | { faults: Record<string, string> } {
  const read = postValuesInput.safeParse(values);
  if (read.success) return { sent: read.data };
  const faults: Record<string, string> = {};
  for (const { path, message } of read.error.issues) faults[String(path[0])] ??= message;
  return { faults };
}

/** Returns the same string regardless of key order. */
export function fingerprint(values: PostValues): string {
  const checked = checkedValues(values);
  const { document, ...rest } = 'sent' in checked ? checked.sent : values;
  // An untouched text box has an empty paragraph.
  const written = document && isBlank(document) ? null : document;
  return JSON.stringify([written, Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1))]);
}

const isBlank = ({ content }: RichTextDocument) =>
  content.every((block) => block.type === 'paragraph' && (block.content ?? []).length === 0);

export const isSame = (one: PostValues, other: PostValues) => fingerprint(one) === fingerprint(other);

/** Returns plain text, even of an invalid document. */
export function extractDocumentText(document: RichTextDocument | null): string {
  return document ? plainTextOf(document) : '';
}

/** Returns the stored form, or an invalid document unchanged. */
export function plainDocument(json: unknown): RichTextDocument {
  const read = readRichText(json);
  return 'document' in read ? read.document : (json as RichTextDocument);
}

/** A plain-text post opens as paragraphs. */
export function openedValues({ post, values }: PostEditorData): PostValues {
  if (values.document || !post.description.trim()) return values;
  return { ...values, document: documentOfText(post.description) };
}
