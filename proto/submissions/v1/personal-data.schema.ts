import { z } from 'zod';
import { emailKey } from '../../email-address.js';
import { lookedUpEmail } from '../../fields.js';

const personsEmail = lookedUpEmail('Email is required', 'Please enter a valid email address.');

/** Body of POST /admin/main/personal-data/export. */
export const personalDataInput = z.strictObject({ email: personsEmail }).meta({ id: 'PersonalDataInput' });
export type PersonalDataInput = z.infer<typeof personalDataInput>;

const again = 'Type the same address again to confirm.';

/** Body of POST /admin/main/personal-data/erase: the address twice, because it cannot be undone. */
export const erasureInput = z
  .strictObject({ email: personsEmail, confirm: z.string(again).overwrite(emailKey) })
  .refine(({ email, confirm }) => email === confirm, { path: ['confirm'], message: again })
  .meta({ id: 'ErasureInput' });
export type ErasureInput = z.infer<typeof erasureInput>;
