import { z } from 'zod';
import { roles } from '@site/domain/roles';
import { text } from '../../responses.js';

/** An invitation to become a dashboard user. Never includes the link. */
export const invitationResponse = z.strictObject({
  id: text,
  name: text,
  email: text,
  role: z.enum(roles),
  invited_by: text.describe('Name of the admin.'),
  created_at: text,
  expires_at: text,
});
export type Invitation = z.infer<typeof invitationResponse>;

export const invitationsResponse = z.strictObject({
  invitations: z.array(invitationResponse),
  mail_delivered: z.boolean().describe('False while this installation only writes emails to files.'),
});
export type Invitations = z.infer<typeof invitationsResponse>;

export const acceptedInvitationResponse = z.strictObject({ email: text.describe('The address to sign in with.') });
export type AcceptedInvitation = z.infer<typeof acceptedInvitationResponse>;
