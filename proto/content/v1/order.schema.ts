import { z } from 'zod';
import { requiredText } from '../../fields.js';

/** Body of POST /admin/main/faqs/order and /admin/main/team/order: what gets another place, and before what it stands then. */
export const moveInput = z
  .strictObject({
    id: requiredText('id', 100),
    before_id: requiredText('before_id', 100).optional().describe('Absent: it comes last.'),
  })
  .meta({ id: 'MoveInput' });
export type MoveInput = z.infer<typeof moveInput>;
