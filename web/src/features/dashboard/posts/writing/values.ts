import type { PostDesk, PostValues } from '@site/proto/content/v1/posts.answers';
import { postValuesInput } from '@site/proto/content/v1/posts.schema';
import { readRichText } from '@site/proto/content/v1/rich-text.schema';
import { documentOfText, plainTextOf, type RichTextDocument } from '@site/domain/content/rich-text';

/** What is written in a post, checked as the server checks it; or what is wrong, by the fields' names. */
export function checkedValues(values: PostValues): { sent: PostValues } | { faults: Record<string, string> } {
  const read = postValuesInput.safeParse(values);
  if (read.success) return { sent: read.data };
  const faults: Record<string, string> = {};
  for (const { path, message } of read.error.issues) faults[String(path[0])] ??= message;
  return { faults };
}

/** The same for values that say the same, whatever order their parts came in. */
export function fingerprint(values: PostValues): string {
  const checked = checkedValues(values);
  const { document, ...rest } = 'sent' in checked ? checked.sent : values;
  // A box that was opened and left holds an empty paragraph; nothing was written.
  const written = document && isBlank(document) ? null : document;
  return JSON.stringify([written, Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1))]);
}

const isBlank = ({ content }: RichTextDocument) =>
  content.every((block) => block.type === 'paragraph' && (block.content ?? []).length === 0);

export const isSame = (one: PostValues, other: PostValues) => fingerprint(one) === fingerprint(other);

/** The text as words; that of a document that breaks the rules, too. */
export function wordsOf(document: RichTextDocument | null): string {
  return document ? plainTextOf(document) : '';
}

/** A document in the form in which it is stored; as it is where it breaks the rules. */
export function plainDocument(json: unknown): RichTextDocument {
  const read = readRichText(json);
  return 'document' in read ? read.document : (json as RichTextDocument);
}

/** What the editor's page begins with: a post that was always plain text opens as its paragraphs. */
export function openedValues({ post, values }: PostDesk): PostValues {
  if (values.document || !post.description.trim()) return values;
  return { ...values, document: documentOfText(post.description) };
}
