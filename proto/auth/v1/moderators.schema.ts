import { z } from 'zod';
import { emailField, maxLength, pageQuery, requiredLine, searchField } from '../../fields.js';
import { newPasswordField } from './passwords.schema.js';

/** Body of POST /admin/main/moderator/create. The specification gives the messages for empty fields. */
export const createModeratorInput = z
  .strictObject({
    name: requiredLine('Name', maxLength.name),
    email: emailField,
    password: newPasswordField('Password'),
  })
  .meta({ id: 'CreateModeratorInput' });
export type CreateModeratorInput = z.infer<typeof createModeratorInput>;

/** Body of POST /admin/main/moderator/edit. An empty password keeps the old one. */
export const editModeratorInput = z
  .strictObject({
    moderator_id: z.string('Moderator is required').min(1, 'Moderator is required'),
    name: requiredLine('Name', maxLength.name),
    email: emailField,
    password: z.union([z.literal('').transform(() => undefined), newPasswordField('Password')]).optional(),
  })
  .meta({ id: 'EditModeratorInput' });
export type EditModeratorInput = z.infer<typeof editModeratorInput>;

/** Query of GET /admin/main/moderator; `q` is part of a name or an address. */
export const moderatorListQuery = pageQuery.extend({ q: searchField });
export type ModeratorListQuery = z.infer<typeof moderatorListQuery>;
