import { z } from 'zod';
import { maxLength, requiredLine, requiredText } from '../../fields.js';

/** Replies to messages, and reasons for rejecting photos. */
export const savedTextKinds = ['reply', 'reason'] as const;
export type SavedTextKind = (typeof savedTextKinds)[number];

const kindField = z.enum(savedTextKinds, 'kind must be reply or reason');

/** Query of GET /admin/main/saved-texts. */
export const savedTextQuery = z.strictObject({ kind: kindField });

/** Body of POST /admin/main/saved-texts. */
export const savedTextInput = z
  .strictObject({
    kind: kindField,
    title: requiredLine('Title', maxLength.name),
    text: requiredText('Text', maxLength.message),
  })
  .meta({ id: 'SavedTextInput' });
export type SavedTextInput = z.infer<typeof savedTextInput>;

/** Of each kind: as many as a menu can show, and fit into a response. */
export const maxSavedReplies = 50;
