import { z } from 'zod';

/** Body of POST /admin/main/people/{id}/role. */
export const changeRoleInput = z
  .strictObject({ role: z.enum(['admin', 'moderator'], 'Choose admin or moderator') })
  .meta({ id: 'ChangeRoleInput' });
export type ChangeRoleInput = z.infer<typeof changeRoleInput>;
