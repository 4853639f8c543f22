import { z } from 'zod';
import { maxLength, requiredLine, requiredText } from '../../fields.js';

/** Fields of POST /admin/main/header/create. */
export const headerInput = z
  .strictObject({ header: requiredLine('Header', maxLength.header) })
  .meta({ id: 'HeaderInput' });

/** Fields of POST /admin/main/header/edit. */
export const headerEditInput = headerInput
  .extend({ header_id: requiredText('header_id', 100) })
  .meta({ id: 'HeaderEditInput' });

/** Fields of POST /admin/main/logo/create: none besides the file `logo`. */
export const logoInput = z.strictObject({}).meta({ id: 'LogoInput' });

/** Fields of POST /admin/main/logo/edit, besides the file; without one, the logo stays. */
export const logoEditInput = z.strictObject({ logo_id: requiredText('logo_id', 100) }).meta({ id: 'LogoEditInput' });

export const logoImageField = 'logo';
export const logoImageLabel = 'Logo image';
