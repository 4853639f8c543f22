import { z } from 'zod';
import { integer, text, textOrNull } from '../../answers.js';

/** The response to a form that was validated but not stored. */
export const dryRunAnswer = z.strictObject({
  dry_run: z.literal(true),
  oldest_unsent_mail_seconds: integer.describe('How long the oldest mail has waited to be sent; 0 when none waits.'),
});

/** A reply sent to the visitor by email. */
export const messageReplyAnswer = z.strictObject({
  id: text,
  text: text.describe('As it was written, without the quotation below it.'),
  by_name: text,
  created_at: text,
  state: z.enum(['queued', 'sent', 'failed']).describe('sent: the mail server has taken it.'),
  sent_at: textOrNull,
  reason: text.describe('Why it failed; empty otherwise.'),
});
export type MessageReply = z.infer<typeof messageReplyAnswer>;

/** A visitor's message from the contact page, and how it was handled. */
export const contactMessageAnswer = z.strictObject({
  id: text,
  name: text,
  email: text,
  phone: text,
  feedback: text,
  created_at: text,
  state: z.enum(['new', 'handled']),
  handled_by_name: textOrNull,
  handled_at: textOrNull,
  note: text.describe('What people noted about it, for each other.'),
  version: integer.describe('Counts the edits of the note.'),
  replies: z.array(messageReplyAnswer).describe('Oldest first.'),
});
export type ContactMessage = z.infer<typeof contactMessageAnswer>;

/** The outcome for one of several messages. */
export const messageOutcomeAnswer = z.strictObject({
  id: text,
  message: contactMessageAnswer.nullable().describe('The message as it is now; null when there is none.'),
});
export type MessageOutcome = z.infer<typeof messageOutcomeAnswer>;

/** Matches on all pages of the list. */
export interface MessageCounts {
  new: number;
  handled: number;
}
