import { z } from 'zod';
import { text } from '../../responses.js';

/** An item that was deleted less than 30 days ago. */
export const trashItemResponse = z.strictObject({
  type: text.describe('The name of its kind: "post", "faq" …'),
  id: text,
  title: text,
  detail: text.describe(
    'A second line that helps to distinguish it: an email address or the start of a text; may be empty.',
  ),
  deleted_at: text,
  purge_at: text.describe('When it is permanently deleted.'),
});
export type TrashItem = z.infer<typeof trashItemResponse>;
