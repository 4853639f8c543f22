/** Reads the texts of a campaign from requests. */
import { parseStoredDocument, readRichText } from '@site/proto/content/v1/rich-text.schema';
import type {
  CampaignTexts as CampaignContentMessage,
  Story as StoryMessage,
} from '@site/proto/gen/nest/submissions/v1/newsletter';
import { invalid, invalidField } from '@site/proto/grpc';
import { maxLength } from '@site/proto/fields';
import type { CampaignContent, Story } from './newsletter-letters.js';

/** @throws INVALID_ARGUMENT without a title or URL, or with an invalid text */
export function readStory(message: StoryMessage | undefined): Story {
  if (!message?.title || !message.url)
    throw invalid('A post is missing.', [{ field: 'post_id', message: 'post_id must name a post' }]);
  const { title, excerpt, url, imageUrl, document, pictures } = message;
  return {
    title,
    excerpt,
    url,
    ...(imageUrl && { imageUrl }),
    ...(document && { document: readDocument(document), pictures }),
  };
}

/** @throws INVALID_ARGUMENT for texts that are too long */
export function readContent(message: CampaignContentMessage | undefined): CampaignContent {
  const { subject = '', preheader = '', intro = '', replyTo = '' } = message ?? {};
  const limits = [
    ['subject', subject, maxLength.title],
    ['preheader', preheader, maxLength.title],
    ['intro', intro, maxLength.comment],
    ['reply_to', replyTo, maxLength.email],
  ] as const;
  for (const [field, text, max] of limits)
    if ([...text].length > max) throw invalidField(field, `${field} must be at most ${max} characters`);
  return { subject, preheader, intro, replyTo };
}

function readDocument(json: string) {
  const read = readRichText(parseStoredDocument(json));
  if ('document' in read) return read.document;
  throw invalidField('post_id', read.problem);
}
