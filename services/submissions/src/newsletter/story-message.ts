import { parseStoredDocument, readRichText } from '@site/proto/content/v1/rich-text.schema';
import type { Story as StoryMessage } from '@site/proto/gen/nest/submissions/v1/newsletter';
import { invalid, invalidField } from '@site/proto/grpc';
import type { Story } from './newsletter-letters.js';

/** @throws INVALID_ARGUMENT without a title or URL, or with an invalid text */
export function readStory(message: StoryMessage | undefined): Story {
  if (!message?.title || !message.url)
    throw invalid('A post is missing.', [{ field: 'post_id', message: 'post_id must name a post' }]);
  const { title, excerpt, url, pictureUrl, document, pictures } = message;
  return {
    ...{ title, excerpt, url },
    ...(pictureUrl && { pictureUrl }),
    ...(document && { document: readDocument(document), pictures }),
  };
}

function readDocument(json: string) {
  const read = readRichText(parseStoredDocument(json));
  if ('document' in read) return read.document;
  throw invalidField('post_id', read.problem);
}
