import { z } from 'zod';
import { emailField } from '../../fields.js';

/** Body of POST /admin/main/personal-data/export. */
export const personalDataInput = z.strictObject({ email: emailField }).meta({ id: 'PersonalDataInput' });
export type PersonalDataInput = z.infer<typeof personalDataInput>;

const again = 'Type the same address again to confirm.';

/** Body of POST /admin/main/personal-data/erase: the address twice, because it cannot be undone. */
export const erasureInput = z
  .strictObject({ email: emailField, confirm: z.string(again).trim() })
  .refine(({ email, confirm }) => email.toLowerCase() === confirm.toLowerCase(), { path: ['confirm'], message: again })
  .meta({ id: 'ErasureInput' });
export type ErasureInput = z.infer<typeof erasureInput>;
