import { z } from 'zod';
import { emailField, maxLength, requiredLine } from '../../fields.js';
import { newPasswordField } from './passwords.schema.js';

/** Body of POST /admin/main/moderator/create. The messages for empty fields are the specification's. */
export const createModeratorInput = z
  .strictObject({
    name: requiredLine('Name', maxLength.name),
    email: emailField,
    password: newPasswordField('Password'),
  })
  .meta({ id: 'CreateModeratorInput' });

/** Body of POST /admin/main/moderator/edit. An empty password keeps the old one. */
export const editModeratorInput = z
  .strictObject({
    moderator_id: z.string('Moderator is required').min(1, 'Moderator is required'),
    name: requiredLine('Name', maxLength.name),
    email: emailField,
    password: z.union([z.literal('').transform(() => undefined), newPasswordField('Password')]).optional(),
  })
  .meta({ id: 'EditModeratorInput' });
