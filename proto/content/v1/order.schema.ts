import { z } from 'zod';
import { requiredText } from '../../fields.js';

/** Body of POST /admin/main/faqs/order and …/team/order: the item to move, and the item to place it before. */
export const moveInput = z
  .strictObject({
    id: requiredText('id', 100),
    before_id: requiredText('before_id', 100).optional().describe('Absent to move it to the end.'),
  })
  .meta({ id: 'MoveInput' });
export type MoveInput = z.infer<typeof moveInput>;
