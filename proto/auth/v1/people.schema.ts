import { z } from 'zod';
import { roles } from '@site/domain/roles';

/** Body of POST /admin/main/people/{id}/role. */
export const changeRoleInput = z
  .strictObject({ role: z.enum(roles, 'Choose admin, editor or moderator') })
  .meta({ id: 'ChangeRoleInput' });
