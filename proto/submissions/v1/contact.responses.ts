import { z } from 'zod';
import { integer, text, textOrNull } from '../../responses.js';

/** The response to a form that was not stored. */
export const dryRunResponse = z.strictObject({
  dry_run: z.literal(true),
  oldest_unsent_mail_seconds: integer.describe('Age of the oldest unsent email in seconds; 0 when none is waiting.'),
});

export const messageReplyResponse = z.strictObject({
  id: text,
  text: text.describe('As written, without the quoted message.'),
  by_name: text,
  created_at: text,
  state: z.enum(['queued', 'sent', 'failed']).describe('sent: accepted by the mail server.'),
  sent_at: textOrNull,
  reason: text.describe('Why it failed; empty otherwise.'),
});
export type MessageReply = z.infer<typeof messageReplyResponse>;

export const contactMessageResponse = z.strictObject({
  id: text,
  name: text,
  email: text,
  phone: text,
  feedback: text,
  created_at: text,
  state: z.enum(['new', 'handled']),
  handled_by_name: textOrNull,
  handled_at: textOrNull,
  note: text.describe('Internal note about it.'),
  version: integer.describe('Version of the note, increased by every edit.'),
  replies: z.array(messageReplyResponse).describe('Oldest first.'),
  assigned_to: textOrNull.describe('Id of the user who takes care of it.'),
  assigned_to_name: textOrNull,
});
export type ContactMessage = z.infer<typeof contactMessageResponse>;

/** A user whom messages can be assigned to. */
export const assigneeResponse = z.strictObject({ id: text, name: text });
export type Assignee = z.infer<typeof assigneeResponse>;

export const messageOutcomeResponse = z.strictObject({
  id: text,
  message: contactMessageResponse.nullable().describe("The message after the change; null when it doesn't exist."),
});
export type MessageOutcome = z.infer<typeof messageOutcomeResponse>;

/** On all pages of the list. */
export interface MessageCounts {
  new: number;
  handled: number;
  /** New ones that are assigned to the caller. */
  mine: number;
}
