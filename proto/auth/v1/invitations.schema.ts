import { z } from 'zod';
import { roles } from '@site/domain/roles';
import { emailField, maxLength, requiredLine } from '../../fields.js';
import { newPasswordField } from './passwords.schema.js';

/** Days until an invitation expires. */
export const invitationDays = [1, 7, 30] as const;

/** Body of POST /admin/main/people/invitations. */
export const inviteInput = z
  .strictObject({
    name: requiredLine('Name', maxLength.name),
    email: emailField,
    role: z.enum(roles, 'Choose admin, editor or moderator'),
    valid_days: z.literal(invitationDays, 'Choose 1, 7 or 30 days'),
  })
  .meta({ id: 'InviteInput' });
export type InviteInput = z.infer<typeof inviteInput>;

const token = z.string('Invitation is required').min(1, 'Invitation is required').max(200, 'This link isn’t valid.');

/** Body of POST /admin/auth/invitation. */
export const invitationTokenInput = z.strictObject({ token }).meta({ id: 'InvitationTokenInput' });

/** Body of POST /admin/auth/invitation/accept. */
export const acceptInvitationInput = z
  .strictObject({ token, password: newPasswordField('Password') })
  .meta({ id: 'AcceptInvitationInput' });
